import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, Tally } from './topdown-tally.ts'

const key = fc.oneof(fc.nat(40), fc.integer({ min: 2 ** 32 - 20, max: 2 ** 32 + 20 }), fc.maxSafeNat())
const entries = fc.array(fc.tuple(key, fc.integer({ min: 1, max: 5 })), { maxLength: 200 })

function bothWays(list: readonly (readonly [number, number])[]): { tally: Tally; map: Map<number, number> } {
  const tally = new Tally()
  const map = new Map<number, number>()
  for (const [at, amount] of list) {
    tally.add(at, amount)
    map.set(at, (map.get(at) ?? 0) + amount)
  }
  return { tally, map }
}

test('a tally holds what a Map holds', () => {
  fc.assert(
    fc.property(entries, key, (list, other) => {
      const { tally, map } = bothWays(list)
      const seen = new Map<number, number>()
      tally.forEach((at, amount) => void seen.set(at, amount))
      expect(seen).toEqual(map)
      expect(tally.size).toBe(map.size)
      expect([tally.get(other), tally.has(other)]).toEqual([map.get(other) ?? 0, map.has(other)])
    }),
  )
})

test('differences are the keys under which two tallies hold another amount', () => {
  fc.assert(
    fc.property(entries, entries, (one, other) => {
      const [a, b] = [bothWays(one), bothWays(other)]
      const keys = new Set([...a.map.keys(), ...b.map.keys()])
      const apart = [...keys].filter((at) => a.map.get(at) !== b.map.get(at)).length
      expect(differences(a.tally, b.tally)).toBe(apart)
    }),
  )
})
