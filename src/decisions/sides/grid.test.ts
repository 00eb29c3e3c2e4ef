import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, formatRational, multiply, parseRational, rational, subtract } from '../../exact/rational.ts'
import { gridFor, sideOfSteps, stepsOfSide } from './grid.ts'
import type { PrivateSide } from './private-sides.ts'

const sides = (count: number): PrivateSide[] =>
  Array.from({ length: count }, (_, row) => ({
    row,
    side: row % 2 === 0 ? 'upper' : 'lower',
    name: `r${row}`,
    floor: rational(0n),
    floorFrom: 'declared',
    loosest: null,
  }))

test('a declared unit is the step, and the distance is exact', () => {
  const grid = gridFor({ sides: sides(7), sensitivity: rational(3n), unit: parseRational('0.5') })
  expect([formatRational(grid.step), grid.distance, grid.aligned]).toEqual(['1/2', 6n, true])
})

test('without a unit no neighbours are further apart on the grid than its distance', () => {
  const value = fc.bigInt(-(10n ** 9n), 10n ** 9n).map((n) => rational(n, 999_983n))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, fc.integer({ min: -50, max: 50 })), { minLength: 1, maxLength: 6 }),
      (entries) => {
        const count = entries.length
        const all = sides(count)
        const grid = gridFor({ sides: all, sensitivity: rational(1n), unit: null })
        const moved = entries.reduce((total, [, move]) => total + Math.abs(move), 0) || 1
        let distance = 0n
        entries.forEach(([truth, move], k) => {
          const other = subtract(truth, rational(BigInt(move), BigInt(moved))) // the moves sum to 1 in size
          const steps = stepsOfSide(all[k], truth, grid) - stepsOfSide(all[k], other, grid)
          distance += steps < 0n ? -steps : steps
          // Rounding goes to the tight end, and by less than a step.
          const kept = sideOfSteps(all[k], stepsOfSide(all[k], truth, grid), grid)
          const lost = all[k].side === 'upper' ? subtract(truth, kept) : subtract(kept, truth)
          expect(compare(lost, rational(0n))).toBeGreaterThanOrEqual(0)
          expect(compare(lost, grid.step)).toBeLessThan(0)
        })
        expect(distance <= grid.distance).toBe(true)
        expect(compare(multiply(grid.step, rational(grid.distance)), parseRational('1.001'))).toBeLessThanOrEqual(0)
      },
    ),
  )
})
