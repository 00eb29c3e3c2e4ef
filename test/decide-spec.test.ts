/** `tacet decide` from a spec: models in data files, declared queries, what a release holds back. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet } from './support/cli.ts'
import { FLOORED, farm, home, planned, SPEC, solutionIn, TABLES } from './support/decide.ts'

test('a model from data files, its sensitivity from declared queries, planned and decided', () => {
  const path = farm('tables')
  const before = readdirSync(path)
  const plan = planned(path)
  expect(plan).toMatchObject({
    mechanism: 'truncated',
    sensitivity: { value: '3' }, // one record more: 1 for the count and up to 2 for the sum
    furthest: expect.stringMatching(/^\d+(\/\d+)?$/),
    sides: [
      { name: 'land', side: 'upper', floor: '0', floorFrom: 'query' },
      { name: 'water', side: 'upper', floor: '0', floorFrom: 'query' },
    ],
    objectiveAtFloor: 0,
    size: { variables: 2, constraints: 2 },
  })
  expect(plan.exactDelta).toBeGreaterThan(0)
  expect(plan.exactDelta).toBeLessThanOrEqual(1e-6)
  expect(readdirSync(path)).toEqual(before) // nothing drawn, nothing spent
  const run = tacet(['decide', 'farm.yaml', '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { objective, shift, violations, objectiveAtFloor, privacy } = JSON.parse(run.stdout)
  expect([violations, objectiveAtFloor, shift]).toEqual([0, 0, plan.shift])
  expect(objective).toBeGreaterThan(2500)
  expect(privacy.statement.join(' ')).toMatch(/a count or a bounded sum; one record is added or removed/)
  const { wheat, barley } = solutionIn(join(path, 'release'))
  expect([wheat + barley <= 1000, wheat + 3 * barley <= 1500, wheat <= 800]).toEqual([true, true, true])
})

test.each<[string, string, string]>([
  ['disjoint', '  disjoint: true\nprivacy: { epsilon: 1, delta: 1e-6 }', '2'],
  ['changed', 'privacy: { unit: change-person, epsilon: 1, delta: 1e-6 }', '3'],
  ['changed-disjoint', '  disjoint: true\nprivacy: { unit: change-person, epsilon: 1, delta: 1e-6 }', '3'],
])('the neighbour relation decides the sensitivity: %s', (name, privacy, sensitivity) => {
  const path = farm(`relation-${name}`, SPEC.replace(/privacy: .*/, privacy))
  expect(planned(path).sensitivity.value).toBe(sensitivity)
})

test('a plan in words says where floors come from and what the loss can be', () => {
  const spec = SPEC.replace(/ {2}queries: .*\n/, '  sensitivity: 1\n  floor: { land: 100, water: 0 }\n').replace(
    /, upper: most/,
    '',
  )
  const run = tacet(['plan', 'farm.yaml'], farm('words', spec))
  expect(run.code, run.stderr).toBe(0)
  expect(run.stdout).toMatch(/land\s+<=\s+100\s+declared/)
  expect(run.stdout).toMatch(/water\s+<=\s+0\s+declared/)
  expect(run.stdout).toMatch(/Loss by Theorem 3\.4: not available\. The rows are neither/)
  expect(run.stdout).toMatch(/^delta +at most 1e-6$/m)
})

test('needs that must be covered have a bound on the loss before any data are seen', () => {
  const spec = SPEC.replace('maximise', 'minimise')
    .replace('upper: there', 'lower: there')
    .replace(', upper: most', '')
    .replace(/ {2}queries: .*/, '  sensitivity: 1\n  unit: 1\n  floor: { "*": 2000 }')
  const path = farm('covered', spec)
  const { bounds, furthest } = planned(path)
  expect(bounds.theorem).toMatchObject({ available: true, condition: { method: 'strongly stable' } })
  // Half a unit more of both crops loosens both needs by 1 or more, and a unit of both costs 3 + 2.
  expect(bounds.theorem.condition.alpha).toBeCloseTo(0.5, 6)
  expect(bounds.theorem.value).toBeGreaterThanOrEqual(5 * Number(furthest) * bounds.theorem.condition.alpha)
  const { stdout } = tacet(['plan', 'farm.yaml'], path)
  expect(stdout).toMatch(/Loss at most \d+(\.\d+)? on any data \(Theorem 3\.4: strongly stable/)
})

test('right-hand sides counted and summed from records, values beyond their bounds moved to the nearer end', () => {
  const spec = SPEC.replace(/sides: .*/, 'records: { file: people.csv, row: limit, value: litres, side: upper }')
  const lines = Array.from({ length: 900 }, (_, i) => (i < 300 ? 'land,' : `water,${i % 3 === 0 ? 50 : 1.5}`))
  const path = farm('records', spec, { 'people.csv': `limit,litres\n${lines.join('\n')}\n` })
  const run = tacet(['decide', 'farm.yaml', '--out', 'release', '--seed', '1', '--evaluate', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  // land <= 300, water <= 200 * 2 + 400 * 1.5 = 1000: all of the land goes to wheat.
  expect(JSON.parse(run.stdout).optimum).toBeCloseTo(900, 6)
  const wrong = farm('records-wrong', spec, { 'people.csv': 'limit,litres\nland,\nair,1\n' })
  const refused = tacet(['decide', 'farm.yaml', '--out', 'release'], wrong)
  expect(refused.stderr).toMatch(/people\.csv, line 3: the record names no constraint/)
})

test('bounds and a quadratic objective from data files', () => {
  const spec = SPEC.replace('sense: maximise', 'sense: minimise')
    .replace(
      'cost: price, upper: most }',
      'cost: price, lower: least, upper: most }\n      quadratic: { file: risk.csv, first: a, second: b, coefficient: c }',
    )
    .replace('upper: there', 'lower: there')
    .replace(/ {2}queries: .*/, '  sensitivity: 1\n  floor: { "*": 2000 }')
  const crops = 'crop,price,least,most\nwheat,1/2,-50,3000\nbarley,1,10,3000\n'
  const risk = 'a,b,c\nwheat,wheat,1e-3\nbarley,barley,0.002\n'
  const path = farm('quadratic', spec, { 'crops.csv': crops, 'risk.csv': risk })
  const run = tacet(['decide', 'farm.yaml', '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { wheat, barley } = solutionIn(join(path, 'release'))
  expect([wheat + barley >= 1000, wheat + 3 * barley >= 1500, barley >= 10]).toEqual([true, true, true])
  const verified = tacet(['verify', 'release', '--model', 'farm.yaml', '--json'], path)
  expect(JSON.parse(verified.stdout).ok).toBe(true)
})

test('whole variables from a data file, and bounds that are not there', () => {
  const spec = SPEC.replace('upper: most', 'lower: least, integer: whole')
    .replace(/ {2}queries: .*/, '  sensitivity: 1\n  floor: { "*": 0 }')
    .replace('[land, water]', '[land]')
  const crops = 'crop,price,least,whole\nwheat,3,,1\nbarley,2,-inf,0\n'
  const path = farm('whole', spec, {
    'crops.csv': crops,
    'use.csv': `${TABLES['use.csv']}most,barley,-1\n`,
    'limits.csv': `${TABLES['limits.csv']}most,7/2\n`,
  })
  const run = tacet(['decide', 'farm.yaml', '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { wheat, barley } = solutionIn(join(path, 'release'))
  expect([Number.isInteger(wheat), wheat >= 0, barley >= -3.5, wheat + barley <= 1000]).toEqual([
    true,
    true,
    true,
    true,
  ])
})

test.each<[string, string, Readonly<Record<string, string>>, RegExp]>([
  [
    'a cell that is no number',
    SPEC,
    { 'limits.csv': 'limit,there\nland,12x\n' },
    /limits\.csv, line 2: column "there" holds no number/,
  ],
  [
    'an empty coefficient',
    SPEC,
    { 'use.csv': 'limit,crop,amount\nland,wheat,\n' },
    /use\.csv, line 2: column "amount" is empty/,
  ],
  [
    'an unknown variable',
    SPEC,
    { 'use.csv': 'limit,crop,amount\nland,rye,1\n' },
    /use\.csv, line 2: there is no variable "rye"/,
  ],
  [
    'a term twice',
    SPEC,
    { 'use.csv': 'limit,crop,amount\nland,wheat,1\nland,wheat,2\n' },
    /use\.csv, line 3: .*term in "wheat" already/,
  ],
  [
    'a variable twice',
    SPEC,
    { 'crops.csv': 'crop,price,most\nwheat,1,\nwheat,2,\n' },
    /crops\.csv, line 3: .*declared twice/,
  ],
  [
    'a side without terms',
    SPEC,
    { 'limits.csv': 'limit,there\nland,1\nair,1\n' },
    /limits\.csv, line 3: the constraint "air" has no terms/,
  ],
  ['a constraint without a side', SPEC, { 'limits.csv': 'limit,there\nland,1\n' }, /"water" has no right-hand side/],
  ['no such column', SPEC.replace('upper: there', 'upper: here'), {}, /limits\.csv has no column "here"/],
  ['no such file', SPEC.replace('use.csv', 'gone.csv'), {}, /gone\.csv: there is no such file/],
  ['a line that breaks off', SPEC, { 'use.csv': `${TABLES['use.csv']}land\n` }, /use\.csv/],
  [
    'an objective without a bound on its slope',
    SPEC.replace(/, upper: most }/, ' }\n      quadratic: { file: risk.csv, first: a, second: b, coefficient: c }')
      .replace('maximise', 'minimise')
      .replace(', upper: there', ', lower: there')
      .replace(/ {2}queries: .*/, '  sensitivity: 1\n  floor: { "*": 9000 }'),
    { 'risk.csv': 'a,b,c\nwheat,wheat,1\n' },
    /not Lipschitz/,
  ],
  ['a sum without a bound', SPEC.replace('[0, 2]', '[0, null]'), {}, /values without a bound/],
  ['a side without a query', SPEC.replace('land: { count: true }, ', ''), {}, /"land" has no declared query/],
  [
    'both sensitivity and queries',
    SPEC.replace('  queries', '  sensitivity: 1\n  queries'),
    {},
    /farm\.yaml:\d+: decide: give either the `sensitivity`/,
  ],
  [
    'a query of two kinds',
    SPEC.replace('count: true', 'count: true, sum: [0, 1]'),
    {},
    /farm\.yaml:\d+: decide\.queries\.land: is either/,
  ],
  [
    'a public number of records',
    SPEC.replace('privacy:', '  records: 9\nprivacy:'),
    {},
    /decide\.records: .*change-person/,
  ],
])('%s is refused with its place', (name, spec, tables, message) => {
  const path = farm(name, spec, tables)
  const before = readdirSync(path)
  const run = tacet(['decide', 'farm.yaml', '--out', 'release'], path)
  expect(run.stderr).toMatch(message)
  expect(run.code).toBe(2)
  expect(run.stderr).not.toMatch(/fault in Tacet|12x/)
  expect(readdirSync(path)).toEqual(before)
})

test('a release holds no private right-hand side, nor a fingerprint by which to try values', () => {
  const inline = `tacet: 1
decide:
  program:
    sense: maximise
    variables: { x: { cost: 1 }, y: { cost: 1 } }
    constraints:
      secret: { terms: { x: 1 }, upper: 98765 } # 98765 patients
      open: { terms: { y: 1 }, upper: 4321 }
  private: [secret]
  sensitivity: 1
  floor: { secret: 0 }
privacy: { epsilon: 1, delta: 1e-6 }
`
  const path = farm('closed', inline)
  expect(tacet(['decide', 'farm.yaml', '--out', 'release'], path).code).toBe(0)
  for (const file of readdirSync(join(path, 'release')))
    expect(readFileSync(join(path, 'release', file), 'utf8')).not.toMatch(/98765/)
  const manifest = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8'))
  expect(manifest.inputs).toEqual([])
  expect(JSON.parse(manifest.spec.text).decide.program.constraints).toEqual({
    secret: { terms: { x: 1 }, upper: 'private' },
    open: { terms: { y: 1 }, upper: 4321 },
  })
  const flags = home('closed-lp')
  expect(tacet(['decide', 'model.lp', ...FLOORED, '--out', 'release'], flags).code).toBe(0)
  expect(JSON.parse(readFileSync(join(flags, 'release', 'manifest.json'), 'utf8')).inputs).toEqual([])
})

test('only the tables without right-hand sides are fingerprinted', () => {
  const path = farm('fingerprints')
  expect(tacet(['decide', 'farm.yaml', '--out', 'release'], path).code).toBe(0)
  const { inputs } = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8'))
  expect(inputs.map((input: { name: string }) => input.name)).toEqual(['crops.csv', 'use.csv'])
})

test('the spec of the guide runs as it stands', () => {
  const guide = readFileSync(new URL('../docs/decide.md', import.meta.url), 'utf8')
  const [, spec] = /```yaml\n((?!# )[\s\S]*?)```/.exec(guide) as RegExpExecArray
  const branches = ['need A', 'need B']
  const path = farm('guide', spec, {
    'routes.csv': 'route,price\nnorth A,3\nnorth B,5\nsouth A,4\nsouth B,2\n',
    'network.csv': `limit,route,units\n${['north', 'south'].flatMap((from) => ['A', 'B'].map((to) => `${from},${from} ${to},1\nneed ${to},${from} ${to},1`)).join('\n')}\n`,
    'supplies.csv': 'limit,there\nnorth,600\nsouth,600\n',
    'patients.csv': `branch\n${Array.from({ length: 300 }, (_, i) => branches[i % 3 === 0 ? 0 : 1]).join('\n')}\n`,
  })
  expect(planned(path)).toMatchObject({ sensitivity: { value: '1' }, step: '1', shift: '14' })
  const run = tacet(['decide', 'farm.yaml', '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const sent = solutionIn(join(path, 'release'))
  expect(sent['north A'] + sent['south A']).toBeGreaterThanOrEqual(100)
  expect(sent['north B'] + sent['south B']).toBeGreaterThanOrEqual(200)
  expect(JSON.parse(tacet(['verify', 'release', '--model', 'farm.yaml', '--json'], path).stdout).ok).toBe(true)
})

test('a plan tells what other budgets would cost, as plans with those budgets do', () => {
  const diagonal =
    'maximize\n profit: 3 x + 2 y\nsubject to\n cap1: x <= 100\n cap2: y <= 50\nbounds\n x free\n y free\nend\n'
  const at = (epsilon: string) => {
    const path = home('tradeoff', diagonal)
    const decide = 'decide: { model: model.lp, private: ["cap*"], sensitivity: 1, floor: { "cap*": 0 } }'
    writeFileSync(join(path, 'farm.yaml'), `tacet: 1\n${decide}\nprivacy: { epsilon: ${epsilon}, delta: 1e-6 }\n`)
    return planned(path)
  }
  const plan = at('1')
  expect(plan.privacy.epsilon).toBe('1')
  expect(plan.bounds.theorem.available, plan.bounds.theorem.why).toBe(true)
  for (const epsilon of ['1', '1/2', '10']) {
    const other = at(epsilon)
    const point = plan.tradeoff.find((one: { epsilon: string }) => one.epsilon === epsilon)
    const [above, below = 1] = other.shift.split('/').map(Number)
    expect(point.shift).toBeCloseTo(above / below, 9)
    expect(point.lossAtMost / other.bounds.theorem.value).toBeCloseTo(1, 9)
  }
  const losses = plan.tradeoff.map((one: { lossAtMost: number }) => one.lossAtMost)
  expect(losses).toEqual(losses.toSorted((a: number, b: number) => b - a))
})
