/** Whole-number optima against the list of all tables: random trees, random noise, costs compared without tolerance. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildHierarchy, type Hierarchy } from '../model/hierarchy.ts'
import { Solver } from '../optimize/linear/highs.ts'
import type { Layers } from '../optimize/tree/tree-shape.ts'
import { composed } from '../privacy/event.ts'
import { checkConditions } from './conditions.ts'
import type { GroupMeasurements } from './measure.ts'
import { MECHANISM_FACTS, type MechanismName } from './mechanism.ts'
import { solveGroups } from './solve.ts'
import { tableFromLeaves } from './table.ts'
import { vectorOf } from './vector.ts'

const HIERARCHIES: readonly Hierarchy[] = [
  buildHierarchy(['top'], []),
  buildHierarchy(['top', 'leaf'], [['a']]),
  buildHierarchy(['top', 'leaf'], [['a'], ['b']]),
  buildHierarchy(['top', 'leaf'], [['a'], ['b'], ['c']]),
  buildHierarchy(
    ['top', 'middle', 'leaf'],
    [
      ['A', 'a'],
      ['A', 'b'],
      ['B', 'c'],
    ],
  ),
  buildHierarchy(
    ['top', 'middle', 'leaf'],
    [
      ['A', 'a'],
      ['B', 'b'],
      ['B', 'c'],
    ],
  ),
]

interface Case {
  readonly hierarchy: Hierarchy
  readonly sizes: number
  readonly groups: number
  readonly noise: readonly number[]
}

const cases: fc.Arbitrary<Case> = fc.record({
  hierarchy: fc.constantFrom(...HIERARCHIES),
  sizes: fc.integer({ min: 1, max: 3 }),
  groups: fc.nat(4),
  noise: fc.array(fc.integer({ min: -4, max: 7 }), { minLength: 24, maxLength: 24 }),
})

function measurementsOf({ hierarchy, sizes, groups, noise }: Case, mechanism: MechanismName): GroupMeasurements {
  let next = 0
  const values = hierarchy.levels.map(({ regions }) =>
    Float64Array.from({ length: regions.length * sizes }, () => noise[next++ % noise.length]),
  )
  const { vector } = MECHANISM_FACTS[mechanism]
  const variances = hierarchy.levels.map(() => 1)
  return { hierarchy, sizes, vector, values, variances, groups, cost: composed([]), seeded: true }
}

function* compositions(total: number, parts: number): Generator<number[]> {
  if (parts === 1) return void (yield [total])
  for (let first = 0; first <= total; first++)
    for (const rest of compositions(total - first, parts - 1)) yield [first, ...rest]
}

function costOf(measurements: GroupMeasurements, layers: Layers): number {
  const { sizes, values, vector } = measurements
  return layers.reduce((sum, level, l) => {
    const answers = vectorOf(vector, level, sizes)
    return sum + answers.reduce((part, x, i) => part + (x - values[l][i]) ** 2, 0)
  }, 0)
}

async function isOptimal(drawn: Case, mechanism: MechanismName, solver: Solver): Promise<void> {
  const measurements = measurementsOf(drawn, mechanism)
  const { layers } = await solveGroups(measurements, mechanism, { solver })
  const checks = checkConditions({ ...measurements, layers }, drawn.groups)
  expect(checks).toMatchObject({ consistent: true, valid: true, faithful: true })
  const leaves = layers[layers.length - 1].length
  let best = Number.POSITIVE_INFINITY
  for (const counts of compositions(drawn.groups, leaves)) {
    const other = tableFromLeaves(drawn, Float64Array.from(counts)).layers
    best = Math.min(best, costOf(measurements, other))
  }
  expect(costOf(measurements, layers)).toBe(best)
}

test.each([
  ['mh', 1000],
  ['mh-dp', 1000],
  ['mc-chain', 1000],
  ['mc', 200],
  ['mh-dp-op', 25],
] as const)('no table is cheaper than that of %s, on %i random trees', async (mechanism, numRuns) => {
  const solver = new Solver()
  await fc.assert(
    fc.asyncProperty(cases, (drawn) => isOptimal(drawn, mechanism, solver)),
    { numRuns },
  )
})

test('cumulative is never cheaper than mc, and feasible wherever mc is', async () => {
  const solver = new Solver()
  await fc.assert(
    fc.asyncProperty(cases, async (drawn) => {
      const measurements = measurementsOf(drawn, 'cumulative')
      const exact = await solveGroups(measurements, 'mc', { solver })
      const { layers } = await solveGroups(measurements, 'cumulative', { tolerance: 1e-6 })
      expect(checkConditions({ ...measurements, layers }, drawn.groups).consistent).toBe(true)
      expect(costOf(measurements, layers)).toBeGreaterThanOrEqual(costOf(measurements, exact.layers))
    }),
    { numRuns: 50 },
  )
})

test('a public number of groups in every region is kept by cumulative and by mc', async () => {
  const solver = new Solver()
  await fc.assert(
    fc.asyncProperty(cases, fc.array(fc.nat(3), { minLength: 9, maxLength: 9 }), async (drawn, counts) => {
      const plain = measurementsOf(drawn, 'cumulative')
      const leaves = plain.values[plain.values.length - 1].length
      const truth = tableFromLeaves(drawn, Float64Array.from(counts.slice(0, leaves)))
      const groups = truth.layers.map((level, l) =>
        Float64Array.from(drawn.hierarchy.levels[l].regions, (_, r) =>
          level.subarray(r * drawn.sizes, (r + 1) * drawn.sizes).reduce((sum, x) => sum + x, 0),
        ),
      )
      for (const mechanism of ['cumulative', 'mc'] as const) {
        const { layers } = await solveGroups({ ...plain, groups }, mechanism, { solver, tolerance: 1e-6 })
        const checks = checkConditions({ ...plain, layers }, groups)
        expect(checks).toMatchObject({ consistent: true, valid: true, faithful: true })
      }
    }),
    { numRuns: 100 },
  )
})
