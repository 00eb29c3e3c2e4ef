import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DesignVariable } from './design.ts'
import { placesOf, type Space, sideSize } from './space.ts'
import { type Kept, type Sought, walk } from './walk.ts'

const plain = (...variables: number[]): DesignVariable[] => variables.map((variable) => ({ variable }))

function sumsOf(space: Space, table: ArrayLike<number>, side: readonly DesignVariable[]): Float64Array {
  const sums = new Float64Array(sideSize(space, side))
  placesOf(space, side).forEach((place, cell) => {
    sums[place] += table[cell]
  })
  return sums
}

const SPACE: Space = [3, 2, 4]
/** Levels 0 and 2 of the last variable are one. */
const MERGED = [0, 1, 0, 2]
const SIDES = [plain(0, 1), plain(1, 2), plain(0, 2), plain(2), [], [{ variable: 2, groups: MERGED }, { variable: 0 }]]

test('every table on the way keeps what was released, and no count falls below 0', () => {
  let moved = 0
  fc.assert(
    fc.property(
      fc.array(fc.nat(3), { minLength: 24, maxLength: 24 }),
      fc.uniqueArray(fc.nat(SIDES.length - 1), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(23), { maxLength: 3 }),
      (counts, chosen, bounded) => {
        const sides = chosen.map((s) => SIDES[s])
        const sums = bounded.map((cell) => {
          const cells = [cell, (cell + 5) % 24]
          const value = counts[cells[0]] + counts[cells[1]]
          return { cells, lower: value - 1, upper: value + 1 }
        })
        const kept: Kept = { sides, sums }
        // Single cells, and the sums by the second variable. No bound is reached: the walk goes on as long as it may.
        const sought: Sought[] = [
          ...counts.map((_, cell) => ({ cells: [cell] })),
          ...[0, 1].map((level) => ({
            cells: counts.flatMap((_, cell) => (Math.floor(cell / 4) % 2 === level ? [cell] : [])),
          })),
        ].map((one) => ({ ...one, lower: -1, upper: 1e9, least: Infinity, most: -Infinity }))
        const table = Float64Array.from(counts)
        let asked = 0
        walk(SPACE, kept, sought, table, () => {
          asked++
          for (const side of sides) expect(sumsOf(SPACE, table, side)).toEqual(sumsOf(SPACE, counts, side))
          for (const { cells, lower, upper } of sums) {
            const value = cells.reduce((sum, cell) => sum + table[cell], 0)
            expect(value >= lower && value <= upper).toBe(true)
          }
          expect(Math.min(...table)).toBeGreaterThanOrEqual(0)
          for (const { cells, least, most } of sought) {
            const value = cells.reduce((sum, cell) => sum + table[cell], 0)
            expect(least <= value && value <= most).toBe(true)
          }
          return asked > 40
        })
        if (table.some((count, cell) => count !== counts[cell])) moved++
      },
    ),
    { numRuns: 200, seed: 3 },
  )
  expect(moved).toBeGreaterThan(100)
})

test('what all two-way margins leave open is settled from the true table, without a program', () => {
  const space = [8, 8, 6]
  const counts = Float64Array.from({ length: 384 }, (_, c) => ((c * 7919) % 11) % 5)
  const sides = [plain(0, 1), plain(1, 2), plain(0, 2)]
  const margins = sides.map((side) => ({ sums: sumsOf(space, counts, side), places: placesOf(space, side) }))
  const sought: Sought[] = Array.from(counts, (_, cell) => ({
    cells: [cell],
    lower: 0,
    upper: Math.min(...margins.map(({ sums, places }) => sums[places[cell]])),
    least: Infinity,
    most: -Infinity,
  }))
  walk(space, { sides, sums: [] }, sought, counts, () => false)
  expect(sought.filter(({ least }) => least === 0).length).toBeGreaterThan(380)
  expect(sought.filter(({ most, upper }) => most === upper).length).toBeGreaterThan(350)
})
