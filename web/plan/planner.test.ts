import { expect, test } from 'vitest'
import { planMeasurements } from '../../src/measure/index.ts'
import { buildHierarchy } from '../../src/model/index.ts'
import { compileSchema, parseSpec } from '../../src/spec/index.ts'
import { newPlanner, specWith, wholePercents, withPercent } from './planner.ts'

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
const hierarchy = buildHierarchy(['all', 'county', 'tract', 'block'], paths)
const places = {
  levels: hierarchy.levels.map(({ name, regions, parent }) => ({ name, size: regions.length, parent: [...parent] })),
  fromData: true,
  ledger: 'ledger.jsonl',
}

test('the noise is that of the plan of the command line, and the whole tree only makes it smaller', () => {
  const planner = newPlanner()
  const settings = planner.load(SPEC, places)
  expect(settings).toEqual({ total: '2', levels: [10, 20, 30, 40], queries: [25, 25, 25, 25] })
  const { cells, figures } = planner.predict(settings)
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

test('more for a level makes its figures better', () => {
  const planner = newPlanner()
  const settings = planner.load(SPEC, places)
  const error = (levels: readonly number[]): number =>
    planner.predict({ ...settings, levels }).cells.find((one) => one.level === 3 && one.query === 'total')!
      .standardError
  expect(error(withPercent(settings.levels, 3, 70))).toBeLessThan(error(settings.levels))
  expect(error(withPercent(settings.levels, 3, 10))).toBeGreaterThan(error(settings.levels))
})

test('shares always add up to 100, and the one that was moved stands where it was put', () => {
  for (const value of [0, 1, 33, 50, 99, 100])
    for (const start of [
      [10, 20, 30, 40],
      [100, 0, 0],
      [1, 1, 98],
      [0, 100],
    ]) {
      const next = withPercent(start, 0, value)
      expect(
        next.reduce((sum, percent) => sum + percent, 0),
        `${start} at ${value}`,
      ).toBe(100)
      expect(next[0]).toBe(value)
      expect(Math.min(...next)).toBeGreaterThanOrEqual(0)
    }
  expect(wholePercents([1, 1, 1])).toEqual([34, 33, 33])
})

test('a level without a share is left out of the spec, which stays a valid plan', () => {
  const spec = specWith(SPEC, { total: '3', levels: [0, 20, 30, 50], queries: [25, 25, 25, 25] }, [
    'all',
    'county',
    'tract',
    'block',
  ])
  expect(spec.privacy?.levels).toEqual({ county: '0.2', tract: '0.3', block: '0.5' })
  expect(() => planMeasurements(spec, compileSchema(spec), hierarchy, true)).not.toThrow()
})
