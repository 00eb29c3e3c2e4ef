import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildHierarchy } from '../../model/hierarchy.ts'
import type { BoundFact, Knowledge } from './facts.ts'
import { deriveImplied, type Implied } from './implied.ts'
import { type NodeKnowledge, violatedRows } from './separation.ts'
import { deriveWithTried } from './with-tried.ts'

const CELLS = 4
const hierarchy = buildHierarchy(['top', 'leaf'], [['a'], ['b'], ['c']])

function fact(
  name: string,
  mode: BoundFact['mode'],
  answerOf: readonly number[],
  bounds: readonly [number, number][],
): BoundFact {
  return {
    kind: 'bound',
    name,
    mode,
    level: 1,
    answers: Math.max(...answerOf) + 1,
    answerOf: Int32Array.from(answerOf),
    lower: Float64Array.from(bounds, ([low]) => low),
    upper: Float64Array.from(bounds, ([, high]) => high),
  }
}

function totals({ classOf, classes }: Pick<Implied, 'classOf' | 'classes'>, cells: readonly number[]): Float64Array {
  const out = new Float64Array(classes)
  cells.forEach((n, cell) => {
    out[classOf[cell]] += n
  })
  return out
}

function allows(node: NodeKnowledge, values: Float64Array): boolean {
  const kept = node.rows.every(({ classes, coefficients, lower, upper }) => {
    const sum = classes.reduce((total, k, i) => total + (coefficients?.[i] ?? 1) * values[k], 0)
    return sum >= lower && sum <= upper
  })
  return kept && violatedRows(node, values).length === 0
}

const interval = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4 }))
  .map(([low, more]): [number, number] => [low, low + more])

test('what must hold is the same with tried facts beside it, on finer classes', () => {
  fc.assert(
    fc.property(
      fc.array(interval, { minLength: 6, maxLength: 6 }),
      fc.array(interval, { minLength: 6, maxLength: 6 }),
      fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: CELLS, maxLength: CELLS }), {
        minLength: 20,
        maxLength: 20,
      }),
      (rows, columns, points) => {
        const enforced = fact('rows', 'enforced', [0, 0, 1, 1], rows)
        const tried = fact('columns', 'tried', [0, 1, 0, 1], columns)
        const knowledge = (facts: BoundFact[]): Knowledge => ({ cells: CELLS, zero: new Uint8Array(CELLS), facts })
        const alone = deriveImplied(hierarchy, knowledge([enforced]))
        const both = deriveWithTried(hierarchy, knowledge([enforced, tried]))
        expect(both.proof).toEqual(alone.proof)
        for (const [level, node] of [
          [0, 0],
          [1, 0],
          [1, 2],
        ] as const) {
          for (const cells of points) {
            const must = allows(both.at(level, node), totals(both, cells))
            expect(must).toBe(allows(alone.at(level, node), totals(alone, cells)))
          }
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('a tried fact that contradicts the others at one place is given up there and kept elsewhere', () => {
  const exact = fact(
    'population',
    'enforced',
    [0, 0, 0, 0],
    [
      [5, 5],
      [5, 5],
      [5, 5],
    ],
  )
  const wrong = fact(
    'large',
    'tried',
    [0, 0, 1, 1],
    [
      [6, 9],
      [0, 9],
      [0, 9],
      [0, 9],
      [4, 9],
      [0, 9],
    ],
  )
  const knowledge: Knowledge = { cells: CELLS, zero: new Uint8Array(CELLS), facts: [exact, wrong] }
  const { tried, givenUp, proof, classOf, classes } = deriveWithTried(hierarchy, knowledge)
  expect(givenUp).toEqual([{ level: 1, node: 0 }])
  expect(proof.complete).toBe(true)
  const at = (node: number, cells: readonly number[]): boolean =>
    allows((tried as NonNullable<typeof tried>)(1, node), totals({ classOf, classes }, cells))
  expect(at(0, [0, 0, 5, 0])).toBe(true)
  expect(at(2, [5, 0, 0, 0])).toBe(true)
  expect(at(2, [0, 0, 5, 0])).toBe(false)
})
