import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Sumset } from './sumset.ts'

test('sums of one member of each set, as by listing them', () => {
  const member = fc.oneof(fc.nat(12), fc.nat(90))
  const sets = fc.array(fc.uniqueArray(member, { maxLength: 14 }), { maxLength: 4 })
  fc.assert(
    fc.property(sets, fc.nat(200), (given, target) => {
      const table = new Sumset(target, target)
      let sums = new Set([0])
      for (const others of given) {
        const set = [0, ...others.filter((x) => x > 0)].sort((a, b) => a - b)
        sums = new Set([...sums].flatMap((sum) => set.map((x) => sum + x)))
        const runs: number[] = []
        for (const x of set) {
          if (runs.length > 0 && runs[runs.length - 1] === x - 1) runs[runs.length - 1] = x
          else runs.push(x, x)
        }
        table.add(runs)
      }
      for (let sum = 0; sum <= target + 2; sum++) expect(table.has(sum)).toBe(sum <= target && sums.has(sum))
    }),
    { numRuns: 1000 },
  )
})

test('beyond its limit everything up to the target is taken to be reachable', () => {
  const table = new Sumset(2 ** 31 - 1, 10)
  table.add([0, 0, 4, 2 ** 31 - 1])
  expect([0, 1, 3, 4, 10, 11, 2 ** 31 - 1, 2 ** 31].map((sum) => table.has(sum))).toEqual([
    true,
    false,
    false,
    true,
    true,
    true,
    true,
    false,
  ])
})
