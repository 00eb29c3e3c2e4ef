import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestWithSum } from './nearest-with-sum.ts'

const cost = (x: ArrayLike<number>, t: readonly number[]): number => t.reduce((sum, ti, i) => sum + (x[i] - ti) ** 2, 0)

/** Every list of whole numbers between the bounds with the sum. */
function* lists(lower: readonly number[], upper: readonly number[], total: number): Generator<number[]> {
  if (lower.length === 0) {
    if (total === 0) yield []
    return
  }
  for (let first = lower[0]; first <= Math.min(upper[0], total); first++) {
    for (const rest of lists(lower.slice(1), upper.slice(1), total - first)) yield [first, ...rest]
  }
}

test('no whole numbers between the bounds with the sum are nearer', () => {
  const one = fc.record({
    quarter: fc.integer({ min: -12, max: 24 }), // ties of every kind
    lower: fc.integer({ min: 0, max: 3 }),
    more: fc.integer({ min: 0, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), fc.nat(28), fc.boolean(), (cells, units, bounded) => {
      const [t, lower] = [cells.map(({ quarter }) => quarter / 4), cells.map((cell) => cell.lower)]
      const least = lower.reduce((sum, x) => sum + x, 0)
      const most = cells.reduce((sum, { more }) => sum + more, least)
      const total = bounded ? Math.min(most, least + units) : least + (units % 8)
      const upper = bounded ? cells.map((cell) => cell.lower + cell.more) : cells.map(() => total)
      const found = nearestWithSum(
        {
          targets: Float64Array.from(t),
          lower: Float64Array.from(lower),
          ...(bounded && { upper: Float64Array.from(upper) }),
        },
        total,
      )
      const all = [...lists(lower, upper, total)]
      expect(all.map((x) => x.join())).toContain([...found].join())
      expect(cost(found, t)).toBeCloseTo(Math.min(...all.map((x) => cost(x, t))), 9)
    }),
  )
})

test('a sum that the bounds do not allow is a fault', () => {
  const problem = { targets: Float64Array.of(1, 1), lower: Float64Array.of(1, 1), upper: Float64Array.of(2, 2) }
  expect(() => nearestWithSum(problem, 5)).toThrow(RangeError)
})
