/** The same table in every way that files are written. */
import { statSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reading } from '../../spec/index.ts'
import { fetchColumns } from '../columns.ts'
import { type Database, openDatabase } from '../database.ts'
import { checkColumn, dataRelation, privateRelation } from '../file-relation.ts'

let folder: string
let db: Database
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tacet-test-'))
  db = await openDatabase()
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

async function rowsOf(content: string | Buffer, read: Reading = {}, ending = '.csv'): Promise<readonly string[][]> {
  const path = join(folder, `file-${++files}${ending}`)
  await writeFile(path, content)
  const relation = await dataRelation(db, { path, read })
  for (const column of relation.columns) checkColumn(relation, column)
  const texts = relation.columns.map((name) => `coalesce(cast("${name}" as varchar), '<none>')`)
  const columns = await fetchColumns(
    db,
    `select ${texts.join(', ')} from ${relation.sql}`,
    texts.map(() => 'text' as const),
  )
  return columns[0].map((_, row) => columns.map((column) => column[row]))
}

const LINES = ['näme;born;sum', 'Zoë – €;31.12.1999;1.234,50', ' n/a ;01.02.2000;NULL', 'b;3.4.2001 7:05;-7']
const READ = [
  ['Zoë – €', '1999-12-31', '1234.50'],
  ['<none>', '2000-02-01', '<none>'],
  ['b', '2001-04-03 07:05:00', '-7'],
]
const text = LINES.join('\n')

/** The letters above 7f of the lines, in windows-1252. */
const windows = Buffer.from([...text].map((letter) => ({ '€': 0x80, '–': 0x96 })[letter] ?? letter.charCodeAt(0)))

test.each<[string, string | Buffer]>([
  ['UTF-8', text],
  ['UTF-8 with a mark and Windows line ends', `\uFEFF${LINES.join('\r\n')}\r\n`],
  ['UTF-16, little end first', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
  ['UTF-16, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])],
  ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
  ['windows-1252', windows],
])('a file in %s is read', async (_, content) => {
  expect(await rowsOf(content)).toEqual(READ)
})

test('so is one that is packed, and one with tabs or bars', async () => {
  expect(await rowsOf(gzipSync(windows), {}, '.csv.gz')).toEqual(READ)
  expect(await rowsOf(text.replaceAll(';', '\t'))).toEqual(READ)
  expect(await rowsOf(text.replaceAll(';', '|'))).toEqual(READ)
})

test('a letter that is not ASCII in the last of many lines still tells the encoding, at any place of a piece', async () => {
  for (const filling of [262_140, 262_141, 262_142, 262_143]) {
    const lines = `a,b\n${'x,y\n'.repeat(Math.floor(filling / 4) - 1)}${'x'.repeat(filling % 4)},z`
    expect((await rowsOf(`${lines}é€\n`)).at(-1)?.[1], `UTF-8 after ${filling}`).toBe('zé€')
    expect((await rowsOf(Buffer.from(`${lines}é\n`, 'latin1'))).at(-1)?.[1], `Latin after ${filling}`).toBe('zé')
  }
})

test('a text in another encoding is kept where its owner alone can read it, and goes with the database', async () => {
  const own = await openDatabase()
  const path = join(folder, 'own.csv')
  await writeFile(path, windows)
  const { raw } = await dataRelation(own, { path })
  const kept = /'(\/[^']*)'/.exec(raw ?? '')?.[1] as string
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(kept)).mode & 0o777).toBe(0o700)
  await own.close()
  await expect(readdir(dirname(kept))).rejects.toThrow()
})

test('what is said is done, and what is found is not guessed at', async () => {
  expect(await rowsOf('d;e\n01/02/2020;1\n', { dates: ['mm/dd/yyyy'] })).toEqual([['2020-01-02', '1']])
  expect(await rowsOf('d;e\n01/02/2020;1\n', { dates: [] })).toEqual([['01/02/2020', '1']])
  expect(await rowsOf('d;e\n1,234;1\n', { decimal: ',' })).toEqual([['1.234', '1']])
  expect(await rowsOf('d;e\n1,234;1\n', { decimal: '.' })).toEqual([['1,234', '1']])
  expect(await rowsOf('d;e\nn/a;none\n', { missing: ['NONE'] })).toEqual([['n/a', '<none>']])
  expect(await rowsOf('d;e,f\n1;2,3\n', { delimiter: ',' })).toEqual([['1;2', '3']])
  expect(await rowsOf(Buffer.from('d,e\n\xb3,1\n', 'latin1'), { encoding: 'windows-1250' })).toEqual([['ł', '1']])
})

test.each([
  ['days or months first', 'd;e\n01/02/2020;1\n', /source\.read\.dates: column "d" .* dd\/mm\/yyyy or mm\/dd\/yyyy\./],
  ['two orders in one file', 'd;e\n13/02/2020;01/13/2020\n', /source\.read\.dates: .* others with the month first/],
  ['commas in thousands or before decimals', 'd;e\n1,234;1\n', /source\.read\.decimal: column "d"/],
  ['points beside decimal commas', 'd;e\n1.234;1,5\n', /source\.read\.decimal: column "d" .* thousands/],
])('%s are asked for', async (_, content, message) => {
  await expect(rowsOf(content)).rejects.toThrow(message)
})

test('another column of the file settles the order of days and months', async () => {
  expect(await rowsOf('d;e\n01/02/2020;31/12/2020\n')).toEqual([['2020-02-01', '2020-12-31']])
})

test('codes and texts stay as they are', async () => {
  const rows = [['007', '1,3', 'K21.9', '12:30', '2020', '1/2']]
  expect(await rowsOf(`a;b;c;d;e;f\n${rows[0].join(';')}\n`, { decimal: '.' })).toEqual(rows)
})

test('any date of the calendar comes back in ISO form', async () => {
  const dates = fc.sample(
    fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    200,
  )
  const iso = dates.map((date) => date.toISOString().slice(0, 10))
  const written = iso.map((day) => day.split('-').reverse().join('.'))
  expect(await rowsOf(`d\n${written.join('\n')}\n`)).toEqual(iso.map((day) => [day]))
})

test('for a private release what one record would decide for all must be said', async () => {
  const opened = async (content: string | Buffer, read: Reading = {}) => {
    const path = join(folder, `file-${++files}.csv`)
    await writeFile(path, content)
    return privateRelation(db, { path, read })
  }
  const dayFirst = 'name;born\na;01/02/2020\nb;13/02/2020'
  const monthFirst = 'name;born\na;01/02/2020\nb;02/13/2020'
  for (const content of [dayFirst, monthFirst]) {
    await expect(opened(content)).rejects.toThrow(
      /looks like dates: \[(dd\/mm|mm\/dd)\/yyyy\], but .*no record may decide how others are read/,
    )
    expect((await opened(content, { dates: ['dd/mm/yyyy'] })).read?.dates).toEqual(['dd/mm/yyyy'])
  }
  await expect(opened('name;sum\na;1,5')).rejects.toThrow(/read: \{ decimal: "," \}/)
  await expect(opened('name;sum\na;1,5', { decimal: ',' })).resolves.toBeDefined()
  await expect(opened(Buffer.from('name;sum\n\xe9;1', 'latin1'))).rejects.toThrow(/read: \{ encoding: windows-1252 \}/)
  await expect(opened(Buffer.from('name;sum\n\xe9;1', 'latin1'), { encoding: 'windows-1252' })).resolves.toBeDefined()
  await expect(opened('name;born\na;2020-02-01\n')).resolves.toBeDefined()
})
