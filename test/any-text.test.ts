/** Text files as offices write them: titles, units, totals, repeated names, and any encoding. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { encoded } from './support/encoded.ts'

const folder = testFolder()
let files = 0

interface Described {
  readonly rows: number
  readonly read: Readonly<Record<string, unknown>>
  readonly columns: readonly { readonly name: string; readonly type: string; readonly levels: readonly string[] }[]
}

function fileOf(content: string | Buffer): string {
  const name = `file-${++files}.csv`
  writeFileSync(join(folder, name), content)
  return name
}

function described(content: string | Buffer, ...flags: readonly string[]): Described {
  const { stdout, stderr, code } = tacet(['describe', fileOf(content), '--json', ...flags], folder)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  return JSON.parse(stdout) as Described
}

const RECORDS = Array.from({ length: 40 }, (_, i) => `${['Nord', 'Süd', 'Ost'][i % 3]};${(i % 7) + 1},5;${20 + i}`)
const HEADER = 'Kreis;Fläche;Alter'
const PLAIN = described([HEADER, ...RECORDS].join('\n'))

test.each<[string, readonly string[], object]>([
  ['titles above', ['Betriebe, nach Kreis', 'Stand: 2023', '', HEADER, ...RECORDS], { headerLine: 4 }],
  ['titles of as many fields', ['Betriebe;;', HEADER, ...RECORDS], { headerLine: 2 }],
  ['units below', [HEADER, ';km²;Jahre', ...RECORDS], { unitLines: 1 }],
  ['units in brackets', [HEADER, '[Name];[km²];[Jahre]', ...RECORDS], { unitLines: 1 }],
  ['a total', [HEADER, ...RECORDS, 'Insgesamt;160,5;'], { totalLines: 1 }],
  ['a total and notes', [HEADER, ...RECORDS, 'Summe;160,5;1', '', 'Quelle: Amt für Statistik'], { totalLines: 2 }],
  ['a separator behind every line', [HEADER, ...RECORDS].map((line) => `${line};`), {}],
  ['a separator behind every record', [HEADER, ...RECORDS.map((line) => `${line};`)], {}],
  ['all of it', ['Titel', '', `${HEADER};`, ';km²;Jahre;', ...RECORDS.map((line) => `${line};`), 'Summe;1;1;'], {}],
])('a file with %s is read as the one without', (_, lines, read) => {
  const { rows, columns, read: found } = described(lines.join('\r\n'))
  expect(rows).toBe(PLAIN.rows)
  expect(columns).toEqual(PLAIN.columns)
  expect(found).toMatchObject(read)
})

test.each<[string, readonly string[]]>([
  ['a record of few values first', ['a;b;c', 'x;;', 'y;1;2', 'z;3;4', 'w;5;6']],
  ['a word among numbers', ['a;b', 'x;few', 'y;1', 'z;2', 'w;3', 'v;4']],
  ['a last record of one value', ['a;b;c', 'x;1;2', 'y;3;4', 'z;5;6', 'total loss;;']],
  ['a line of numbers first', ['1;2;3', '4;5;6', '7;8;9']],
])('no record is taken for something else: %s', (_, lines) => {
  expect(described(lines.join('\n')).rows).toBe(lines.length - 1)
})

test('what is found can be said otherwise', () => {
  const lines = [HEADER, ';km²;Jahre', ...RECORDS, 'Summe;1;1']
  expect(described(lines.join('\n'), '--unit-lines', '0', '--total-lines', '0').rows).toBe(42)
  expect(described(lines.join('\n'), '--header-line', '2', '--names', 'a,b,c').columns.map(({ name }) => name)).toEqual(
    ['a', 'b', 'c'],
  )
  const none = described(RECORDS.join('\n'), '--header-line', '0', '--names', 'Kreis,Fläche,Alter')
  expect(none.columns).toEqual(PLAIN.columns)
})

test('a name that stands twice gets a number, in records as in commands', () => {
  const lines = ['Ort;Wert;Wert;wert', 'a;1;2;3', 'b;4;5;6', 'c;7;8;9']
  expect(described(lines.join('\n')).columns.map(({ name }) => name)).toEqual(['Ort', 'Wert', 'Wert (2)', 'wert (3)'])
  expect(described(',a,b\n1,x,y\n2,x,z\n').columns.map(({ name }) => name)).toEqual(['column 1', 'a', 'b'])
})

test('a value in a column that seemed empty is an error with its line, and no value is lost', () => {
  const lines = ['a;b;', ...Array.from({ length: 30_000 }, (_, i) => `x;${i};`), 'y;1;SECRET', 'z;2;']
  const { code, stderr } = tacet(['describe', fileOf(lines.join('\n'))], folder)
  expect([code, stderr]).toEqual([2, expect.stringMatching(/line 30002: the line has another number of values/)])
  expect(stderr).not.toMatch(/SECRET/)
})

test.each([
  ['windows-1250', 'Płeć;Województwo', 'kobieta;łódzkie', 'mężczyzna;śląskie'],
  ['shift_jis', '性別;都道府県', '男;東京都', '女;大阪府'],
])('%s is read by every command, and what a private release needs is said', (encoding, header, ...values) => {
  const lines = [header, ...Array.from({ length: 60 }, (_, i) => values[i % 2])]
  const data = fileOf(encoded(lines.join('\n'), encoding))
  const [rows, columns] = header.split(';')
  const audit = tacet(['audit', data, '--rows', rows, '--columns', columns, '--json'], folder)
  expect([audit.code, audit.stderr]).toEqual([expect.any(Number), expect.not.stringMatching(/Error|fault/)])
  expect(audit.stdout).toContain(values[0].split(';')[1])
  expect(tacet(['describe', data, '--encoding', encoding, '--json'], folder).stdout).toContain(header.split(';')[0])
  expect(tacet(['describe', data, '--spec', `${encoding}.yaml`], folder).code).toBe(0)
  expect(tacet(['plan', `${encoding}.yaml`], folder).code).toBe(0)
})

test('where the table stands is said in a private release', () => {
  const lines = ['Title', '', 'ward;sex', ...Array.from({ length: 60 }, (_, i) => `w${i % 3};${'fm'[i % 2]}`), 'Total;']
  const data = fileOf(lines.join('\n'))
  const spec = (read: string): string => `tacet: 1
source: { file: ${data}, read: { missing: []${read} } }
privacy: { person: { atMost: 1 }, epsilon: 1 }
geography: { top: all, columns: [ward] }
attributes: [{ name: sex, levels: [f, m] }]
workload: [{ query: sex }]
`
  writeFileSync(join(folder, 'unsaid.yaml'), spec(''))
  writeFileSync(join(folder, 'said.yaml'), spec(', delimiter: ";", headerLine: 3, unitLines: 0, totalLines: 1'))
  const unsaid = tacet(['topdown', 'unsaid.yaml', '--out', 'unsaid'], folder)
  expect([unsaid.code, unsaid.stderr]).toEqual([2, expect.stringMatching(/headerLine: 3, unitLines: 0, totalLines: 1/)])
  expect(tacet(['topdown', 'said.yaml', '--out', 'said'], folder)).toMatchObject({ code: 0 })
})

test('a code is missing in one column and a value in another, and a column that is not there is named', () => {
  const data = [
    'age,weight',
    ...Array.from({ length: 30 }, (_, i) => `${i % 10 === 9 ? 99 : i},${90 + (i % 10)}`),
  ].join('\n')
  const { columns } = described(data, '--missing-in', 'age=98,99')
  expect(columns.map((column) => (column as unknown as { missing: number }).missing)).toEqual([3, 0])
  const { code, stderr } = tacet(['describe', fileOf(data), '--missing-in', 'aeg=99'], folder)
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--missing-in: .*no column "aeg"\. Did you mean age\?/)])
})

test('numbers may have blanks or apostrophes between thousands', () => {
  const column = (values: readonly string[]) =>
    described(['name;sum', ...values.map((value, i) => `n${i};${value}`)].join('\n')).columns[1]
  expect(column(['1 234,56', '12\u00a0345,5', '7'])).toMatchObject({ type: 'number', smallest: 7, largest: 12345.5 })
  expect(column(["1'234.50", "1'000'000", '3.5'])).toMatchObject({ type: 'number', largest: 1000000 })
  expect(column(['110 00', '123 45', '234 56'])).toMatchObject({ type: 'text' })
})

test('the totals of a finished table are cells of it', () => {
  const lines = [
    'sex,ward,n',
    'f,a,10',
    'f,b,x',
    'm,a,x',
    'm,b,12',
    'Total,a,19',
    'Total,b,20',
    'f,Total,18',
    'm,Total,21',
    'Total,Total,39',
  ]
  const data = fileOf(lines.join('\n'))
  const { code, stdout, stderr } = tacet(
    ['audit', data, '--table', 'n', '--rows', 'sex', '--columns', 'ward', '--json'],
    folder,
  )
  expect([code, stderr, stdout]).toEqual([
    expect.any(Number),
    expect.not.stringMatching(/tacet:/),
    expect.stringMatching(/"cells": 9/),
  ])
})

test('mixed dates are said to be mixed, with the share of each, and read if that is asked', () => {
  const days = Array.from({ length: 200 }, (_, i) =>
    i % 20 === 0 ? '2023-02-01' : `${13 + (i % 9)}/0${1 + (i % 9)}/2023`,
  )
  const data = ['id;seen', ...days.map((day, i) => `${i};${day}`)].join('\n')
  const told = tacet(['describe', fileOf(data)], folder).stdout
  expect(told).toMatch(/Dates in seen are mixed: 95 % dd\/mm\/yyyy, 5 % yyyy-mm-dd\. --dates names those to be read/)
  expect(described(data, '--dates', 'dd/mm/yyyy').columns[1].type).toBe('date')
})

test('values that may stand for a missing one are proposed, column by column, and a spec asks to check them', () => {
  const rows = Array.from(
    { length: 300 },
    (_, i) => `${1 + (i % 3)};${i % 20 === 0 ? 9 : 1 + (i % 4)};${i % 30 === 0 ? 'brak' : 'ab'[i % 2]};${i % 10}`,
  )
  const data = ['grupa;skala;dane;cyfra', ...rows].join('\n')
  const found = described(data)
  expect(found.read.missingIn).toEqual({ skala: ['9'], dane: ['brak'] })
  const name = fileOf(data)
  expect(tacet(['describe', name, '--spec', 'proposed.yaml'], folder).stdout).toMatch(
    /May stand for a missing value in skala: 9\. A spec says so \(missingIn\); a command with flags needs --missing-in "skala=9"/,
  )
  expect(readFileSync(join(folder, 'proposed.yaml'), 'utf8')).toMatch(
    /CHECK: missingIn lists values[\s\S]*missingIn: \{ "skala": \["9"\], "dane": \["brak"\] \}/,
  )
  expect(described(data, '--missing-in', 'skala=x').read.missingIn).toEqual({ skala: ['x'], dane: ['brak'] })
})

test('a file of many columns is described, audited and released from', () => {
  const names = Array.from({ length: 320 }, (_, c) => `c${c}`)
  const lines = Array.from({ length: 2_100 }, (_, r) =>
    names.map((_, c) => (r * 7 + c * 3 + ((r * c) % 11)) % 40).join(','),
  )
  const name = fileOf([names.join(','), ...lines].join('\n'))
  const { code, stdout } = tacet(['describe', name, '--spec', 'wide.yaml', '--json'], folder)
  expect([code, (JSON.parse(stdout) as Described).columns.length]).toEqual([0, 320])
  expect(tacet(['audit', name, '--rows', 'c1', '--columns', 'c2'], folder)).toMatchObject({ code: 0 })
  const levels = Array.from({ length: 40 }, (_, value) => `"${value}"`).join(', ')
  writeFileSync(
    join(folder, 'two-of-many.yaml'),
    `tacet: 1
source: { file: ${name} }
geography: { top: all, columns: [c0] }
attributes: [{ name: c1, levels: [${levels}] }]
privacy: { epsilon: 1, person: { atMost: 1 }, ledger: two-of-many.jsonl }
workload: [{ query: total }, { query: c1 }]
topdown: { simulations: 0 }
`,
  )
  const released = tacet(['topdown', 'two-of-many.yaml', '--out', 'two-of-many'], folder)
  expect(released.code, released.stderr).toBe(0)
})
