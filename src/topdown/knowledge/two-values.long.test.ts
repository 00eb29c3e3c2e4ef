import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildHierarchy } from '../../model/hierarchy.ts'
import type { BoundFact } from './facts.ts'
import { deriveImplied } from './implied.ts'
import { violatedRows } from './separation.ts'

const ROWS = 3
const hierarchy = buildHierarchy(
  ['top', 'middle', 'leaf'],
  [
    ['a', 'a/1'],
    ['a', 'a/2'],
    ['b', 'b/1'],
  ],
)

function exact(name: string, answers: number, answerOf: readonly number[], values: readonly number[]): BoundFact {
  const counts = Float64Array.from(values)
  return {
    kind: 'bound',
    name,
    mode: 'enforced',
    level: 2,
    answers,
    answerOf: Int32Array.from(answerOf),
    lower: counts,
    upper: counts,
  }
}

/** A leaf: for every row, what is in the first column and what is in the second. */
const leaf = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), {
  minLength: ROWS,
  maxLength: ROWS,
})

/** Every way to fill the first column of a leaf. */
function columns(rows: readonly number[], s: number): number[][] {
  if (rows.length === 0) return s === 0 ? [[]] : []
  const [r, ...rest] = rows
  return Array.from({ length: Math.min(r, s) + 1 }, (_, e) => columns(rest, s - e).map((more) => [e, ...more])).flat()
}

test('exact margins with two and three values: exactly the extendable tables, at every node', () => {
  fc.assert(
    fc.property(fc.array(leaf, { minLength: 3, maxLength: 3 }), fc.boolean(), (truth, withComplement) => {
      const rows = truth.map((cells) => cells.map(([e, f]) => e + f))
      const column = truth.map((cells) => cells.reduce((sum, [e]) => sum + e, 0))
      const other = truth.map((cells) => cells.reduce((sum, [, f]) => sum + f, 0))
      const second = withComplement
        ? exact(
            'columns',
            2,
            [0, 1, 0, 1, 0, 1],
            column.flatMap((s, i) => [s, other[i]]),
          )
        : exact('column', 1, [0, -1, 0, -1, 0, -1], column)
      const facts = [exact('rows', ROWS, [0, 0, 1, 1, 2, 2], rows.flat()), second]
      const implied = deriveImplied(hierarchy, { cells: 6, zero: new Uint8Array(6), facts })
      expect(implied.proof).toMatchObject({ complete: true })
      const nodes: [number, number, number[]][] = [
        [0, 0, [0, 1, 2]],
        [1, 0, [0, 1]],
        [2, 1, [1]],
      ]
      for (const [level, node, leaves] of nodes) {
        const margins = Array.from({ length: ROWS }, (_, i) => leaves.reduce((sum, l) => sum + rows[l][i], 0))
        let reachable = [[0, 0, 0]]
        for (const l of leaves) {
          const ways = columns(rows[l], column[l])
          const sums = reachable.flatMap((sum) => ways.map((way) => sum.map((e, i) => e + way[i])))
          reachable = [...new Map(sums.map((sum) => [sum.join(), sum])).values()]
        }
        const extendable = new Set(reachable.map((sum) => sum.join()))
        const known = implied.at(level, node)
        for (const e of boxes(margins)) {
          const totals = new Float64Array(implied.classes)
          e.forEach((n, i) => {
            totals[implied.classOf[2 * i]] += n
            totals[implied.classOf[2 * i + 1]] += margins[i] - n
          })
          const kept = known.rows.every(({ classes, lower, upper }) => {
            const sum = classes.reduce((total, k) => total + totals[k], 0)
            return sum >= lower && sum <= upper
          })
          expect(kept && violatedRows(known, totals).length === 0).toBe(extendable.has(e.join()))
        }
      }
    }),
    { numRuns: 200 },
  )
})

function boxes([r, ...rest]: readonly number[]): number[][] {
  if (r === undefined) return [[]]
  return Array.from({ length: r + 1 }, (_, e) => boxes(rest).map((more) => [e, ...more])).flat()
}

test('margins that no table has contradict each other', () => {
  const facts = [
    exact('rows', ROWS, [0, 0, 1, 1, 2, 2], [1, 1, 1, 2, 2, 2, 0, 0, 0]),
    exact('column', 1, [0, -1, 0, -1, 0, -1], [2, 7, 0]),
  ]
  expect(() => deriveImplied(hierarchy, { cells: 6, zero: new Uint8Array(6), facts })).toThrow(/contradict/)
})
