/** Files of Stata and SPSS: codes as what they mean, missing codes, weights; a damaged file is an error in words. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fetchColumns } from '../src/data/columns.ts'
import { dataRelation, withDatabase } from '../src/data/index.ts'
import { RequestError } from '../src/request-error.ts'
import type { Reading } from '../src/spec/index.ts'
import { tacet, testFolder } from './support/cli.ts'
import { spssFile, stataFile } from './support/statistics-files.ts'

const folder = testFolder()
let files = 0

function fileOf(bytes: Buffer, ending: string): string {
  const path = join(folder, `file-${++files}.${ending}`)
  writeFileSync(path, bytes)
  return path
}

function readFile(path: string, read: Reading = {}): Promise<readonly (readonly string[])[]> {
  return withDatabase({}, async (db) => {
    const { sql, columns } = await dataRelation(db, { path, read })
    const texts = columns.map((name) => `coalesce("${name.replaceAll('"', '""')}", '<none>')`)
    const found = await fetchColumns(
      db,
      `select ${texts.join(', ')} from ${sql}`,
      columns.map(() => 'text' as const),
    )
    return [columns, ...(found[0] ?? []).map((_, row) => found.map((column) => column[row]))]
  })
}

const SPSS = [
  { name: 'Geschlecht', labels: { männlich: 1, weiblich: 2, 'keine Angabe': 9 }, missing: [9] },
  { name: 'income', labels: { refused: -1 }, range: [-9, -1] as const, missing: [7777] },
  { name: 'born', format: 20 },
  { name: 'plz', format: 16 },
  { name: 'area', labels: { other: 1, 'other ': 2, north: 3 } },
  { name: 'city', width: 8 },
]
const DAY = 86_400
const BORN = (Date.UTC(1987, 1, 3) - Date.UTC(1582, 9, 14)) / 1000
const CASES = [
  [1, 1234.5, BORN, 1067, 1, 'Köln'],
  [2, -1, BORN + 3 * DAY, 99_999, 2, ''],
  [9, -5, null, 5, 3, 'Bonn'],
  [3, 7777, BORN, 10_000, 3, 'Bonn'],
]

test.each([0, 1, 2] as const)(
  'SPSS, compression %i: labels, dates, codes with zeros, and what is declared missing',
  async (compression) => {
    const path = fileOf(spssFile(SPSS, CASES, { compression }), compression === 2 ? 'zsav' : 'sav')
    const names = SPSS.map(({ name }) => name)
    expect(await readFile(path)).toEqual([
      names,
      ['männlich', '1234.5', '1987-02-03', '00001067', 'other (1)', 'Köln'],
      ['weiblich', '<none>', '1987-02-06', '00099999', 'other (2)', '<none>'],
      ['<none>', '<none>', '<none>', '00000005', 'north', 'Bonn'],
      ['3', '<none>', '1987-02-03', '00010000', 'north', 'Bonn'],
    ])
    expect((await readFile(path, { values: 'codes' })).map((row) => row[4])).toEqual(['area', '1', '2', '3', '3'])
  },
)

const STATA = [
  { name: 'sex', labels: { man: 1, woman: 2, refused: 2_147_483_622 } },
  { name: 'seen', format: '%td' },
  { name: 'month', format: '%tm' },
  { name: 'ort', width: 12 },
  { name: 'w' },
]
const LINES = [
  [1, 9999, 720, 'Straße', 12.25],
  [2, 0, -1, '', 0.1],
  ['.a', '.', '.', 'b', 3],
  ['.', '.b', 0, 'c', 1e-7],
]

test('Stata: labels, dates, months, and missing values with a name', async () => {
  expect(await readFile(fileOf(stataFile(STATA, LINES), 'dta'))).toEqual([
    STATA.map(({ name }) => name),
    ['man', '1987-05-18', '2020-01', 'Straße', '12.25'],
    ['woman', '1960-01-01', '1959-12', '<none>', '0.1'],
    ['<none>', '<none>', '<none>', 'b', '3'],
    ['<none>', '<none>', '1960-01', 'c', '1e-7'],
  ])
})

test.each<[string, Buffer, string, object]>([
  [
    'SPSS',
    spssFile(
      [...SPSS, { name: 'factor' }],
      Array.from({ length: 60 }, (_, i) => [...CASES[i % 4], 10 + i]),
      { weight: 7 },
    ),
    'sav',
    { Geschlecht: ['keine Angabe'], income: ['7777', 'refused'] },
  ],
  [
    'Stata',
    stataFile(
      [...STATA.slice(0, 4), { name: 'factor' }],
      Array.from({ length: 60 }, (_, i) => [...LINES[i % 4].slice(0, 4), 10 + i]),
      'factor',
    ),
    'dta',
    { sex: ['refused'], seen: ['.b'] },
  ],
])(
  '%s: what the file says of itself comes into the spec, and every command reads it',
  (_, bytes, ending, missingIn) => {
    const path = fileOf(bytes, ending)
    const { stdout, code } = tacet(['describe', path, '--json', '--spec', `${path}.yaml`], folder)
    const { columns, read } = JSON.parse(stdout) as {
      columns: { name: string; label: string; looksLike: string }[]
      read: Reading
    }
    expect([code, read.missingIn]).toEqual([0, missingIn])
    expect(columns.at(-1)).toMatchObject({ name: 'factor', label: 'About factor', looksLike: 'sampling weight' })
    expect(tacet(['plan', `${path}.yaml`], folder)).toMatchObject({ code: 0 })
    const [rows, others] = [columns[0].name, columns[3].name]
    expect(tacet(['audit', path, '--rows', rows, '--columns', others], folder)).toMatchObject({ code: 0 })
  },
)

test.each([
  ['dta', stataFile(STATA, LINES, 'w')],
  ['sav', spssFile(SPSS, CASES)],
  ['zsav', spssFile(SPSS, CASES, { compression: 2 })],
])('a .%s file with any bytes changed, or cut anywhere, is read or refused, and is no fault', async (ending, whole) => {
  const change = fc.record({ at: fc.nat(whole.length - 1), to: fc.constantFrom(0, 1, 127, 128, 254, 255) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 3 }),
      fc.option(fc.nat(whole.length), { freq: 2 }),
      async (changes, cut) => {
        const bytes = Buffer.from(whole)
        for (const { at, to } of changes) bytes[at] = to
        const path = fileOf(bytes.subarray(0, cut ?? bytes.length), ending)
        await readFile(path).catch((error: unknown) => expect(error).toBeInstanceOf(RequestError))
      },
    ),
    { numRuns: 150 },
  )
})
