import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOut } from './share-out.ts'

function* compositions(total: number, parts: number): Generator<number[]> {
  if (parts === 1) return void (yield [total])
  for (let first = 0; first <= total; first++)
    for (const rest of compositions(total - first, parts - 1)) yield [first, ...rest]
}

test('no other whole numbers with the sum are nearer', () => {
  const targets = fc.array(fc.integer({ min: -16, max: 24 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(targets, fc.nat(7), (quarters, total) => {
      const wanted = Float64Array.from(quarters, (x) => x / 4)
      const cost = (x: ArrayLike<number>): number => wanted.reduce((sum, t, i) => sum + (x[i] - t) ** 2, 0)
      const found = shareOut(wanted, total)
      const listed = [...compositions(total, wanted.length)]
      expect(listed.map(String)).toContain(String([...found]))
      expect(cost(found)).toBe(Math.min(...listed.map(cost)))
    }),
    { numRuns: 1000 },
  )
})
