/** What `tacet decide` refuses before anything is drawn or charged, and what it says when it cannot promise. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet } from './support/cli.ts'
import { FLAGS, FLOORED, farm, home, LP } from './support/decide.ts'

const counted = (declared: string, upper = ''): string => `tacet: 1
decide:
  program:
    sense: minimise
    variables: { a: { lower: 0, cost: 1 }, b: { lower: 0, cost: 1 } }
    constraints: { need A: { terms: { a: 1 }${upper} }, need B: { terms: { b: 1 }${upper} } }
    tables: { records: { file: people.csv, row: branch, side: lower } }
  ${declared}
  disjoint: true
privacy: { epsilon: 1, delta: 1e-6 }
`
const PEOPLE = { 'people.csv': `branch\n${'need A\nneed B\n'.repeat(40)}` }
const ALL = 'queries: { "need *": { count: true } }'

test.each<[string, string, RegExp]>([
  [
    'a constraint that is not private',
    counted(`private: [need A]\n  floor: { "*": 500 }\n  ${ALL}`),
    /the lower side of "need B" would be taken from the records and is not private/,
  ],
  [
    'the other side of a private range',
    counted(`private: ["need *:upper"]\n  floor: { "*": 900 }\n  ${ALL}`, ', upper: 1000'),
    /the lower side of "need A" would be taken from the records and is not private/,
  ],
])('records are never counted into %s', (name, spec, message) => {
  const path = farm(name, spec, PEOPLE)
  const before = readdirSync(path)
  for (const args of [
    ['plan', 'farm.yaml'],
    ['decide', 'farm.yaml', '--out', 'release'],
  ]) {
    const run = tacet(args, path)
    expect(run.stderr).toMatch(message)
    expect(run.code).toBe(2)
  }
  expect(readdirSync(path)).toEqual(before)
})

test('the query of a counted side is the one that its sensitivity comes from', () => {
  const queries = 'queries: { "need *:lower": { count: true }, "need *": { sum: [0, 10] } }'
  const declared = `private: ["need *:lower"]\n  floor: { "*": 500 }\n  ${queries}`
  const path = farm('one query', counted(declared, ', upper: 1000'), PEOPLE)
  const run = tacet(['decide', 'farm.yaml', '--out', 'release', '--seed', '1', '--evaluate', '--json'], path)
  expect(run.code, run.stderr).toBe(0) // counted: a sum would need a column of values
  expect(JSON.parse(run.stdout).optimum).toBe(80)
})

const RANGE = LP.replace('cap1: x + y <= 1000', 'cap1: 100 <= x + y <= 1000')
const WIDE = 'max\n x\nst\n cap1: x + 1e9 y <= 1e9\nend\n'

test.each<[string, string[], string, number, RegExp]>([
  ['a sweep from epsilon 0', [...FLOORED, '--sweep', 'epsilon=0:2'], LP, 2, /epsilon must be above 0/],
  ['a sweep up to delta 1', [...FLOORED, '--sweep', 'delta=0:1'], LP, 2, /delta must lie between 0 and 1/],
  ['a sweep of no run', [...FLOORED, '--sweep', 'epsilon=1', '--runs', '0'], LP, 2, /--runs: must be at least 1/],
  ['a floor beyond the truth', [...FLAGS, '--floor', '1200'], LP, 2, /tighter than its public floor/],
  ['a unit that does not divide', [...FLOORED, '--unit', '7'], LP, 2, /not a multiple of the declared unit/],
  ['a misspelt floor', [...FLAGS, '--floor', 'kap1=5'], LP, 2, /floor of "kap1" fits no private .* cap1, cap2/],
  ['a misspelt loosest', [...FLAGS, '--loosest', 'public=5'], LP, 2, /loosest value of "public" fits no private/],
  [
    'floors that cross',
    ['--private', 'cap1', ...FLAGS.slice(2), '--floor', 'cap1:upper=300', '--floor', 'cap1:lower=400'],
    RANGE,
    4,
    /No decision keeps every constraint.*\n\n {2}cap1\n/,
  ],
  [
    'an objective without an end',
    [...FLAGS, '--floor', '0'],
    'max\n x + y\nst\n cap1: x - 3 y <= 3\nend\n',
    2,
    /improves for ever along/,
  ],
])('%s is refused before the charge', (name, flags, text, code, message) => {
  const path = home(name, text)
  const run = tacet(['decide', 'model.lp', ...flags, '--out', 'release'], path)
  expect(run.stderr).toMatch(message)
  expect(run.code).toBe(code)
  expect(run.stderr).not.toMatch(/fault in Tacet|1000|1500/)
  expect(readdirSync(path)).toEqual(['model.lp'])
})

test("without a declared floor the answer does not tell whether the private side is below the model's", () => {
  const said = ['1000', '-3'].map((side) => {
    const path = home('undeclared', LP.replace('cap1: x + y <= 1000', `cap1: x + y <= ${side}`))
    const { code, stderr } = tacet(['decide', 'model.lp', ...FLAGS, '--out', 'release'], path)
    return { code, stderr }
  })
  expect(said[0]).toEqual(said[1])
  expect(said[0]).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/"cap1" .* has no public floor.*By the model it is 0/s),
  })
})

test('a query that fits no private side is refused with the names there are', () => {
  const declared = `private: ["need *"]\n  floor: { "*": 500 }\n  ${ALL.replace(' }', ' }, ned C: { count: true }')}`
  const run = tacet(['plan', 'farm.yaml'], farm('misspelt query', counted(declared), PEOPLE))
  expect(run.stderr).toMatch(/query of "ned C" fits no private right-hand side. They are need A, need B\./)
  expect(run.code).toBe(2)
})

test('a quadratic program with ordinary wide bounds is solved', () => {
  const path = home(
    'wide bounds',
    `min
 obj: 2 x + 3 y + [ 2 x ^ 2 + 3 y ^ 2 ] / 2
st
 c1: x + 2 y >= 30
 c2: 3 x + y >= 40
bounds
 x <= 1e9
 y <= 1e9
end
`,
  )
  const flags = ['--private', 'c*', '--floor', '100', '--sensitivity', '1', '--epsilon', '1', '--delta', '1e-6']
  const run = tacet(['decide', 'model.lp', ...flags, '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { status, note, objective, objectiveAtFloor } = JSON.parse(run.stdout)
  expect([status, note]).toEqual(['optimal', null])
  expect(objectiveAtFloor).toBeCloseTo(2890.8636, 3) // at x = 100 - 2 y, where the slope along c1 is 0
  expect(objective).toBeLessThan(objectiveAtFloor)
})

test('the baseline does not claim that nothing is broken', () => {
  const path = home('baseline')
  const args = ['decide', 'model.lp', ...FLOORED, '--mechanism', 'laplace']
  const unseen = tacet([...args, '--out', 'unseen'], path)
  expect(unseen.stdout).toMatch(/Constraints broken: not checked\. This is the baseline/)
  const manifest = JSON.parse(readFileSync(join(path, 'unseen', 'manifest.json'), 'utf8'))
  expect(manifest.checks.violations).toBeNull()
  expect(readFileSync(join(path, 'unseen', 'report.html'), 'utf8')).toMatch(/not checked/)
  // At delta 9/10 hardly anything is taken off, and the noise passes the truth about every other time.
  const broken = Array.from({ length: 6 }, (_, seed) => {
    const seeded = [
      ...args.with(args.indexOf('--delta') + 1, '0.9'),
      '--seed',
      String(seed),
      '--evaluate',
      '--json',
      '--out',
      `seen${seed}`,
    ]
    return JSON.parse(tacet(seeded, path).stdout).violations
  })
  expect(broken.every((count) => Number.isInteger(count))).toBe(true)
  expect(Math.max(...broken)).toBeGreaterThan(0)
})

test('a ledger of records is kept for the file of records', () => {
  const path = farm('dataset', counted(`private: ["need *"]\n  floor: { "*": 500 }\n  ${ALL}`), PEOPLE)
  expect(tacet(['decide', 'farm.yaml', '--out', 'release'], path).code).toBe(0)
  expect(readFileSync(join(path, 'tacet-ledger.jsonl'), 'utf8')).toMatch(/"dataset":"people\.csv"/)
  const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(JSON.parse(verified.stdout).ok).toBe(true)
})

test('decisions about the same people share a ledger, whatever their sensitivities', () => {
  const path = home('shared')
  for (const sensitivity of ['1', '2']) {
    const run = tacet(['decide', 'model.lp', ...FLOORED.with(3, sensitivity), '--out', `release${sensitivity}`], path)
    expect(run.code, run.stderr).toBe(0)
  }
  const verified = tacet(['verify', 'release2', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(JSON.parse(verified.stdout).ok).toBe(true)
  const records = farm('shared-records', counted(`private: ["need *"]\n  floor: { "*": 500 }\n  ${ALL}`), PEOPLE)
  expect(tacet(['decide', 'farm.yaml', '--out', 'release'], records).code).toBe(0)
  expect(readFileSync(join(records, 'tacet-ledger.jsonl'), 'utf8')).toMatch(/"unit":"one record added or removed"/)
  const counts = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], records)
  expect(JSON.parse(counts.stdout).ok).toBe(true)
})

test('a range with equal private sides ends as its neighbour with unequal ones does', () => {
  const floors = ['--floor', 'cap1:upper=100', '--floor', 'cap1:lower=100', '--private', 'cap1', ...FLAGS.slice(2)]
  const runs = ['100', '101'].map((upper) => {
    const path = home(`range up to ${upper}`, LP.replace('cap1: x + y <= 1000', `cap1: 100 <= x + y <= ${upper}`))
    return tacet(['decide', 'model.lp', ...floors, '--out', 'release'], path)
  })
  expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual([0, 0].map((code) => [code, runs[0].stderr]))
})

test('a bounded model that is badly scaled is solved', () => {
  const path = home('badly scaled', WIDE)
  const run = tacet(['decide', 'model.lp', ...FLOORED, '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { status, objective, gap } = JSON.parse(run.stdout)
  expect([status, gap.relative]).toEqual(['optimal', expect.any(Number)])
  expect(objective).toBeGreaterThan(1e9 - 100)
})

const SIDED = `tacet: 1
decide:
  program:
    sense: maximise
    variables: { x: { lower: 0, upper: 500, cost: 1 } }
    constraints: { "cap:upper": { terms: { x: 1 }, upper: 137 }, cap: { terms: { x: 1 }, upper: 400 } }
  private: ["cap:upper"]
  sensitivity: 1
  floor: { "*": 10 }
privacy: { epsilon: 1, delta: 1e-6 }
`

test('a constraint that is called like the side of another is refused: which of them is private would be open', () => {
  const path = farm('sided', SIDED)
  const run = tacet(['decide', 'farm.yaml', '--out', 'release'], path)
  expect(run.stderr).toMatch(/The constraint "cap:upper" ends in the name of a side/)
  expect(run.code).toBe(2)
})

test('a decision is not shared: workers would read its private sides', () => {
  const path = farm('not shared', SIDED.replaceAll('cap:upper', 'top'))
  const before = readdirSync(path)
  const run = tacet(['run', 'farm.yaml', '--out', 'release', '--run-dir', 'dir'], path)
  expect(run.stderr).toMatch(/`decide` cannot be shared/)
  expect(run.code).toBe(2)
  expect(readdirSync(path)).toEqual(before)
})
