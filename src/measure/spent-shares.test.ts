import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, equal, formatRational, ONE, type Rational, rational, sum } from '../exact/index.ts'
import { spentShares } from './spent-shares.ts'

const anyLevels = fc.array(
  fc.record({
    part: fc.integer({ min: 1, max: 9 }),
    queries: fc.array(fc.record({ part: fc.integer({ min: 1, max: 9 }), fixed: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Parts as shares that sum to one. */
function shared<T extends { readonly part: number }>(all: readonly T[]) {
  const whole = all.reduce((total, { part }) => total + part, 0)
  return all.map((one) => ({ ...one, share: rational(BigInt(one.part), BigInt(whole)) }))
}

test('shares sum to one exactly, keep their proportions, and fixed queries have none', () => {
  let moved = 0
  fc.assert(
    fc.property(anyLevels, (parts) => {
      const levels = shared(parts).map(({ share, queries }) => ({ share, queries: shared(queries) }))
      const spent = spentShares(levels)
      const free = spent.map((queries) => queries.filter(({ fixed }) => !fixed))
      const of = (queries: readonly { readonly share: Rational }[]) => sum(queries.map(({ share }) => share))
      for (const query of spent.flat()) expect(query.share.num > 0n).toBe(!query.fixed)
      if (free.flat().length === 0) return
      expect(formatRational(of(spent.flat()))).toBe('1')
      const measured = levels.flatMap((level, l) => (free[l].length > 0 ? [{ level, queries: free[l] }] : []))
      if (measured.length < levels.length) moved++
      for (const { level, queries } of measured) {
        const ratio = divide(of(queries), level.share) // levels keep their proportions
        expect(equal(ratio, divide(of(measured[0].queries), measured[0].level.share))).toBe(true)
        const kept = queries.map(({ share, part }) => divide(share, rational(BigInt(part))))
        expect(kept.every((one) => equal(one, kept[0]))).toBe(true)
      }
    }),
  )
  expect(moved).toBeGreaterThan(10)
})

test('where nothing is fixed, the shares are those that were given', () => {
  const half = rational(1n, 2n)
  const levels = [
    { share: rational(1n, 3n), queries: [{ share: ONE, fixed: false }] },
    { share: rational(2n, 3n), queries: [half, half].map((share) => ({ share, fixed: false })) },
  ]
  const shares = spentShares(levels)
    .flat()
    .map(({ share }) => formatRational(share))
  expect(shares).toEqual(['1/3', '1/3', '1/3'])
})
