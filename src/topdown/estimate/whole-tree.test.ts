/**
 * The two passes and the standard errors against the dense generalised least squares over all cells of all leaves.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildHierarchy, type Hierarchy, leafRanges } from '../../model/hierarchy.ts'
import { LevelEstimator } from './level-estimator.ts'
import { standardErrors } from './standard-error.ts'
import { TensorShape } from './tensor.ts'
import { type Answers, type MeasuredTree, smoothTree } from './two-passes.ts'

/** A tree in which node i of each level above the leaves has children[i mod length] children. */
function tree(depth: number, children: readonly number[]): Hierarchy {
  let paths: string[][] = [[]]
  for (let l = 1; l < depth; l++) {
    const longer = (path: string[], i: number): string[][] =>
      Array.from({ length: children[(i + l) % children.length] }, (_, j) => [...path, `${path.at(-1) ?? ''}${j}`])
    paths = paths.flatMap(longer)
  }
  return buildHierarchy(['top', 'middle', 'leaf'].slice(0, depth), paths)
}

/** Which of all cells of all leaves each answer of a marginal at a node sums: rows of 0 and 1. */
function rowsOf({ sizes, hierarchy }: MeasuredTree, l: number, i: number, subset: number): Float64Array[] {
  const shape = new TensorShape(sizes)
  const range = leafRanges(hierarchy, l)
  const leaves = hierarchy.levels[hierarchy.levels.length - 1].regions.length
  return Array.from({ length: shape.answers(subset) }, (_, answer) =>
    Float64Array.from({ length: leaves * shape.cells }, (_, at) => {
      const leaf = Math.floor(at / shape.cells)
      const inside = leaf >= range[i] && leaf < range[i + 1]
      return inside && shape.answerOf(subset)[at % shape.cells] === answer ? 1 : 0
    }),
  )
}

/** A generalised inverse of a symmetric matrix by sweeping the largest pivots, in place. */
function sweep(a: Float64Array[]): void {
  const open = new Set(a.keys())
  while (open.size > 0) {
    const k = [...open].reduce((best, i) => (a[i][i] > a[best][best] ? i : best))
    if (a[k][k] < 1e-9) break
    open.delete(k)
    const pivot = a[k][k]
    const row = a[k].map((value) => value / pivot)
    a.forEach((target, i) => {
      if (i === k) return
      const factor = target[k]
      for (let j = 0; j < target.length; j++) target[j] -= factor * row[j]
      target[k] = -factor / pivot
    })
    a[k] = row
    a[k][k] = 1 / pivot
  }
  for (const i of open) for (const j of a.keys()) a[i][j] = a[j][i] = 0
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0)
const times = (a: readonly Float64Array[], v: Float64Array): Float64Array => Float64Array.from(a, (row) => dot(row, v))

function dense(problem: MeasuredTree, answers: Answers) {
  const unknowns = rowsOf(problem, 0, 0, 0)[0].length
  const normal = Array.from({ length: unknowns }, () => new Float64Array(unknowns))
  const right = new Float64Array(unknowns)
  problem.levels.forEach((queries, l) => {
    problem.hierarchy.levels[l].regions.forEach((_, i) => {
      queries.forEach(({ subset, variance }, q) => {
        rowsOf(problem, l, i, subset).forEach((row, answer) => {
          const members = [...row.keys()].filter((at) => row[at] > 0)
          for (const at of members) {
            right[at] += answers(l, i, q)[answer] / variance
            for (const other of members) normal[at][other] += 1 / variance
          }
        })
      })
    })
  })
  const inverse = normal.map((row) => row.slice())
  sweep(inverse)
  const x = times(inverse, right)
  return (row: Float64Array): { value: number; variance: number } => {
    const back = times(normal, times(inverse, row)) // the row itself, exactly when the data determine row'x
    const determined = row.every((value, at) => Math.abs(value - back[at]) < 1e-6)
    return { value: dot(row, x), variance: determined ? dot(row, times(inverse, row)) : Number.POSITIVE_INFINITY }
  }
}

const sizes = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 })
  .filter((n) => n.reduce((a, b) => a * b, 1) <= 12)
const trees = fc
  .tuple(fc.integer({ min: 2, max: 3 }), fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }))
  .map(([depth, children]) => tree(depth, children))
  .filter((hierarchy) => hierarchy.levels[hierarchy.levels.length - 1].regions.length <= 6)
const cases: fc.Arbitrary<MeasuredTree> = fc.tuple(sizes, trees).chain(([n, hierarchy]) => {
  const query = fc.record({
    subset: fc.oneof(fc.nat(2 ** n.length - 1), fc.constant(2 ** n.length - 1)),
    variance: fc.integer({ min: 2, max: 100 }).map((tenths) => tenths / 10),
  })
  const level = fc.array(query, { maxLength: 4 })
  const levels = fc.array(level, { minLength: hierarchy.levels.length, maxLength: hierarchy.levels.length })
  return levels.map((queries) => ({ sizes: n, hierarchy, levels: queries }))
})

/** Checks every answer of every marginal at every node; counts those that the data determine and those they leave free. */
function compareWithDense(problem: MeasuredTree, seen: { determined: number; free: number }): void {
  const shape = new TensorShape(problem.sizes)
  const answers: Answers = (l, i, q) =>
    Float64Array.from({ length: shape.answers(problem.levels[l][q].subset) }, (_, k) =>
      Math.round(20 * Math.sin(1 + 12.9898 * k + 78.233 * i + 37.719 * q + 93.989 * l)),
    )
  const errors = standardErrors(problem.hierarchy, problem.levels, problem.sizes)
  const best = dense(problem, answers)
  const compare = (cells: Float64Array, l: number, i: number, subset: number): void => {
    const found = shape.marginal(cells, subset)
    const error = errors(l, i, subset)
    rowsOf(problem, l, i, subset).forEach((row, answer) => {
      const { value, variance } = best(row)
      const determined = variance < Number.POSITIVE_INFINITY
      seen[determined ? 'determined' : 'free']++
      expect(error < Number.POSITIVE_INFINITY).toBe(determined)
      if (!determined) return
      expect(Math.abs(found[answer] - value)).toBeLessThan(1e-8)
      expect(Math.abs(error ** 2 - variance)).toBeLessThan(1e-8)
    })
  }
  smoothTree(problem, answers).forEach((nodes, l) => {
    nodes.forEach((cells, i) => {
      for (let subset = 0; subset < shape.subsets; subset++) compare(cells, l, i, subset)
    })
  })
}

test('every answer at every node, and its standard error, are those of the dense estimator', () => {
  const seen = { determined: 0, free: 0 }
  fc.assert(
    fc.property(cases, (problem) => compareWithDense(problem, seen)),
    { numRuns: 150 },
  )
  expect(seen.determined).toBeGreaterThan(1000)
  expect(seen.free).toBeGreaterThan(100)
})

test('answers of the wrong length are refused', () => {
  const estimator = new LevelEstimator(new TensorShape([2, 2]), [{ subset: 3, variance: 1 }])
  expect(() => estimator.estimateNode([new Float64Array(3)])).toThrow('4 answers, not 3')
  expect(() => estimator.estimateNode([])).toThrow('4 answers, not 0')
})
