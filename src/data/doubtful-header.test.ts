import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { checkColumn, fileRelation } from './file-relation.ts'

let folder: string
let db: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tacet-test-'))
  db = await openDatabase()
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

/** What somebody is told who asks for a column that the file does not have. */
async function told(content: string): Promise<string> {
  const path = join(folder, 'people.csv')
  await writeFile(path, content)
  try {
    checkColumn(await fileRelation(db, path), 'wealth')
    return 'nothing'
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['a number', 'SECRET,f,40\nOTHER,m,41\n'],
  ['a date', 'SECRET,1987-02-03\nOTHER,1990-01-01\n'],
  ['an address', 'SECRET,a@b.example\nOTHER,c@d.example\n'],
  ['a value that comes again', 'SECRET,nurse\nOTHER,nurse\n'],
  ['a text too long for a name', `SECRET,${'x'.repeat(200)}\nOTHER,y\n`],
  ['a line break', 'SECRET,"a\nb"\nOTHER,c\n'],
])('a first line with %s is taken for a record and not quoted', async (_, content) => {
  expect(await told(content)).toMatch(/has no column "wealth"\. Its first line looks like a record/)
  expect(await told(content)).not.toMatch(/SECRET/)
})

test.each([
  ['one name twice', 'SECRET,f,SECRET\n', /columns 1 and 3 have the same name/],
  ['one name in capitals too', 'secret,f,SECRET\n', /columns 1 and 3 have the same name/],
  ['no name', 'SECRET,,f\n', /column 2 has no name/],
  ['an open quote', 'district,"sex\nSECRET,f\nSECRET,m\n', /a quotation mark in it is never closed/],
  ['null characters', 'S\0E\0C\0R\0E\0T\0,\0\n', /it is not UTF-8 text/],
  ['no end', `SECRET${',x'.repeat(1 << 20)}`, /goes on for more than 1,048,576 bytes/],
  ['5,000 names', `${Array.from({ length: 5000 }, (_, i) => `SECRET${i}`).join()}\n`, /5000 columns, and at most 4096/],
])('a first line with %s is refused and not quoted', async (_, content, says) => {
  expect(await told(content)).toMatch(says)
  expect(await told(content)).not.toMatch(/SECRET/i)
})

test.each([
  ['the first record of words', 'Jane Roe,HIV,diabetes\nJohn Doe,asthma,flu\n'],
  ['a line of names', 'district,sex\nnorth,f\n'],
])('%s is not quoted, since nothing tells which of the two it is', async (_, content) => {
  const message = await told(content)
  expect(message).toMatch(/has no column "wealth"\. It has [23] columns; tacet describe .*people\.csv lists them\.$/)
  for (const name of content.split('\n')[0].split(',')) expect(message).not.toContain(name)
})

test('a name that is nearly the one that was asked for is named', async () => {
  expect(await told('district,welth\nnorth,f\n')).toMatch(/Did you mean welth\?$/)
})
