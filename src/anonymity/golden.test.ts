import { expect, test } from 'vitest'
import { Solver } from '../optimize/index.ts'
import { solveMilp } from './exact/exact-milp.ts'
import { solveSubsets } from './exact/exact-subsets.ts'
import { solveSmall } from './methods/solve-small.ts'
import { splitCarryClasses } from './methods/split-carry.ts'
import { greedyClasses } from './partition/greedy.ts'
import { classesFromLists, listsOf } from './points/class-lists.ts'
import { lossOf } from './points/class-loss.ts'
import { pointsOf } from './points/points.ts'
import type { AnonymityProblem } from './problem/problem.ts'
import { initialClasses, varianceOrder } from './problem/record-order.ts'
import { checkClasses } from './publish/checker.ts'

// Table 2a: AGE, SEX, INJ SEV, DRINKING of 20 records.
const FARS = [
  [64, 2, 4, 0], [29, 1, 0, 0], [42, 2, 0, 0], [41, 2, 4, 1], [53, 1, 2, 1], [59, 1, 4, 0], [49, 1, 4, 0],
  [59, 1, 2, 0], [80, 1, 4, 0], [50, 1, 4, 0], [64, 1, 3, 0], [55, 1, 0, 0], [25, 1, 0, 0], [42, 1, 4, 0],
  [33, 1, 2, 0], [31, 2, 2, 0], [68, 1, 3, 0], [20, 2, 4, 0], [40, 1, 4, 1], [18, 1, 4, 0],
] // biome-ignore format: the table as printed

function numeric(rows: readonly (readonly number[])[], k: number, weights?: readonly number[]): AnonymityProblem {
  const attributes = rows[0].map((_, j) => ({
    kind: 'numeric' as const,
    name: `column ${j}`,
    values: Float64Array.from(rows, (row) => row[j]),
    weight: weights?.[j] ?? 1,
  }))
  return { records: rows.length, attributes, k }
}

const sorted = (lists: readonly (readonly number[])[]): string[] =>
  lists.map((list) => [...list].sort((a, b) => a - b).join()).sort()

// Section 2.3.
const OPTIMAL = [
  [0, 2, 15, 17],
  [1, 11, 12],
  [3, 4, 18],
  [5, 6, 8, 9],
  [7, 10, 16],
  [13, 14, 19],
]
// Table 4c, rows with the same published ranges.
const WEIGHTED = [
  [0, 8, 10, 16],
  [1, 14, 15],
  [2, 3, 13, 18],
  [4, 6, 9],
  [5, 7, 11],
  [12, 17, 19],
]

for (const [name, weights, loss, classes] of [
  ['equal weights', [1, 1, 1, 1], 19.266129, OPTIMAL],
  ['weights .8 .05 .1 .05', [0.8, 0.05, 0.1, 0.05], 4.114516, WEIGHTED],
] as const) {
  const problem = numeric(FARS, 3, weights)
  const points = pointsOf(problem)

  test(`the FARS sample, ${name}: the dynamic program finds the printed classes`, async () => {
    const { classOf: found } = await solveSmall(points, 3, { by: 'subsets' })
    expect(lossOf(points, found)).toBeCloseTo(loss, 6)
    expect(sorted(listsOf(found))).toEqual(sorted(classes))
    expect(checkClasses(problem, found)).toMatchObject({ valid: true, classes: 6, smallest: 3 })
    expect(checkClasses(problem, found).loss).toBeCloseTo(loss, 6)
  })

  test(`the FARS sample, ${name}: column generation finds the printed classes`, async () => {
    const found = await solveSmall(points, 3, { by: 'columns' })
    expect(found).toMatchObject({ optimal: true })
    expect(found.loss).toBeCloseTo(loss, 6)
    expect(sorted(listsOf(found.classOf))).toEqual(sorted(classes))
  })
}

test("Table 1: the paper's program publishes the printed ranges", async () => {
  const table = [[37, 0, 22071], [35, 0, 22098], [36, 0, 23061], [61, 1, 55107], [63, 1, 55099], [66, 1, 55324], [63, 1, 55229]] // biome-ignore format: as printed
  const points = pointsOf(numeric(table, 3))
  const printed = classesFromLists(7, [
    [0, 1, 2],
    [3, 4, 5, 6],
  ])
  const { outcome, classOf } = await solveMilp(points, 3, new Solver(), { timeLimit: 30 })
  expect(outcome.status).toBe('optimal')
  expect(classOf).toEqual(printed)
  expect(solveSubsets(points, 3, new Int32Array(7))).toEqual(printed)
})

test('Table 2b: the order by variance', () => {
  const order = [12, 1, 11, 14, 7, 10, 16, 19, 13, 6, 9, 5, 8, 2, 15, 17, 0, 4, 18, 3]
  expect([...varianceOrder(numeric(FARS, 3))]).toEqual(order)
  const weighted = varianceOrder(numeric(FARS, 3, [1, 1, 1, 0.001])) // Equation 36: drinking goes last
  expect([...weighted].slice(0, 4)).toEqual([12, 1, 11, 14])
  expect(weighted.indexOf(18)).toBeLessThan(weighted.indexOf(13))
})

test('Section 2.3 and Example 1: the initial k-sets', () => {
  const problem = numeric(FARS, 3)
  const sets = listsOf(initialClasses(varianceOrder(problem), 3))
  expect(sorted(sets)).toEqual(
    sorted([
      [12, 1, 11],
      [14, 7, 10],
      [16, 19, 13],
      [6, 9, 5],
      [8, 2, 15],
      [17, 0, 4, 18, 3],
    ]),
  )
})

test('Table 7: the steps of Greedy Search', () => {
  const problem = numeric(FARS, 3)
  expect(greedyClasses(pointsOf(problem), 3, varianceOrder(problem))).toEqual([
    [12, 1, 11],
    [14, 7, 10, 4],
    [16, 5, 9],
    [19, 13, 6, 18],
    [8, 0, 17],
    [2, 15, 3],
  ])
})

test('Tables 5 and 6: Split & Carry carries 14, 7, 10, 16, 19, 13 and ends at the optimum', async () => {
  const problem = numeric(FARS, 3)
  const blocks: { records: readonly number[]; classes: readonly (readonly number[])[] }[] = []
  const classOf = await splitCarryClasses(pointsOf(problem), 3, varianceOrder(problem), {
    sets: 3,
    onBlock: (records, classes) => blocks.push({ records, classes }),
  })
  expect(blocks.map(({ records }) => records)).toEqual([
    [12, 1, 11, 14, 7, 10, 16, 19, 13],
    [14, 7, 10, 16, 19, 13, 6, 9, 5, 8, 2, 15, 17, 0, 4, 18, 3], // Table 6a
  ])
  expect(sorted(blocks[0].classes)).toEqual(
    sorted([
      [12, 1, 11],
      [14, 19, 13],
      [7, 10, 16],
    ]),
  ) // Table 5b
  expect(sorted(listsOf(classOf))).toEqual(sorted(OPTIMAL)) // Tables 4b and 6b
})

test('bubble carry and a longer carry give valid classes near the optimum', async () => {
  const problem = numeric(FARS, 3)
  const order = varianceOrder(problem)
  for (const options of [{ bubble: { size: 12, accept: 2 } }, { sets: 2, carry: 5 }, { sets: 4, carry: 1 }]) {
    const verdict = checkClasses(problem, await splitCarryClasses(pointsOf(problem), 3, order, options))
    expect(verdict.valid).toBe(true)
    expect(verdict.loss).toBeGreaterThanOrEqual(19.266)
    expect(verdict.loss).toBeLessThan(25)
  }
})
