import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchColumns } from './columns.ts'
import { type Database, openDatabase } from './database.ts'
import { fileRelation } from './file-relation.ts'
import { writeTable } from './table-writer.ts'

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

/** Files whose name, taken for a pattern, finds the second one. */
const NAMES: readonly (readonly [string, string])[] = [
  ['hh[1]', 'hh1'],
  ['a*', 'ab'],
  ['**', 'x'],
  ['q?', 'qz'],
  ['[!a]', 'b'],
  ['[a-z]', 'c'],
  ['{b,c}', 'b'],
  ['[[]', '['],
  ['$HOME', 'home'],
  ['year=2020', 'year'],
  ["it's", 'its'],
]

test.each(NAMES)('the file %s is read, and no other', async (name, other) => {
  const inner = join(folder, `of ${name}`, name)
  await mkdir(inner, { recursive: true })
  for (const format of ['csv', 'parquet'] as const) {
    for (const stem of [other, name]) {
      const path = join(inner, `${stem}.${format}`)
      await writeTable(db, path, format, [{ name: 'stem', kind: 'text', values: [stem] }])
    }
    const { sql, columns } = await fileRelation(db, join(inner, `${name}.${format}`))
    expect(columns).toEqual(['stem'])
    expect(await fetchColumns(db, `select stem from ${sql}`, ['text'])).toEqual([[name]])
  }
})

test('a pattern that is no file finds nothing', async () => {
  await writeFile(join(folder, 'one.csv'), 'a\n1\n')
  for (const name of ['*.csv', 'on?.csv', '[o]ne.csv', '**/one.csv']) {
    await expect(fileRelation(db, join(folder, name)), name).rejects.toThrow(
      /there is no such file|not in that of a folder/,
    )
  }
})

test('a ~ is a name and not a home folder', async () => {
  const here = process.cwd()
  await expect(fileRelation(db, '~/people.csv')).rejects.toThrow(/no such file\. A ~ is not expanded/)
  // Both what `~` would be expanded to and what it names are there.
  const inHome = `~/${relative(homedir(), join(folder, 'tilde', 'people.csv'))}`
  await mkdir(join(folder, 'tilde'))
  await writeFile(join(folder, 'tilde', 'people.csv'), 'a\nelsewhere\n')
  await mkdir(join(folder, '~'))
  await writeFile(join(folder, '~', 'people.csv'), 'a\nhere\n')
  process.chdir(folder)
  try {
    await expect(fileRelation(db, inHome)).rejects.toThrow(/there is no such file/)
    const { sql } = await fileRelation(db, join('~', 'people.csv'))
    expect(await fetchColumns(db, `select a from ${sql}`, ['text'])).toEqual([['here']])
    await writeTable(db, join('~', 'written.csv'), 'csv', [{ name: 'a', kind: 'text', values: ['1'] }])
    expect((await fileRelation(db, join(folder, '~', 'written.csv'))).columns).toEqual(['a'])
  } finally {
    process.chdir(here)
  }
})

test('addresses are names of files that are not there, and nothing can be loaded or set', async () => {
  for (const address of ['http://127.0.0.1:9/x.csv', 's3://bucket/x.parquet', 'file:///etc/passwd.csv']) {
    await expect(fileRelation(db, address), address).rejects.toThrow(/there is no such file/)
  }
  await expect(db.run('load httpfs')).rejects.toThrow()
  await expect(db.run("select * from 'http://127.0.0.1:9/x.parquet'")).rejects.toThrow()
  await expect(db.run('set autoload_known_extensions = true')).rejects.toMatchObject({
    detail: expect.stringMatching(/locked/),
  })
})

test('a relative path is read from where the command runs', async () => {
  await writeFile(join(folder, 'relative.csv'), 'a\n1\n')
  const { columns } = await fileRelation(db, relative(process.cwd(), join(folder, 'relative.csv')))
  expect(columns).toEqual(['a'])
})

test('a backslash beside a pattern is refused and not guessed at', async () => {
  const path = join(folder, 'a\\[1].csv')
  await writeFile(path, 'a\n1\n')
  await expect(fileRelation(db, path)).rejects.toThrow(/a backslash and one of/)
  await writeFile(join(folder, 'a\\b.csv'), 'a\n1\n')
  await expect(fileRelation(db, join(folder, 'a\\b.csv'))).resolves.toBeTruthy()
})
