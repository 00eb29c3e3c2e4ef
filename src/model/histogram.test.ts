import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Schema } from './attribute.ts'
import { buildHierarchy } from './hierarchy.ts'
import { levelAnswers, sparseHistogram } from './histogram.ts'
import { compileQuery } from './query.ts'

const none = { rule: 'error', values: [] } as const
const schema: Schema = {
  attributes: [
    { name: 'sex', column: 'sex', levels: ['f', 'm'], missing: none },
    { name: 'age', column: 'age', levels: ['0', '1', '2'], missing: none },
  ],
  recodes: [{ name: 'old', attribute: 'age', groups: [{ name: 'old', levels: ['2'] }] }],
}
const hierarchy = buildHierarchy(
  ['all', 'region', 'town'],
  [
    ['n', 'n1'],
    ['n', 'n2'],
    ['s', 's1'],
  ],
)
const LEAVES = 3
const CELLS = 6

/** A dense table of small counts, most of them zero, and its sparse form. */
const tables = fc.array(fc.oneof(fc.constant(0), fc.nat(9)), { minLength: LEAVES * CELLS, maxLength: LEAVES * CELLS })
function sparse(dense: readonly number[]): ReturnType<typeof sparseHistogram> {
  const entries = dense.map((count, at) => ({ count, at })).filter((entry) => entry.count > 0)
  return sparseHistogram(
    LEAVES,
    CELLS,
    Int32Array.from(entries, (e) => Math.floor(e.at / CELLS)),
    Int32Array.from(entries, (e) => e.at % CELLS),
    Float64Array.from(entries, (e) => e.count),
  )
}

test('answers at every level are the sums over the leaves and cells they stand for', () => {
  fc.assert(
    fc.property(
      tables,
      fc.constantFrom('total', 'sex', 'old', 'age * sex', 'detailed'),
      fc.nat(2),
      (dense, text, level) => {
        const query = compileQuery(schema, text)
        const nodeOfLeaf = [
          [0, 0, 0],
          [0, 0, 1],
          [0, 1, 2],
        ][level]
        const expected = new Float64Array(hierarchy.levels[level].regions.length * query.answers)
        dense.forEach((count, at) => {
          const answer = query.answerOf[at % CELLS]
          if (answer >= 0) expected[nodeOfLeaf[Math.floor(at / CELLS)] * query.answers + answer] += count
        })
        expect(levelAnswers(sparse(dense), hierarchy, level, query)).toEqual(expected)
      },
    ),
  )
})

test('entries may come in any order and in parts', () => {
  fc.assert(
    fc.property(tables, fc.integer(), (dense, seed) => {
      const parts = dense.flatMap((count, at) =>
        count > 1
          ? [
              { at, count: 1 },
              { at, count: count - 1 },
            ]
          : count > 0
            ? [{ at, count }]
            : [],
      )
      parts.sort((a, b) => ((a.at * 7919 + a.count * 31 + seed) % 101) - ((b.at * 7919 + b.count * 31 + seed) % 101))
      const shuffled = sparseHistogram(
        LEAVES,
        CELLS,
        Int32Array.from(parts, (p) => Math.floor(p.at / CELLS)),
        Int32Array.from(parts, (p) => p.at % CELLS),
        Float64Array.from(parts, (p) => p.count),
      )
      expect(shuffled).toEqual(sparse(dense))
      const wide = 1 << 23 // summed through a map
      const few = sparseHistogram(
        1,
        wide,
        Int32Array.of(0, 0, 0),
        Int32Array.of(5, wide - 1, 5),
        Float64Array.of(1, 2, 3),
      )
      expect([...few.cell, ...few.count]).toEqual([5, wide - 1, 4, 2])
    }),
  )
})
