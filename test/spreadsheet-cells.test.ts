/** Texts that a spreadsheet would run: written so that it does not, and read back as they were. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fetchColumns } from '../src/data/columns.ts'
import { withDatabase } from '../src/data/database.ts'
import { fileRelation } from '../src/data/file-relation.ts'
import { safeText, writtenText } from '../src/data/spreadsheet-cells.ts'
import { writeTable } from '../src/data/table-writer.ts'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()

const TEXTS = [
  '=1+1',
  '+49 30',
  '-2-3',
  '@SUM(A1)',
  '\tx',
  '\rx',
  "'=1",
  "''=1",
  "'",
  "'abc",
  '-',
  '=',
  '',
  'north',
  '-5',
  '+1.5',
  '-1e3',
  '-1/3',
  '-5%',
  '.5',
]

test('what a spreadsheet would run begins with an apostrophe, and numbers do not', () => {
  const changed = TEXTS.filter((text) => safeText(text) !== text)
  expect(changed).toEqual(['=1+1', '+49 30', '-2-3', '@SUM(A1)', '\tx', '\rx', "'=1", "''=1"])
  for (const text of changed) expect(safeText(text)).toBe(`'${text}`)
})

test('whatever is written comes back', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '\t', '1', 'a', '.') }))
  fc.assert(
    fc.property(text, (one) => writtenText(safeText(one)) === one),
    { numRuns: 2000 },
  )
})

test('the database writes and reads as the functions say', async () => {
  const texts = TEXTS.filter((text) => text !== '')
  await withDatabase({}, async (db) => {
    const path = join(folder, 'texts.csv')
    const numbers = Float64Array.from(texts, (_, i) => -i)
    await writeTable(db, path, 'csv', [
      { name: '=name', kind: 'text', values: texts },
      { name: 'label', kind: 'label', codes: Int32Array.from(texts.keys()), labels: texts },
      { name: 'n', kind: 'whole', values: numbers },
    ])
    const plain = await fileRelation(db, path)
    expect(plain.columns).toEqual(["'=name", 'label', 'n'])
    const raw = await fetchColumns(db, `select "'=name", label, n from ${plain.sql}`, ['text', 'text', 'text'])
    expect(raw.slice(0, 2)).toEqual([texts.map(safeText), texts.map(safeText)])
    expect(raw[2]).toEqual(texts.map((_, i) => String(-i)))
    const back = await fileRelation(db, path, 'spreadsheet-safe')
    expect(back.columns).toEqual(['=name', 'label', 'n'])
    expect(await fetchColumns(db, `select "=name", label from ${back.sql}`, ['text', 'text'])).toEqual([texts, texts])
  })
})

const PEOPLE = ['=region,sex', '=1+1,@f', '=1+1,m', '-2-3,@f', '-2-3,m', "'=q,@f", "'=q,m", '-7,@f', '-7,m'].join('\n')

const TOWN = `tacet: 1
source: { file: people.csv }
geography: { top: "+all", columns: ["=region"] }
attributes: [{ name: sex, levels: ["@f", m] }]
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: sex }]
output: { microdata: true }
`

const DECIDE = `tacet: 1
privacy: { epsilon: 1, delta: 1e-6 }
decide:
  private: [cap]
  sensitivity: 1
  floor: { cap: 0 }
  program:
    variables: { "=x": { cost: 1, upper: 100, lower: -5 }, "-y": { cost: 1, lower: -3 } }
    constraints: { cap: { terms: { "=x": 1, "-y": 1 }, upper: 50 } }
`

const RUNS: Readonly<Record<string, readonly string[]>> = {
  measure: ['measure', 'town.yaml', '--seed', '1'],
  topdown: ['topdown', 'town.yaml', '--seed', '1', '--evaluate'],
  groups: [
    'groups',
    'hh.csv',
    '--levels',
    '=region',
    '--size',
    'size',
    '--max-size',
    '4',
    '--epsilon',
    '1',
    '--seed',
    '1',
  ],
  anonymize: ['anonymize', 'people.csv', '--k', '2', '--qi', '=region', '--others', 'publish', '--time', '1s'],
  decide: ['decide', 'decide.yaml', '--seed', '1'],
  audit: ['audit', 'people.csv', '--rows', '=region', '--columns', 'sex'],
}

test.each(Object.keys(RUNS))(
  '%s writes cells that do not run, and verify reads them',
  (command) => {
    const home = join(folder, command)
    mkdirSync(home)
    const sizes = PEOPLE.replace('sex', 'size').replace(/@f/g, '1').replace(/,m/g, ',2')
    for (const [name, text] of Object.entries({
      'people.csv': PEOPLE,
      'hh.csv': sizes,
      'town.yaml': TOWN,
      'decide.yaml': DECIDE,
    }))
      writeFileSync(join(home, name), `${text}\n`)
    for (const flags of [[], ['--no-spreadsheet-safe']]) {
      const out = `out${flags.length}`
      const made = tacet([...RUNS[command], '--out', out, ...flags], home)
      expect(made.code, made.stderr).toBe(0)
      const checked = tacet(['verify', out, ...(command === 'decide' ? ['--model', 'decide.yaml'] : [])], home)
      expect(checked.code, checked.stdout + checked.stderr).toBe(0)
      const cells = readdirSync(join(home, out))
        .filter((name) => name.endsWith('.csv'))
        .flatMap((name) => readFileSync(join(home, out, name), 'utf8').split(/[,\r\n]/))
      const run = cells.filter((cell) => /^"?[=+@-]/.test(cell) && !/^-?[\d.e+-]+$/.test(cell))
      if (flags.length === 0) expect(run, command).toEqual([])
      else expect(run.length).toBeGreaterThan(0)
    }
  },
  600_000,
)

test('an extension reads the names of the release that it extends as they were', () => {
  const home = join(folder, 'topdown')
  const more = TOWN.replace('m] }]', 'm] }, { name: size, levels: ["1", "2"] }]').replace('people', 'more')
  writeFileSync(join(home, 'more.yaml'), more)
  writeFileSync(
    join(home, 'more.csv'),
    `${PEOPLE.split('\n')
      .map((line, i) => `${line},${i === 0 ? 'size' : 1 + (i % 2)}`)
      .join('\n')}\n`,
  )
  for (const before of ['out0', 'out1']) {
    const made = tacet(['topdown', 'more.yaml', '--extend', before, '--seed', '2', '--out', `more-${before}`], home)
    expect(made.code, made.stderr).toBe(0)
    const checked = tacet(['verify', `more-${before}`, '--earlier', before], home)
    expect(checked.code, checked.stdout + checked.stderr).toBe(0)
  }
}, 600_000)

test('what is CONFIDENTIAL, and which records are alike, is for the owner alone', () => {
  const mode = (path: string): number => statSync(path).mode & 0o777
  const home = join(folder, 'anonymize')
  for (const [path] of [['topdown/out0/cells.csv'], ['topdown/out0/answers.csv'], ['audit/out0/bounds.csv']])
    expect(mode(join(folder, path)), path).toBe(0o600)
  const made = tacet([...RUNS.anonymize, '--out', 'classes', '--classes', 'which.csv'], home)
  expect(made.code, made.stderr).toBe(0)
  expect(mode(join(home, 'which.csv'))).toBe(0o600)
  expect(mode(join(home, 'classes', 'classes.csv'))).toBe(0o600)
}, 600_000)
