/** Held to dense normal equations on small random trees. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildHierarchy, type Hierarchy } from '../../model/hierarchy.ts'
import { TensorShape } from './tensor.ts'
import { type PublicTree, solveTreeSquares, type TreeQuery } from './tree-squares.ts'

const shape = new TensorShape([2, 3])
const hierarchy = buildHierarchy(
  ['all', 'part', 'place'],
  [
    ['one', 'a'],
    ['one', 'b'],
    ['one', 'c'],
    ['two', 'd'],
    ['two', 'e'],
  ],
)
const LEAVES = 5
const { cells } = shape

/** The leaf below which a node of a level lies, for every leaf. */
function nodeOf({ levels }: Hierarchy, level: number, leaf: number): number {
  let node = leaf
  for (let l = levels.length - 1; l > level; l--) node = levels[l].parent[node]
  return node
}

/** Q x = m / variance for every answer, as rows over the open cells of all leaves. */
function dense(tree: PublicTree): Float64Array {
  const columns = Array.from({ length: LEAVES * cells }, (_, i) => i).filter((i) => tree.open[i] === 1)
  const n = columns.length
  const matrix = Array.from({ length: n }, () => new Float64Array(n + 1))
  const addRow = (inRow: (leaf: number, cell: number) => boolean, value: number, variance: number): void => {
    const members = [...columns.keys()].filter((k) => inRow(Math.floor(columns[k] / cells), columns[k] % cells))
    for (const a of members) {
      for (const b of members) matrix[a][b] += 1 / variance
      matrix[a][n] += value / variance
    }
  }
  tree.queries.forEach((list, level) => {
    for (const { answers, answerOf, values, variance } of list) {
      values.forEach((value, i) => {
        const [node, answer] = [Math.floor(i / answers), i % answers]
        addRow((leaf, cell) => nodeOf(hierarchy, level, leaf) === node && answerOf[cell] === answer, value, variance)
      })
    }
  })
  for (const { level, node, cells: known, value, variance } of tree.sums)
    addRow((leaf, cell) => nodeOf(hierarchy, level, leaf) === node && known.includes(cell), value, variance)
  const x = new Float64Array(LEAVES * cells)
  eliminate(matrix).forEach((value, k) => {
    x[columns[k]] = value
  })
  return x
}

function eliminate(m: Float64Array[]): number[] {
  const n = m.length
  for (let i = 0; i < n; i++) {
    let pivot = i
    for (let r = i + 1; r < n; r++) if (Math.abs(m[r][i]) > Math.abs(m[pivot][i])) pivot = r
    ;[m[i], m[pivot]] = [m[pivot], m[i]]
    for (let r = 0; r < n; r++) {
      if (r === i) continue
      const factor = m[r][i] / m[i][i]
      for (let c = i; c <= n; c++) m[r][c] -= factor * m[i][c]
    }
  }
  return m.map((row, i) => row[n] / row[i])
}

const RECODE = Int32Array.of(0, 0, 1, 0, 0, -1)

function treeOf(values: readonly number[], closed: readonly number[], sums: PublicTree['sums']): PublicTree {
  let next = 0
  const query = (
    level: number,
    answers: number,
    answerOf: Int32Array,
    variance: number,
    subset?: number,
  ): TreeQuery => ({
    answers,
    answerOf,
    variance,
    values: Float64Array.from(
      { length: hierarchy.levels[level].regions.length * answers },
      () => values[next++ % values.length],
    ),
    ...(subset !== undefined && { subset }),
  })
  const queries = hierarchy.levels.map((_, level) => [
    query(level, 1, shape.answerOf(0), level + 1, 0),
    query(level, 3, shape.answerOf(2), 2, 2),
    query(level, cells, shape.answerOf(3), 3, 3),
    ...(level === 2 ? [] : [query(level, 2, RECODE, 0.5)]),
  ])
  const open = new Uint8Array(LEAVES * cells).fill(1)
  for (const i of closed) open[i] = 0
  return { shape, hierarchy, queries, sums, open }
}

test('empty cells, recodes and known sums: the solution is that of the dense normal equations', () => {
  const values = fc.array(fc.integer({ min: -20, max: 60 }), { minLength: 7, maxLength: 40 })
  const closed = fc.uniqueArray(fc.nat(LEAVES * cells - 1), { maxLength: 20 })
  fc.assert(
    fc.property(values, closed, fc.nat(30), (given, shut, value) => {
      const sums = [{ level: 1, node: 1, cells: Int32Array.of(0, 1), value, variance: 1e-4 }]
      const tree = treeOf(given, shut, sums)
      const { cells: found, off } = solveTreeSquares(tree)
      expect(off).toBeLessThanOrEqual(0.01)
      const worst = dense(tree).reduce((most, x, i) => Math.max(most, Math.abs(found[2][i] - x)), 0)
      expect(worst).toBeLessThan(0.05)
      const top = found[2].reduce((sum, x, i) => (i % cells === 0 ? sum + x : sum), 0)
      expect(found[0][0]).toBeCloseTo(top, 6)
    }),
    { numRuns: 60 },
  )
})

test('sums that are exact at every leaf: as if they weighed without end', () => {
  const values = fc.array(fc.integer({ min: -20, max: 60 }), { minLength: 7, maxLength: 40 })
  const closed = fc.uniqueArray(
    fc.nat(LEAVES * cells - 1).filter((i) => i % cells > 0),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(values, closed, (given, shut) => {
      const tree = treeOf(given, shut, [])
      const totals = Float64Array.from({ length: LEAVES }, (_, leaf) => 10 * leaf)
      const { cells: found, off } = solveTreeSquares({
        ...tree,
        exact: { answers: 1, answerOf: shape.answerOf(0), values: totals },
      })
      expect(off).toBeLessThanOrEqual(0.01)
      const all = Int32Array.from({ length: cells }, (_, cell) => cell)
      const sums = Array.from(totals, (value, node) => ({ level: 2, node, cells: all, value, variance: 1e-9 }))
      const worst = dense({ ...tree, sums }).reduce((most, x, i) => Math.max(most, Math.abs(found[2][i] - x)), 0)
      expect(worst).toBeLessThan(0.05)
    }),
    { numRuns: 30 },
  )
})

test('with nothing public one step is enough: the preconditioner is the inverse', () => {
  const { queries, ...tree } = treeOf([5, -3, 20, 8, 1], [], [])
  const marginals = queries.map((list) => list.filter(({ subset }) => subset !== undefined))
  expect(solveTreeSquares({ ...tree, queries: marginals }).iterations).toBe(1)
})
