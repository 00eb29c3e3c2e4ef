import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenEquations, tableSystem, tableVariable } from '../../model/index.ts'
import { roundTable } from './round-table.ts'

const flat = (name: string, codes: readonly string[]) =>
  tableVariable(name, 'all', [new Map(codes.map((code) => [code, 'all']))])

/** A table with all its totals, from its inner cells. */
function tableOf(sizes: readonly number[], inner: readonly number[]) {
  const variables = sizes.map((size, v) =>
    flat(
      `v${v}`,
      Array.from({ length: size }, (_, i) => `${v}${i}`),
    ),
  )
  const system = tableSystem(variables, [sizes.map((_, v) => v)])
  const value = new Float64Array(system.cells)
  for (let cell = 0; cell < system.cells; cell++) {
    const codes = sizes.map((_, v) => system.codes[cell * sizes.length + v])
    inner.forEach((count, i) => {
      let rest = i
      const at = sizes.map((size) => {
        const one = rest % size
        rest = (rest - one) / size
        return one + 1
      })
      if (codes.every((code, v) => code === 0 || code === at[v])) value[cell] += count
    })
  }
  return { system, value }
}

test('rounded two-way tables add up, move no cell by a base, and change the least there is', async () => {
  const counts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(counts, fc.constantFrom(3, 5), async (inner, base) => {
      const { system, value } = tableOf([2, 2], inner)
      const found = await roundTable({ value, equations: system.equations, base }, { seconds: 20, gap: 0 })
      if (found === undefined) throw new Error('a two-way table can always be rounded')
      expect(brokenEquations(system, found.value)).toEqual([])
      expect(found.value.every((x, c) => x % base === 0 && Math.abs(x - value[c]) < base)).toBe(true)
      // Every choice of up and down.
      let least = Infinity
      for (let choice = 0; choice < 2 ** system.cells; choice++) {
        const tried = value.map((x, c) => base * (Math.floor(x / base) + (x % base === 0 ? 0 : (choice >> c) & 1)))
        const distance = tried.reduce((sum, x, c) => sum + Math.abs(x - value[c]), 0)
        if (distance < least && brokenEquations(system, tried).length === 0) least = distance
      }
      expect(found.distance).toBe(least)
      expect(found.bound).toBeCloseTo(least, 6)
    }),
    { numRuns: 10 },
  )
})

test('three variables are rounded too, a step further where it must be', async () => {
  const inner = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 27, maxLength: 27 })
  await fc.assert(
    fc.asyncProperty(inner, async (counts) => {
      const { system, value } = tableOf([3, 3, 3], counts)
      const found = await roundTable({ value, equations: system.equations, base: 3 }, { seconds: 20, gap: 0.05 })
      if (found === undefined) throw new Error('no rounding')
      expect(brokenEquations(system, found.value)).toEqual([])
      expect(found.value.every((x, c) => x % 3 === 0 && Math.abs(x - value[c]) < 6)).toBe(true)
    }),
    { numRuns: 5 },
  )
})
