/** `tacet topdown` from the command line: what is released, and that it is what the spec asked for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { fetchColumns, fileRelation, withDatabase } from '../src/data/index.ts'
import { type Ended, tacet, testFolder } from './support/cli.ts'
import {
  addedUp,
  COUNTY_SPEC,
  changed,
  charges,
  countIn,
  countyFolder,
  countyPeople,
  csvLines,
  ONCE,
  pathParent,
  readRelease,
  regionsIn,
  sorted,
} from './support/topdown.ts'

const folder = testFolder()
const people = countyPeople()
const up = pathParent('county')
const FILES = [
  'answers.csv',
  'cells.csv',
  'evidence.json',
  'facts.csv',
  'manifest.json',
  'measurements.csv',
  'microdata.csv',
]

/** Runs the county's spec, which must succeed. */
function topdown(home: string, ...flags: readonly string[]): Ended {
  const run = tacet(['topdown', 'county.yaml', ...flags], home)
  expect(run.code, run.stderr).toBe(0)
  return run
}

/** A release in which every level is the sum of the leaves, by our own sum. */
function releasedCounts(release: string, parent = up): ReturnType<typeof readRelease> {
  const released = readRelease(release)
  expect(sorted(released.all)).toEqual(sorted(addedUp(released.leaves, parent)))
  return released
}

function verified(home: string, release: string, ...flags: readonly string[]): void {
  const run = tacet(['verify', release, '--json', ...flags], home)
  expect(run.code, run.stdout).toBe(0)
  const { ok, checks } = JSON.parse(run.stdout)
  expect(ok).toBe(true)
  expect(checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([])
}

let home: string
let result: Record<string, unknown>
beforeAll(() => {
  home = countyFolder(join(folder, 'plain'))
  result = JSON.parse(topdown(home, '--out', 'release', '--json').stdout)
})

test('--json says what was released; the folder holds it, and nothing half done is left', () => {
  expect(result).toMatchObject({
    out: 'release',
    stamp: null,
    levels: [
      { name: 'county', nodes: 1 },
      { name: 'region', nodes: 3 },
      { name: 'block', nodes: 12 },
    ],
    privacy: { budget: { kind: 'pure', total: '2' }, publishedExactly: ['population'] },
    checks: { nonNegativeIntegers: true, childrenAddUp: true, factsHold: true, impliedComplete: true },
    failsafe: [],
  })
  const queries = (result.queries as { level: string; query: string }[]).map(({ level, query }) => `${level} ${query}`)
  for (const level of ['county', 'region', 'block']) {
    for (const query of ['total', 'kind', 'detailed']) expect(queries).toContain(`${level} ${query}`)
  }
  expect(readdirSync(join(home, 'release')).sort()).toEqual([...FILES, 'regions.csv', 'report.html'])
  expect(readdirSync(home).filter((name) => name.includes('partial'))).toEqual([])
  const { inputs } = JSON.parse(readFileSync(join(home, 'release', 'manifest.json'), 'utf8'))
  expect(inputs.map(({ name }: { name: string }) => name)).toContain('people.csv')
  expect(JSON.stringify(inputs)).not.toMatch(/[0-9a-f]{64}.*people|people[^}]*[0-9a-f]{64}/)
})

test('the cells are whole, above 0, and add up; what is public holds in every block', () => {
  const { columns, all, leaves } = releasedCounts(join(home, 'release'))
  expect(columns).toEqual(['level', 'region', 'sex', 'kind', 'count', 'standard_error'])
  expect([...all.values()].every((count) => Number.isSafeInteger(count) && count > 0)).toBe(true)
  expect([...all.keys()].filter((key) => key.endsWith('|m,spouse'))).toEqual([])
  for (const block of regionsIn(people)) {
    expect(countIn(leaves, block), block).toBe(countIn(people, block))
    expect(countIn(leaves, block, 'dorm') > 0, block).toBe(countIn(people, block, 'dorm') > 0)
  }
  expect(sorted(leaves)).not.toEqual(sorted(people))
})

test('the microdata are the leaves, one line a person', () => {
  const [columns, ...lines] = csvLines(join(home, 'release', 'microdata.csv'))
  expect(columns).toEqual(['region', 'sex', 'kind'])
  const counted = new Map<string, number>()
  for (const [region, ...cell] of lines) {
    const key = `${region}|${cell.join()}`
    counted.set(key, (counted.get(key) ?? 0) + 1)
  }
  expect(sorted(counted)).toEqual(sorted(readRelease(join(home, 'release')).leaves))
})

test('it is verified, charged once, and never replaces other files', () => {
  verified(home, 'release', '--ledger', 'tacet-ledger.jsonl')
  const again = tacet(['topdown', 'county.yaml', '--out', 'release'], home)
  expect(again.code).toBe(2)
  expect(again.stderr).toMatch(/holds a finished release .* Nothing was done/)
  expect(charges(join(home, 'tacet-ledger.jsonl'))).toEqual(ONCE)
})

test('as Parquet it is the same release', async () => {
  topdown(home, '--out', 'text', '--seed', '4')
  topdown(home, '--out', 'parquet', '--seed', '4', '--format', 'parquet')
  expect(existsSync(join(home, 'parquet', 'cells.csv'))).toBe(false)
  verified(home, 'parquet')
  const cells = await withDatabase({}, async (db) => {
    const { sql } = await fileRelation(db, join(home, 'parquet', 'cells.parquet'))
    const kinds = ['text', 'text', 'text', 'float64'] as const
    return fetchColumns(db, `select region, sex, kind, cast("count" as double) from ${sql}`, kinds)
  })
  const [region, sex, kind, count] = cells as [string[], string[], string[], Float64Array]
  const counts = new Map(region.map((place, i) => [`${place}|${sex[i]},${kind[i]}`, count[i]]))
  expect(sorted(counts)).toEqual(sorted(readRelease(join(home, 'text')).all))
})

test('with rho and delta it draws from the discrete Gaussian, and says which epsilon that is', () => {
  const zcdp = countyFolder(join(folder, 'zcdp'), changed(COUNTY_SPEC, 'epsilon: 2', 'rho: 1/2, delta: 1e-6'))
  const { privacy, queries } = JSON.parse(topdown(zcdp, '--out', 'release', '--json').stdout)
  expect(privacy.words).toMatch(/zCDP\), which is epsilon \d/)
  expect(JSON.stringify(queries)).toMatch(/discrete-gaussian/)
  expect(JSON.stringify(queries)).not.toMatch(/discrete-laplace/)
  releasedCounts(join(zcdp, 'release'))
  verified(zcdp, 'release', '--ledger', 'tacet-ledger.jsonl')
})

test('the plan tells the facts and what is proved of them, and spends nothing', () => {
  const dorms = regionsIn(people).filter((block) => countIn(people, block, 'dorm') > 0).length
  const planned = countyFolder(join(folder, 'planned'))
  const run = tacet(['plan', 'county.yaml', '--json'], planned)
  expect(run.code, run.stderr).toBe(0)
  const { topdown: plan } = JSON.parse(run.stdout)
  expect(plan.implied).toMatchObject({ complete: true, theorem: expect.stringMatching(/Theorem 3/) })
  expect(plan.facts).toMatchObject([
    { name: 'population', level: 'block', fixes: null, words: 'publishes 12 true counts, outside the guarantee' },
    { name: 'dorms', level: 'block', fixes: 12 - dorms, atLeast: dorms },
  ])
  expect(readdirSync(planned).sort()).toEqual(['county.yaml', 'dorms.csv', 'people.csv'])
})

test('a seeded run repeats to the byte, says NOT PRIVATE, and charges nothing', () => {
  const before = charges(join(home, 'tacet-ledger.jsonl'))
  for (const out of ['trial-1', 'trial-2']) {
    expect(topdown(home, '--out', out, '--seed', '7').stdout).toMatch(/^NOT PRIVATE/)
  }
  for (const file of FILES.filter((name) => name.endsWith('.csv'))) {
    const [one, two] = ['trial-1', 'trial-2'].map((out) => readFileSync(join(home, out, file)))
    expect(one.equals(two), file).toBe(true)
  }
  expect(readFileSync(join(home, 'trial-1', 'report.html'), 'utf8')).toMatch(/NOT PRIVATE/)
  expect(charges(join(home, 'tacet-ledger.jsonl'))).toEqual(before)
  verified(home, 'trial-1')
})

test('--evaluate tells the error against the truth and stamps the release CONFIDENTIAL', () => {
  const looked = countyFolder(join(folder, 'looked'))
  const { evaluation, stamp } = JSON.parse(topdown(looked, '--out', 'release', '--evaluate', '--json').stdout)
  expect(stamp).toBe('CONFIDENTIAL')
  expect(readFileSync(join(looked, 'release', 'report.html'), 'utf8')).toMatch(/CONFIDENTIAL/)
  const { all } = readRelease(join(looked, 'release'))
  const truth = addedUp(people, up)
  const keys = [...new Set([...all.keys(), ...truth.keys()])].filter((key) => key.split('|')[0].includes('/'))
  const error = keys.reduce((sum, key) => sum + Math.abs((all.get(key) ?? 0) - (truth.get(key) ?? 0)), 0)
  const detailed = evaluation.queries.find(
    (q: { places: string; query: string }) => q.places === 'block' && q.query === 'detailed',
  )
  expect(detailed.totalAbsolute).toBe(error)
  const total = evaluation.queries.find(
    (q: { places: string; query: string }) => q.places === 'block' && q.query === 'total',
  )
  expect(total.totalAbsolute).toBe(0)
})

test('--evaluate compares with the other way of solving the same measurements', () => {
  const found = ['tree', 'level'].map((estimate) => {
    const spec = changed(COUNTY_SPEC, 'simulations: 0', `simulations: 0, estimate: ${estimate}`)
    const path = countyFolder(join(folder, `compared ${estimate}`), spec)
    const run = topdown(path, '--out', 'release', '--seed', '5', '--evaluate', '--json')
    return JSON.parse(run.stdout).evaluation as { other: string; queries: Record<string, number>[] }
  })
  const [tree, level] = found
  expect([tree.other, level.other]).toEqual(['each level from its own measurements', 'whole-tree least squares first'])
  // The same seed draws the same measurements, so each is the other's other way.
  expect(tree.queries.map((q) => q.otherMeanAbsolute)).toEqual(level.queries.map((q) => q.meanAbsolute))
  expect(level.queries.map((q) => q.otherMeanAbsolute)).toEqual(tree.queries.map((q) => q.meanAbsolute))
  expect(tree.queries.map((q) => q.meanAbsolute)).not.toEqual(level.queries.map((q) => q.meanAbsolute))
})

test.each([
  ['tree', 'chain', 'epsilon: 300'],
  ['tree', 'chain', 'epsilon: 10000'],
  ['level', 'plain', 'epsilon: 10000'],
  ['tree', 'plain', 'rho: 10000000, delta: 1e-6'],
])(
  'with a budget without end (%s, %s, %s), a release is the truth in every cell of every level',
  (estimate, rounding, budget) => {
    const rich = changed(COUNTY_SPEC, 'epsilon: 2', budget)
    const spec = changed(rich, 'simulations: 0', `simulations: 0, estimate: ${estimate}, rounding: ${rounding}`)
    const path = countyFolder(join(folder, `rich ${estimate} ${rounding} ${budget.length}`), spec)
    topdown(path, '--out', 'release', '--seed', '1')
    expect(sorted(readRelease(join(path, 'release')).all)).toEqual(sorted(addedUp(people, up)))
  },
)
