/** Excel workbooks: what Tacet reads is what Excel shows, and a damaged one is an error in words. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fetchColumns } from '../src/data/columns.ts'
import { dataRelation, withDatabase } from '../src/data/index.ts'
import { RequestError } from '../src/request-error.ts'
import type { Reading } from '../src/spec/index.ts'
import { tacet, testFolder } from './support/cli.ts'
import { type Cell, type SheetOf, workbookOf } from './support/workbook.ts'

const folder = testFolder()
let files = 0

function fileOf(bytes: Buffer): string {
  const path = join(folder, `file-${++files}.xlsx`)
  writeFileSync(path, bytes)
  return path
}

/** Names, then records, as they are read. */
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

const rowsOf = (rows: readonly (readonly Cell[])[]): Promise<readonly (readonly string[])[]> =>
  readFile(fileOf(workbookOf([{ name: 'Sheet1', rows }])))

test('cells are read as they are shown: texts, numbers, days, times, codes, formulas', async () => {
  const rows: readonly (readonly Cell[])[] = [
    ['text', 'number', 'day', 'moment', 'code', 'formula'],
    [
      'a & "b" <c>',
      0.1 + 0.2,
      { value: 45000, style: 1 },
      { value: 45000.75, style: 2 },
      { value: 1067, style: 3 },
      { xml: '<c r="PLACE" t="str"><f>A1</f><v>x_x000D_y</v></c>' },
    ],
    [
      'two\nlines',
      1e21,
      { value: 1, style: 1 },
      { value: 0.5, style: 4 },
      { value: 99999, style: 3 },
      { xml: '<c r="PLACE" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>' },
    ],
    ['日本', -5, { value: 61, style: 1 }, null, { value: 1.5, style: 5 }, { xml: '<c r="PLACE" t="b"><v>1</v></c>' }],
    ['', 7, null, null, { value: 2.25, style: 6 }, { xml: '<c r="PLACE" t="e"><v>#N/A</v></c>' }],
  ]
  expect(await rowsOf(rows)).toEqual([
    rows[0],
    ['a & "b" <c>', '0.3', '2023-03-15', '2023-03-15 18:00:00', '01067', 'x y'],
    ['two lines', '1e+21', '1900-01-01', '12:00:00', '99999', 'inline'],
    ['日本', '-5', '1900-03-01', '<none>', '1.5', 'true'],
    ['<none>', '7', '<none>', '<none>', '2.25', '<none>'],
  ])
})

test('days are counted from 1904 where the workbook says so', async () => {
  const sheet = {
    name: 'a',
    rows: [
      ['n', 'day'],
      ['x', { value: 0, style: 1 }],
      ['y', { value: 43538, style: 1 }],
    ] as const,
  }
  expect(await readFile(fileOf(workbookOf([sheet], true)))).toEqual([
    ['n', 'day'],
    ['x', '1904-01-01'],
    ['y', '2023-03-15'],
  ])
})

const TABLE: readonly (readonly Cell[])[] = [
  ['Betriebe'],
  [],
  ['Kreis', 'Betriebe', 'Betriebe'],
  [null, 'Zahl', 'EUR'],
  ...Array.from({ length: 9 }, (_, i) => [`k${i}`, i, 2.5 * i]),
  [],
  ['Insgesamt', 36, 90],
  ['Quelle: Amt'],
]

test('the sheet with the table is found, and in it the table; all of it is said, in a spec too', () => {
  const path = fileOf(
    workbookOf([
      { name: 'Cover', rows: [['Amt'], ['2023']] },
      { name: 'Daten & mehr', rows: TABLE },
      {
        name: 'other',
        rows: [
          ['a', 'b'],
          [1, 2],
        ],
      },
    ]),
  )
  const { stdout, code } = tacet(['describe', path, '--json', '--spec', `${path}.yaml`], folder)
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { rows: 9, read: { sheet: 'Daten & mehr', headerLine: 3, unitLines: 1, totalLines: 2 }, renamed: ['Betriebe (2)'] },
  ])
  expect(tacet(['describe', path], folder).stdout).toMatch(
    /9 records, read from the sheet Daten & mehr\.\nLeft out: 2 lines above the column names, 1 line of units below them, 2 lines of totals or notes at the end/,
  )
  expect(tacet(['describe', path, '--sheet', 'other', '--json'], folder).stdout).toContain('"rows": 1')
  const { stderr } = tacet(['describe', path, '--sheet', 'othr'], folder)
  expect(stderr).toMatch(
    /--sheet: .*no sheet "othr"\. Its sheets are: Cover, Daten & mehr, other\. Did you mean other\?/,
  )
})

test('every command takes a workbook', () => {
  const records = Array.from({ length: 60 }, (_, i): readonly Cell[] => [`w${i % 3}`, 'fm'[i % 2], 20 + (i % 5)])
  const path = fileOf(workbookOf([{ name: 'people', rows: [['ward', 'sex', 'age'], ...records] }]))
  const spec = join(folder, 'people.yaml')
  expect(tacet(['describe', path, '--spec', spec], folder)).toMatchObject({ code: 0 })
  expect(tacet(['audit', path, '--rows', 'ward', '--columns', 'sex'], folder)).toMatchObject({ code: 0 })
  expect(tacet(['anonymize', spec, '--out', join(folder, 'extract')], folder)).toMatchObject({ code: 0 })
  expect(tacet(['topdown', spec, '--out', join(folder, 'counts')], folder)).toMatchObject({ code: 0 })
})

test.each<[string, Buffer, RegExp]>([
  ['no archive', Buffer.from('PK, and nothing'), /not a complete Excel workbook/],
  [
    'one of before 2007',
    Buffer.from('d0cf11e0a1b11ae1'.repeat(8), 'hex'),
    /protected with a password, or of a format before 2007/,
  ],
  ['a cut one', workbookOf([{ name: 'a', rows: TABLE }]).subarray(0, 900), /not a complete Excel workbook/],
  ['one without a table', workbookOf([{ name: 'a', rows: [] }]), /no line of column names/],
])('%s is refused', async (_, bytes, message) => {
  await expect(readFile(fileOf(bytes))).rejects.toThrow(message)
})

const sheetOf = (xml: string): SheetOf => ({
  name: 'a',
  rows: [
    ['a', 'b'],
    [1, { xml }],
  ],
})

test.each<[string, string]>([
  ['a row at the end of the world', '</row><row r="99999999999"><c><v>1</v></c>'],
  ['a column beyond the last', '<c r="ZZZZZ1"><v>1</v></c>'],
  ['rows that go back', '</row><row r="1"><c><v>1</v></c>'],
  ['a text that is not there', '<c r="PLACE" t="s"><v>123456789</v></c>'],
  ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]>'],
])('%s is refused', async (_, xml) => {
  await expect(readFile(fileOf(workbookOf([sheetOf(xml)])))).rejects.toThrow(RequestError)
})

test('a workbook with any bytes changed is read or refused, and is no fault', async () => {
  const whole = workbookOf([{ name: 'a', rows: TABLE.slice(2) }])
  const change = fc.record({ at: fc.nat(whole.length - 1), to: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.option(fc.nat(whole.length)),
      async (changes, cut) => {
        const bytes = Buffer.from(whole)
        for (const { at, to } of changes) bytes[at] = to
        const path = fileOf(bytes.subarray(0, cut ?? bytes.length))
        await readFile(path).catch((error: unknown) => expect(error).toBeInstanceOf(RequestError))
      },
    ),
    { numRuns: 150 },
  )
})
