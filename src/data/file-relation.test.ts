import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchColumns } from './columns.ts'
import { countTable } from './counted-table.ts'
import { type Database, openDatabase } from './database.ts'
import { describeFile } from './describe.ts'
import { fileRelation } from './file-relation.ts'

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

test.each<[string, string, string | Uint8Array, RegExp]>([
  ['an empty file', 'empty.csv', '', /is empty/],
  ['an unknown ending', 'people.zip', 'x', /this is an archive/],
  ['two columns of one name and no record', 'twice.csv', 'a,b,a', /columns 1 and 3 have the same name/],
  ['a column without a name', 'unnamed.csv', 'a,,c\n1,2,3', /column 2 has no name/],
  ['a Parquet file cut short', 'cut.parquet', 'PAR1 and nothing', /not a complete Parquet file/],
  ['an Arrow file cut short', 'cut.arrow', 'ARROW1 and nothing', /not a complete Arrow file/],
  [
    'bytes that are no text',
    'bytes.csv',
    Buffer.from('a,b\n1,2\nSECRET\x81,3\n', 'latin1'),
    /looks like text in no other encoding/,
  ],
  ['a gzip that is none', 'fake.csv.gz', 'a,b\n1,2', /not a complete gzip file/],
])('%s is refused', async (_, name, content, message) => {
  await writeFile(join(folder, name), content)
  await expect(fileRelation(db, join(folder, name))).rejects.toThrow(message)
})

test('an absent file and a folder are told apart', async () => {
  await expect(fileRelation(db, join(folder, 'absent.csv'))).rejects.toThrow(/there is no such file/)
  await rm(join(folder, 'folder.csv'), { recursive: true, force: true })
  await import('node:fs/promises').then((fs) => fs.mkdir(join(folder, 'folder.csv')))
  await expect(fileRelation(db, join(folder, 'folder.csv'))).rejects.toThrow(/is a folder without Parquet files/)
})

test.each<[string, string | Uint8Array, RegExp]>([
  ['too many values', 'a,b\n1,2\n3,SECRET,5\n6,7\n', /line 3: the line has another number of values/],
  ['too few values', 'a,b\n1,2\nSECRET\n6,7\n', /line 3: the line has another number of values/],
  ['a quote that never ends', 'a,b\n1,2\n3,"SECRET\n6,7\n', /line 3: a quoted value never ends/],
])('a line with %s is named by its number and not quoted', async (_, content, message) => {
  const path = join(folder, 'damaged.csv')
  await writeFile(path, content)
  const error = await countTable(db, { kind: 'file', path }, ['a', 'b']).catch((e: Error) => e)
  expect((error as Error).message).toMatch(message)
  expect((error as Error).message).not.toMatch(/SECRET/)
})

test.each([
  ['semicolons', 'a;"b, c"\n1;2\n'],
  ['tabs', 'a\tb, c\n1\t2\n'],
  ['a byte order mark and Windows line ends', '\uFEFFa,"b, c"\r\n1,2\r\n'],
])('a file with %s is read', async (_, content) => {
  const path = join(folder, 'dialect.csv')
  await writeFile(path, content)
  const { variables } = await countTable(db, { kind: 'file', path }, ['a', 'b, c'])
  expect(variables.map((v) => v.levels)).toEqual([['1'], ['2']])
})

test('levels sort as numbers where they are numbers, and an empty value is a level of its own', async () => {
  const path = join(folder, 'levels.csv')
  await writeFile(path, 'a,b\n10,x\n9,\n9,\n')
  const { variables } = await countTable(db, { kind: 'file', path }, ['a', 'b'])
  expect(variables.map((v) => v.levels)).toEqual([
    ['9', '10'],
    ['(missing)', 'x'],
  ])
})

test('a description tells identifiers, geography and levels apart', async () => {
  const path = join(folder, 'describe.csv')
  const rows = Array.from(
    { length: 100 },
    (_, i) => `p${i},4400${i % 7},${i % 2 ? 'f' : 'm'},${i % 5 === 0 ? '' : i % 90}`,
  )
  await writeFile(path, ['person_id,county,sex,age', ...rows].join('\n'))
  const { rows: count, columns } = await describeFile(db, path)
  expect(count).toBe(100)
  expect(columns.map((c) => [c.name, c.type, c.looksLike, c.missing])).toEqual([
    ['person_id', 'text', 'identifier', 0],
    ['county', 'whole number', 'geography', 0],
    ['sex', 'text', 'quasi-identifier', 0],
    ['age', 'whole number', 'quasi-identifier', 20],
  ])
  expect(columns[2].levels).toEqual(['f', 'm'])
})

test('columns come back whole, and a NULL among thousands of rows is not taken for a number', async () => {
  const [numbers] = await fetchColumns(db, 'select cast(range as integer) from range(5003)', ['int32'])
  expect(numbers).toEqual(Int32Array.from({ length: 5003 }, (_, i) => i))
  for (const hole of [0, 7, 2047, 2048, 5002]) {
    const sql = `select case when range = ${hole} then null else cast(range as double) end from range(5003)`
    await expect(fetchColumns(db, sql, ['float64'])).rejects.toThrow(/holds a NULL/)
  }
  await expect(fetchColumns(db, 'select range from range(3)', ['int32'])).rejects.toThrow(/is BIGINT, not INTEGER/)
})
