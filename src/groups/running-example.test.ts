/** The running example of the paper: Tables 2 to 6, Figures 1 to 6, Examples 1 to 6. */
import { expect, test } from 'vitest'
import { buildHierarchy } from '../model/hierarchy.ts'
import { Solver } from '../optimize/linear/highs.ts'
import { treeAllocation } from '../optimize/tree/tree-allocation.ts'
import { composed } from '../privacy/event.ts'
import { chainVector, mergedChain, solveChain } from './chain.ts'
import { checkConditions } from './conditions.ts'
import { addTables, leastSoFar, mergeTables, ownCosts } from './cost-tables.ts'
import type { GroupMeasurements } from './measure.ts'
import { solveGroups } from './solve.ts'
import { cumulate, differences, groupsByRegion, shapeOf, tableFromLeaves } from './table.ts'
import { countGroups, groupPersons } from './tabulate.ts'

const hierarchy = buildHierarchy(['US', 'state'], [['GA'], ['NY']])
const frame = { hierarchy, sizes: 5 }
const [GA, NY] = [0, 1]

/** Table 2: unit and region of the users 01 to 11, each of quantity 1. */
const PERSONS = {
  unit: ['A', 'B', 'A', 'A', 'C', 'D', 'E', 'D', 'D', 'F', 'F'],
  leaf: [GA, GA, GA, GA, GA, NY, NY, NY, NY, NY, NY],
}

test('Table 3: six groups with their sizes', () => {
  expect(groupPersons(PERSONS)).toEqual({
    leaf: Int32Array.from([GA, GA, GA, NY, NY, NY]), // A B C D E F
    size: Float64Array.from([3, 1, 1, 3, 1, 2]),
  })
})

test('a person who adds more than was declared is refused', () => {
  const persons = { ...PERSONS, quantity: PERSONS.unit.map((_, line) => (line === 4 ? 2 : 1)) }
  expect(() => groupPersons(persons)).toThrow(/line 5 is above 1/)
  expect(groupPersons({ ...persons, largestQuantity: 2 }).size[2]).toBe(2)
})

const table = tableFromLeaves(frame, countGroups(frame, groupPersons(PERSONS)))
const rows = (level: ArrayLike<number>): number[][] =>
  Array.from({ length: level.length / 5 }, (_, r) => Array.from(level).slice(5 * r, 5 * r + 5))

test('Table 4 and Figure 2: the group vectors', () => {
  expect(rows(table.layers[1])).toEqual([
    [2, 0, 1, 0, 0],
    [1, 1, 1, 0, 0],
  ])
  expect(rows(table.layers[0])).toEqual([[3, 1, 2, 0, 0]])
  expect([...groupsByRegion(table.layers[1], 5)]).toEqual([3, 3])
  expect(checkConditions(table, 6)).toMatchObject({ consistent: true, valid: true, faithful: true })
})

test('Figure 5: the cumulative vectors, and back', () => {
  expect(rows(cumulate(table.layers[1], 5))).toEqual([
    [2, 2, 3, 3, 3],
    [1, 2, 3, 3, 3],
  ])
  expect(rows(cumulate(table.layers[0], 5))).toEqual([[3, 4, 6, 6, 6]])
  for (const level of table.layers) expect(differences(cumulate(level, 5), 5)).toEqual(level)
})

test('Figure 6: the chain of each level', () => {
  // GA1, NY1, GA2, NY2, ... ; each US entry follows NY of its size and equals it.
  expect([...chainVector(table.layers[1], 5)]).toEqual([2, 3, 3, 4, 5, 6, 6, 6, 6, 6])
  expect([...chainVector(table.layers[0], 5)]).toEqual([3, 4, 6, 6, 6])
})

test('Table 5 and Figure 4: cost tables of size 1, noisy counts 3, 0 and 2', () => {
  const [costGA, costNY] = [ownCosts(3, 5), ownCosts(0, 5)]
  expect(costGA).toEqual([9, 4, 1, 0, 1, 4])
  expect(costNY).toEqual([0, 1, 4, 9, 16, 25])
  const phi = mergeTables([costGA, costNY], 5)
  expect(phi).toEqual([9, 4, 1, 0, 1, 2]) // Example 4: phi(3) = 0, phi(4) = 1, phi(5) = 2
  expect(addTables(ownCosts(2, 5), phi)).toEqual([4 + 9, 1 + 4, 0 + 1, 1 + 0, 4 + 1, 9 + 2]) // Example 5
})

test('Table 5: the values chosen at 3 groups of size 1 are 3 in GA and 0 in NY', () => {
  const problem = {
    shape: shapeOf(hierarchy),
    width: 1,
    targets: [Float64Array.of(2), Float64Array.of(3, 0)],
    weights: [1, 1],
    total: 3,
  }
  const { layers } = treeAllocation(problem)
  expect(layers.map((level) => [...level])).toEqual([[3], [3, 0]])
})

test('Table 6: cost tables of the chain at size 1, noisy cumulative counts 3, 3 and 2', () => {
  const costGA = ownCosts(3, 4)
  expect(costGA).toEqual([9, 4, 1, 0, 1])
  const costNY = addTables(ownCosts(3, 4), leastSoFar(costGA))
  expect(costNY).toEqual([9 + 9, 4 + 4, 1 + 1, 0 + 0, 1 + 0])
  const costUS = addTables(ownCosts(2, 4), costNY) // an equality: US takes over the table of NY
  expect(costUS).toEqual([4 + 18, 1 + 8, 0 + 2, 1 + 0, 4 + 1])
  expect(costUS.indexOf(Math.min(...costUS))).toBe(3)
})

test('Table 6: pooling finds the values chosen, 3 in GA, NY and US', () => {
  const shape = shapeOf(hierarchy)
  // Size 1 as printed; a second size whose last entry is the public number of groups lets the first end freely.
  const noisy = [Float64Array.of(2, 6), Float64Array.of(3, 3, 6, 6)]
  const merged = mergedChain(shape, 2, noisy, [1, 1])
  expect([...merged.values]).toEqual([3, 2.5, 6, 6]) // NY and US are one: the mean of 3 and 2
  expect([...merged.weights]).toEqual([1, 2, 1, 2])
  const layers = solveChain(shape, 2, noisy, [1, 1], 6)
  expect(layers.map((level) => [...level])).toEqual([
    [3, 3],
    [3, 3, 0, 0],
  ])
})

test('mh, mh-dp and mh-dp-op find the same least cost on noisy counts of the whole example', async () => {
  // Size 1 as in Table 5 and Figure 3; the figure's other noisy counts are not printed, so these are ours.
  const measurements: GroupMeasurements = {
    ...frame,
    vector: 'counts',
    values: [Float64Array.of(2, 2, 1, 0, 1), Float64Array.of(3, 0, 2, -1, 0, 0, 1, 1, 1, -1)],
    variances: [1, 1],
    groups: 6,
    cost: composed([]),
    seeded: true,
  }
  const solver = new Solver()
  const cost = async (mechanism: 'mh' | 'mh-dp' | 'mh-dp-op'): Promise<number> => {
    const { layers } = await solveGroups(measurements, mechanism, { solver })
    expect(checkConditions({ ...frame, layers }, 6)).toMatchObject({ consistent: true, valid: true, faithful: true })
    return layers.reduce(
      (sum, level, l) => sum + level.reduce((part, x, i) => part + (x - measurements.values[l][i]) ** 2, 0),
      0,
    )
  }
  const costs = [await cost('mh'), await cost('mh-dp'), await cost('mh-dp-op')]
  expect(new Set(costs).size).toBe(1)
})
