import { expect, test } from 'vitest'
import { planMeasurements } from '../../src/measure/index.ts'
import { buildHierarchy } from '../../src/model/index.ts'
import { compileSchema, parseSpec } from '../../src/spec/index.ts'
import { planChanges } from './plan-changes.ts'
import { newPlanner, specWith } from './planner.ts'
import { percentOf, percentText, withPercent } from './shares.ts'

const SPEC = parseSpec(
  `tacet: 1
source: { file: people.csv }
geography: { top: all, columns: [county, tract, block] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: age, range: [0, 62] }
  - { name: origin, levels: [a, b, c, d] }
  - { name: home, levels: [x, y, z, w] }
privacy: { epsilon: 2, levels: { all: 1/10, county: 2/10, tract: 3/10, block: 4/10 } }
workload: [{ query: total }, { query: sex * age }, { query: origin * home }, { query: detailed }]
public: [{ name: population, query: total, level: all, exactly: data }]
`,
  'plan.yaml',
)

const paths = Array.from({ length: 360 }, (_, i) => {
  const code = (n: number): string => String(n).padStart(4, '0')
  return [code(Math.floor(i / 60)), code(Math.floor(i / 12)), code(i)]
})
const LEVELS = ['all', 'county', 'tract', 'block']
const hierarchy = buildHierarchy(LEVELS, paths)
const places = {
  levels: hierarchy.levels.map(({ name, regions, parent }) => ({ name, size: regions.length, parent: [...parent] })),
  fromData: true,
  ledger: 'ledger.jsonl',
}

test('the noise is that of the plan of the command line, and the whole tree only makes it smaller', () => {
  const planner = newPlanner()
  const settings = planner.load(SPEC, places).people
  expect(settings).toEqual({
    total: '2',
    levels: ['1/10', '1/5', '3/10', '2/5'],
    queries: ['1/4', '1/4', '1/4', '1/4'],
  })
  const { cells, figures } = planner.predict(settings, 'people')
  const plan = planMeasurements(SPEC, compileSchema(SPEC), hierarchy, true)
  for (const m of plan.measurements) {
    const cell = cells.find(
      (one) => one.level === m.level && one.query.replaceAll(' ', '') === m.query.name.replaceAll(' ', ''),
    )
    expect(cell?.noise).toBeCloseTo(Math.sqrt(m.variance), 9)
    expect(cell?.standardError).toBeLessThanOrEqual(Math.sqrt(m.variance) + 1e-9)
  }
  expect(figures).toBe(plan.measurements.reduce((sum, m) => sum + m.entries, 0))
  expect(cells.find((one) => one.level === 0 && one.query === 'total')?.standardError).toBe(0)
})

test('a spec without shares has exact thirds, and only what is moved is written into it', () => {
  const { levels: _, ...privacy } = SPEC.privacy!
  const spec = { ...SPEC, privacy, workload: SPEC.workload.slice(0, 3) }
  const planner = newPlanner()
  const settings = planner.load(spec, places).people
  expect(settings.levels).toEqual(['1/4', '1/4', '1/4', '1/4'])
  expect(settings.queries).toEqual(['1/3', '1/3', '1/3'])
  expect(settings.queries?.map(percentText)).toEqual(['33.3', '33.3', '33.3'])
  expect(['0', '1/3000', '1/200'].map(percentText)).toEqual(['0', 'below 0.1', '0.5'])
  const written = { names: LEVELS, isRho: false }
  expect(planChanges(settings, settings, written)).toEqual([])
  expect(planChanges(settings, { ...settings, total: '3' }, written)).toEqual([
    { path: ['privacy', 'epsilon'], value: 3 },
  ])
  const moved = { ...settings, queries: withPercent(settings.queries!, 0, 50) }
  expect(planChanges(settings, moved, written)).toEqual(
    [0.5, 0.25, 0.25].map((value, i) => ({ path: ['workload', i, 'share'], value })),
  )
})

test('what is public spends nothing: its share is spent elsewhere, and all of it is spent', () => {
  const planner = newPlanner()
  const answer = planner.predict(planner.load({ ...SPEC, workload: [{ query: 'total' }] }, places).people, 'people')
  expect(answer.levels.map(({ spends }) => Number(spends.toFixed(9)))).toEqual([
    0, 0.444444444, 0.666666667, 0.888888889,
  ])
  expect(answer.total).toBe(2)
})

test('more for a level makes its figures better', () => {
  const planner = newPlanner()
  const settings = planner.load(SPEC, places).people
  const error = (levels: readonly string[]): number =>
    planner.predict({ ...settings, levels }, 'people').cells.find((one) => one.level === 3 && one.query === 'total')!
      .standardError
  expect(error(withPercent(settings.levels, 3, 70))).toBeLessThan(error(settings.levels))
  expect(error(withPercent(settings.levels, 3, 10))).toBeGreaterThan(error(settings.levels))
})

test('shares always add up to 100, and the one that was moved stands where it was put', () => {
  for (const value of [0, 1, 33, 50, 99, 100])
    for (const start of [
      ['0.1', '0.2', '0.3', '0.4'],
      ['1', '0', '0'],
      ['0.01', '0.01', '0.98'],
      ['0', '1'],
      ['1/3', '1/3', '1/3'],
    ]) {
      const next = withPercent(start, 0, value).map(percentOf)
      expect(Math.round(1e9 * next.reduce((sum, percent) => sum + percent, 0)) / 1e9, `${start} at ${value}`).toBe(100)
      expect(next[0]).toBeCloseTo(value, 9)
      expect(Math.min(...next)).toBeGreaterThanOrEqual(0)
    }
  expect(withPercent(['1/3', '1/3', '1/3'], 1, 40)).toEqual(['0.3', '0.4', '0.3'])
})

test('a level without a share is left out of the spec, which stays a valid plan', () => {
  const spec = specWith(SPEC, { total: '3', levels: ['0', '0.2', '0.3', '0.5'], queries: null }, LEVELS)
  expect(spec.privacy?.levels).toEqual({ county: '0.2', tract: '0.3', block: '0.5' })
  expect(() => planMeasurements(spec, compileSchema(spec), hierarchy, true)).not.toThrow()
})
