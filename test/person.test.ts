/** People, not lines: a bound on the lines of a person, noise that follows from it, a statement that says which. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()

/** 60 patients; the first has 12 visits, all others 2. */
const visits = (heavy = 12): string =>
  `patient,ward,sex\n${Array.from({ length: 60 }, (_, p) =>
    `p${p},${p % 2 === 0 ? 'a' : 'b'},${p % 3 === 0 ? 'f' : 'm'}\n`.repeat(p === 0 ? heavy : 2),
  ).join('')}`

const SPEC = (privacy: string): string => `tacet: 1
source: { file: visits.csv }
geography: { top: hospital, columns: [ward] }
attributes: [{ name: sex, levels: [f, m] }]
privacy: { ${privacy} }
workload: [{ query: total }, { query: sex }]
`

function home(name: string, privacy: string, text = visits()): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'visits.csv'), text)
  writeFileSync(join(path, 'spec.yaml'), SPEC(privacy))
  return path
}

function run(command: string, path: string, ...flags: readonly string[]) {
  const ended = tacet([command, 'spec.yaml', '--json', ...flags], path)
  expect(ended.code, ended.stderr).toBe(0)
  return { ...JSON.parse(ended.stdout), stderr: ended.stderr }
}

const PERSON = 'person: { column: patient, atMost: 3 }'

test.each([
  ['add-remove', `epsilon: 1, ${PERSON}`, '3', 'One person is added or removed.'],
  ['change', `epsilon: 1, unit: change-person, ${PERSON}`, '6', "One person's records change to others."],
])('%s: the noise is for all lines of a person, and the statement says so', (name, privacy, sensitivity, words) => {
  const path = home(name, privacy)
  const { queries, privacy: stated } = run('measure', path, '--out', 'release')
  expect(
    queries
      .filter(({ query }: { query: string }) => query === 'sex')
      .map((q: { sensitivity: string }) => q.sensitivity),
  ).toEqual([sensitivity, sensitivity])
  expect(stated.statement[0]).toBe(words)
  expect(stated.statement.join(' ')).toMatch(/all records with one value of "patient"\. At most 3 of each are counted/)
  expect(JSON.stringify(stated)).not.toMatch(/\b(9|129)\b/) // neither how many lines were left out nor how many stayed
  const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(JSON.parse(verified.stdout), verified.stderr).toMatchObject({ ok: true })
})

test('zCDP: the variance grows with the square of the bound', () => {
  const one = run(
    'measure',
    home('one', 'rho: 1/2, delta: 1e-6, person: { column: patient, atMost: 1 }'),
    '--out',
    'release',
  )
  const three = run('measure', home('three', `rho: 1/2, delta: 1e-6, ${PERSON}`), '--out', 'release')
  const errors = (found: { queries: { standardError: number }[] }): number[] =>
    found.queries.map((q) => q.standardError)
  expect(errors(three).map((error, i) => error / errors(one)[i])).toEqual(errors(one).map(() => expect.closeTo(3, 2)))
  expect(three.privacy.statement).toContain('For a group of k people, multiply rho by k squared.')
})

test('lines beyond the bound do not count, whatever they are: two files that differ only there give the same truth', () => {
  const measured = (name: string, heavy: number): string => {
    const path = home(name, `epsilon: 1, ${PERSON}`, visits(heavy))
    run('measure', path, '--out', 'release', '--seed', '5')
    return readFileSync(join(path, 'release', 'measurements.csv'), 'utf8')
  }
  expect(measured('twelve', 12)).toBe(measured('three lines', 3))
})

test('top-down keeps the bound too, and is verified', () => {
  const path = home('topdown', `epsilon: 4, ${PERSON}`)
  const { privacy } = run('topdown', path, '--out', 'release')
  expect(privacy.statement[0]).toBe('One person is added or removed.')
  const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--resolve', '--json'], path)
  expect(JSON.parse(verified.stdout), verified.stderr).toMatchObject({ ok: true })
  const forged = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8'))
  forged.privacy.statement[1] = forged.privacy.statement[1].replace('At most 3', 'At most 30')
  writeFileSync(join(path, 'release', 'manifest.json'), JSON.stringify(forged))
  expect(tacet(['verify', 'release', '--json'], path).code).toBe(1)
})

test('ages and postcodes are not taken for people, and two columns repeat', () => {
  const lines = Array.from(
    { length: 400 },
    (_, i) =>
      `h${i % 90},c${i % 80},${i % 2 === 0 ? 'a' : 'b'},f,${18 + (i % 70)},${10_000 + 7 * (i % 120)},${i % 31}.5`,
  )
  const text = `household,case_id,ward,sex,age,postcode,score\n${lines.join('\n')}\n`
  const { stderr } = run('plan', home('households', 'epsilon: 1', text))
  expect(stderr).toMatch(/Columns "household" and "case_id" repeat and may name people/)
  expect(stderr).not.toMatch(/"age"|"postcode"|"score"/)
})

test('without a bound the statement says record, and a column that repeats is pointed out, in plan and run', () => {
  const path = home('records', 'epsilon: 1')
  for (const found of [run('plan', path), run('measure', path, '--out', 'release')]) {
    expect(found.privacy.statement[0]).toBe('One record is added or removed.')
    expect(found.stderr).toMatch(/Column "patient" repeats and may name people/)
    expect(found.stderr).toMatch(/privacy\.person: \{ column: patient, atMost: N \}/)
  }
  expect(readFileSync(join(path, 'release', 'manifest.json'), 'utf8')).not.toMatch(/repeats/)
  const declared = run('measure', home('declared', 'epsilon: 1, person: { atMost: 1 }'), '--out', 'release')
  expect(declared.stderr).not.toMatch(/repeats/)
  expect(declared.privacy.statement).toContain(
    'Every record is another person: the spec declares it, and nobody has checked it.',
  )
})

test.each([
  ['no column', 'epsilon: 1, person: { atMost: 2 }', visits(), /name the `column` of the person/],
  ['an unknown column', 'epsilon: 1, person: { column: nobody }', visits(), /no column "nobody"/],
  ['a line without a person', `epsilon: 1, ${PERSON}`, `${visits()},a,f\n`, /have no value in the column "patient"/],
])('%s is refused and nothing is charged', (name, privacy, text, message) => {
  const path = home(name, privacy, text)
  const ended = tacet(['measure', 'spec.yaml', '--out', 'release'], path)
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(message)])
})

test('decide counts at most so many records of a person, and its noise is for all of them', () => {
  const spec = (privacy: string): string => `tacet: 1
decide:
  program:
    sense: maximise
    variables: { x: { cost: 1, lower: 0, upper: 100 } }
    constraints: { beds: { terms: { x: 1 } } }
    tables: { records: { file: visits.csv, row: kind, side: upper } }
  private: [beds]
  queries: { beds: { count: true } }
  floor: { beds: 0 }
privacy: { epsilon: 1, delta: 1e-6${privacy} }
`
  const visits = `patient,kind\n${['a', 'a', 'a', 'a', 'b', 'c'].map((who) => `${who},beds\n`.repeat(10)).join('')}`
  const decided = (name: string, privacy: string) => {
    const path = join(folder, name)
    mkdirSync(path)
    writeFileSync(join(path, 'visits.csv'), visits)
    writeFileSync(join(path, 'spec.yaml'), spec(privacy))
    const result = run('decide', path, '--out', 'release')
    const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
    expect(JSON.parse(verified.stdout), verified.stdout).toMatchObject({ ok: true })
    return { ...result, manifest: JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8')) }
  }
  const plain = decided('decide records', '')
  expect(plain.manifest.privacy.unit).toBe('L1 sensitivity 1')
  expect(plain.manifest.privacy.statement.join(' ')).toMatch(/one record is added or removed/)
  const bounded = decided('decide people', ', person: { column: patient, atMost: 5 }')
  expect(bounded.manifest.privacy.unit).toBe('L1 sensitivity 5')
  expect(bounded.manifest.privacy.statement.join(' ')).toMatch(
    /one person is added or removed .* At most 5 records of each person are counted/,
  )
  expect(bounded.objective).toBeLessThanOrEqual(15) // three people, five records each, however many there are in the file
})

test('an audit counts people where the spec says whose lines are whose, each once in a cell and none left out', () => {
  const path = home('audited', `epsilon: 1, ${PERSON}`)
  writeFileSync(join(path, 'spec.yaml'), `${SPEC(`epsilon: 1, ${PERSON}`)}audit: { rows: [ward], columns: [sex] }\n`)
  const flags = ['audit', 'visits.csv', '--rows', 'ward', '--columns', 'sex', '--json']
  const n = (args: readonly string[]): number => JSON.parse(tacet(args, path).stdout).n
  expect(n(flags)).toBe(130)
  const inCells = new Set(readFileSync(join(path, 'visits.csv'), 'utf8').trim().split('\n').slice(1))
  expect(n([...flags, '--person', 'patient'])).toBe(inCells.size)
  expect(n(['audit', 'spec.yaml', '--json'])).toBe(inCells.size)
})

test('people told by another column are another unit: their costs are never added up', () => {
  const path = home('units', `epsilon: 1, ${PERSON}`)
  run('measure', path, '--out', 'first')
  for (const person of ['{ atMost: 1 }', '{ column: ward, atMost: 3 }']) {
    writeFileSync(join(path, 'spec.yaml'), SPEC(`epsilon: 1, person: ${person}`))
    const other = tacet(['measure', 'spec.yaml', '--out', 'second'], path)
    expect(other.stderr).toMatch(/protects: one person \(column "patient"\) added or removed/)
    expect(other.code).toBe(2)
  }
  expect(tacet(['verify', 'first', '--ledger', 'tacet-ledger.jsonl'], path).code).toBe(0)
})

test('group sizes bound nobody, and say so', () => {
  const path = home('grouped', `epsilon: 1, ${PERSON}`)
  const spec = (person: string): string =>
    `tacet: 1\nsource: { file: visits.csv }\ngroups: { levels: [ward], unit: patient }\nprivacy: { epsilon: 1, person: ${person} }\n`
  writeFileSync(join(path, 'spec.yaml'), spec('{ column: patient, atMost: 3 }'))
  const refused = tacet(['groups', 'spec.yaml', '--out', 'release'], path)
  expect(refused.stderr).toMatch(/privacy\.person: groups count every line as another person/)
  expect(refused.code).toBe(2)
})

test('data that are linked into another folder have one ledger', () => {
  const path = home('linked', 'epsilon: 1, person: { atMost: 1 }')
  run('measure', path, '--out', 'first')
  expect(tacet(['ledger', 'cap', 'tacet-ledger.jsonl', '--epsilon', '1', '--reason', 'agreed'], path).code).toBe(0)
  mkdirSync(join(path, 'project'))
  symlinkSync('../visits.csv', join(path, 'project', 'visits.csv'))
  writeFileSync(join(path, 'project', 'spec.yaml'), readFileSync(join(path, 'spec.yaml')))
  const again = tacet(['measure', 'project/spec.yaml', '--out', 'second'], path)
  expect(again.stderr).toMatch(/The ledger's cap is epsilon 1/)
  expect(again.code).toBe(3)
  expect(readdirSync(join(path, 'project')).sort()).toEqual(['spec.yaml', 'visits.csv'])
})
