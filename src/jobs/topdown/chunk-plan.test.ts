import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildHierarchy, pathFromColumns } from '../../model/index.ts'
import { childRange, chunkLevels, parentsOf } from './chunk-plan.ts'

/** A tree of two levels below the top, from how many leaves each state has. */
function treeOf(counties: readonly (readonly number[])[]) {
  const paths = counties.flatMap((sizes, s) =>
    sizes.flatMap((size, c) => Array.from({ length: size }, (_, b) => [`s${s}`, `c${c}`, `b${b}`])),
  )
  return buildHierarchy(['land', 'state', 'county', 'block'], paths.map(pathFromColumns))
}

const trees = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }), {
  minLength: 1,
  maxLength: 9,
})

test('every parent is in one chunk, in order, and the parents of a chunk are children of one chunk above', () => {
  fc.assert(
    fc.property(trees, fc.constantFrom(0.001, 0.01, 0.02, 0.1, 10), (counties, seconds) => {
      const hierarchy = treeOf(counties)
      const chunks = chunkLevels(hierarchy, 24, seconds)
      for (const [level, { first, above, below }] of chunks.entries()) {
        expect(first[0]).toBe(0)
        expect(first.at(-1)).toBe(parentsOf(hierarchy, level))
        for (let i = 0; i + 1 < first.length; i++) {
          expect(first[i + 1]).toBeGreaterThan(first[i])
          if (level > 0) {
            const up = chunks[level - 1].first
            const [a, b] = childRange(hierarchy, level - 1, up[above[i]], up[above[i] + 1])
            expect(first[i] >= a && first[i + 1] <= b).toBe(true)
          }
          if (level + 1 < chunks.length) {
            const down = chunks[level + 1].first
            expect([down[below[i]], down[below[i + 1]]]).toEqual([
              ...childRange(hierarchy, level, first[i], first[i + 1]),
            ])
          }
        }
      }
    }),
  )
})

test('long chunks are one a level, short ones one a parent', () => {
  const hierarchy = treeOf([[3, 4], [5], [1, 1, 1]])
  const sizes = (seconds: number): number[] => chunkLevels(hierarchy, 24, seconds).map(({ above }) => above.length)
  expect(sizes(10)).toEqual([1, 1, 1, 1])
  expect(sizes(0.001)).toEqual([1, 1, 3, 6])
})
