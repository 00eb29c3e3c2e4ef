import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IsotonicRows, isotonic, isotonicInteger } from './isotonic.ts'

function cost(x: ArrayLike<number>, values: readonly number[], weights: readonly number[]): number {
  return values.reduce((total, value, i) => total + weights[i] * (x[i] - value) ** 2, 0)
}

/** Every rising vector of whole numbers from `low` to `high`. */
function* rising(length: number, low: number, high: number): Generator<number[]> {
  if (length === 0) return void (yield [])
  for (let first = low; first <= high; first++)
    for (const rest of rising(length - 1, first, high)) yield [first, ...rest]
}

const sample = fc.array(fc.record({ value: fc.integer({ min: -4, max: 7 }), weight: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  maxLength: 5,
})

test('rounding the bounded regression gives the cheapest of all rising whole vectors', () => {
  fc.assert(
    fc.property(sample, fc.integer({ min: -2, max: 2 }), fc.nat(4), (entries, lower, width) => {
      const values = entries.map((entry) => entry.value)
      const weights = entries.map((entry) => entry.weight)
      const upper = lower + width
      const found = isotonicInteger(Float64Array.from(values), Float64Array.from(weights), { lower, upper })
      const listed = [...rising(values.length, lower, upper)]
      expect(listed.map(String)).toContain(String([...found]))
      expect(cost(found, values, weights)).toBe(Math.min(...listed.map((x) => cost(x, values, weights))))
    }),
    { numRuns: 1000 },
  )
})

test('the regression obeys its optimality conditions', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 40 }), (values) => {
      const x = isotonic(Float64Array.from(values))
      // Sums of residuals over any head are at least 0, and 0 where a block ends (Robertson, Wright, Dykstra, 1.2).
      let head = 0
      for (let i = 0; i < values.length; i++) {
        head += values[i] - x[i]
        expect(head).toBeGreaterThan(-1e-9)
        if (i + 1 === values.length || x[i] < x[i + 1]) expect(Math.abs(head)).toBeLessThan(1e-9)
        if (i > 0) expect(x[i]).toBeGreaterThanOrEqual(x[i - 1])
      }
    }),
  )
})

test('a row in the middle of a matrix is projected in place, its neighbours are not', () => {
  const matrix = Float64Array.from([9, 1, 5, 3, 4, 9, 1])
  expect(new IsotonicRows(7).project(matrix, 2, 3, { upper: 4 })).toBe(1)
  expect([...matrix]).toEqual([9, 1, 4, 4, 4, 9, 1])
})

test('a million entries take linear time', () => {
  const count = 1_000_000
  const values = Float64Array.from({ length: count }, (_, i) => ((i * 7919) % 1009) - i / 1000)
  const start = performance.now()
  const x = isotonic(values)
  expect(performance.now() - start).toBeLessThan(2000)
  expect(x[0]).toBeLessThanOrEqual(x[count - 1])
})
