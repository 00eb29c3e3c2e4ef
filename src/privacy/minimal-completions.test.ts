import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimalCompletions } from './minimal-completions.ts'

const small = fc.integer({ min: -2, max: 2 })
const system = fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 3 })).chain(([rows, columns]) =>
  fc.record({
    columns: fc.array(fc.array(small, { minLength: rows, maxLength: rows }), {
      minLength: columns,
      maxLength: columns,
    }),
    wanted: fc.array(small, { minLength: rows, maxLength: rows }),
  }),
)

const FAR = 6
/** All changes of so many entries up to FAR, either way. */
const box = (entries: number): number[][] =>
  entries === 0 ? [[]] : box(entries - 1).flatMap((x) => Array.from({ length: 2 * FAR + 1 }, (_, i) => [...x, i - FAR]))

const within = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((value, j) => value * b[j] >= 0 && Math.abs(value) <= Math.abs(b[j]))

test('they are the smallest of all that add up, by brute force', () => {
  let several = 0
  fc.assert(
    fc.property(system, ({ columns, wanted }) => {
      const found = minimalCompletions(columns, wanted)
      if (found === undefined) throw new Error('given up')
      const addUp = box(columns.length).filter((x) =>
        wanted.every((value, row) => x.reduce((sum, times, j) => sum + times * columns[j][row], 0) === value),
      )
      const smallest = addUp.filter((x) => !addUp.some((other) => other !== x && within(other, x)))
      const near = found.filter((x) => x.every((value) => Math.abs(value) <= FAR))
      expect(near.map((x) => x.join()).sort()).toEqual(smallest.map((x) => x.join()).sort())
      if (found.length > 1) several++
    }),
    { numRuns: 400 },
  )
  expect(several).toBeGreaterThan(50)
})

test('units that can go round in a circle are not followed for ever', () => {
  // Two vacant ones, either of which makes up for the person when an occupied one comes too.
  const columns = [
    [-1, 0],
    [1, -1],
    [1, -1],
    [1, 0],
    [0, 1],
  ]
  const found = minimalCompletions(columns, [0, -1])
  expect(found).toHaveLength(5)
})
