import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MEMORY_LIMIT, startReach } from './reach.ts'
import { Residues } from './residues.ts'
import { valuesOf } from './value-set.ts'
import { Viability } from './viability.ts'

/** Reachable sums by the definition, one item at a time. */
function naive(target: number, items: readonly (readonly [number, number])[]): boolean[] {
  let reachable = Array.from({ length: target + 1 }, (_, c) => c === 0)
  for (const [size, copies] of items) {
    const before = reachable
    reachable = before.map((_, c) => {
      for (let k = 0; k <= copies && c - k * size >= 0; k++) if (before[c - k * size]) return true
      return false
    })
  }
  return reachable
}

const item = fc.tuple(
  fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 150 })),
  fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(9)),
)

test('a table of words and a table of residues hold exactly the sums that the items reach', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.integer({ min: 1, max: 90 }), fc.array(item, { maxLength: 6 }), (target, m, items) => {
      const all = [[m, Number.POSITIVE_INFINITY] as const, ...items]
      const expected = naive(target, all)
      const words = new Viability(target)
      const residues = new Residues(target, m)
      for (const [size, copies] of all) words.add(size, copies)
      for (const [size, copies] of items) residues.add(size, copies)
      const sums = expected.map((_, c) => c)
      expect(sums.map((c) => words.has(c))).toEqual(expected)
      expect(sums.map((c) => residues.has(c))).toEqual(expected)
      for (const [size, copies] of [[5, 7] as const, ...items]) {
        const values = sums.filter((x) => x <= copies && x * size <= target && expected[target - x * size])
        expect([...valuesOf(words.read(size, copies))]).toEqual(values)
        expect([...valuesOf(residues.read(size, copies))]).toEqual(values)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a clone goes its own way', () => {
  const words = new Viability(100)
  words.add(7, 3)
  const copy = words.clone()
  copy.add(5, Number.POSITIVE_INFINITY)
  expect([words.has(12), copy.has(12), words.has(21), words.has(28)]).toEqual([false, true, true, false])
})

test('a table beyond the memory limit is refused before it is made', () => {
  expect(() => startReach(2 ** 31 - 1, undefined, 5)).toThrow(/MiB/)
  expect(startReach(2 ** 31 - 1, 1000, 5).has(2000)).toBe(true)
  expect(MEMORY_LIMIT).toBeLessThanOrEqual(2 ** 30)
})
