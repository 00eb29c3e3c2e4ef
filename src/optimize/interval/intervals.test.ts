import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SignedEquations } from './equations.ts'
import { intervals } from './intervals.ts'

/** A table of counts with all margins known; `marked` cells are unknown. */
function reader(
  counts: readonly (readonly number[])[],
  marked: readonly (readonly boolean[])[],
  most: number,
): SignedEquations {
  const [height, width] = [counts.length, counts[0].length]
  const place = new Map<number, number>()
  marked.flat().forEach((isMarked, cell) => {
    if (isMarked) place.set(cell, place.size)
  })
  const lines = [
    ...counts.map((_, i) => Array.from({ length: width }, (_, j) => i * width + j)),
    ...counts[0].map((_, j) => Array.from({ length: height }, (_, i) => i * width + j)),
  ].map((cells) => cells.filter((cell) => place.has(cell)))
  const value = (cell: number): number => counts[Math.floor(cell / width)][cell % width]
  return {
    unknowns: place.size,
    starts: Int32Array.from([0, ...lines.map((_, e) => lines.slice(0, e + 1).flat().length)]),
    members: Int32Array.from(lines.flat(), (cell) => place.get(cell) as number),
    signs: new Int8Array(lines.flat().length).fill(1),
    side: Float64Array.from(lines, (cells) => cells.reduce((sum, cell) => sum + value(cell), 0)),
    lower: new Float64Array(place.size),
    upper: new Float64Array(place.size).fill(most),
  }
}

/** Every whole table that fits, one unknown after the other. */
function enumerated(system: SignedEquations): { lower: number[]; upper: number[] } {
  const { unknowns, starts, members, side, upper } = system
  const lower: number[] = Array(unknowns).fill(Infinity)
  const most: number[] = Array(unknowns).fill(-Infinity)
  const x = new Array<number>(unknowns).fill(0)
  const fits = (): boolean =>
    [...side.keys()].every(
      (e) => members.subarray(starts[e], starts[e + 1]).reduce((sum, j) => sum + x[j], 0) === side[e],
    )
  const step = (j: number): void => {
    if (j === unknowns) {
      if (!fits()) return
      x.forEach((value, i) => {
        lower[i] = Math.min(lower[i], value)
        most[i] = Math.max(most[i], value)
      })
      return
    }
    for (x[j] = 0; x[j] <= upper[j]; x[j]++) step(j + 1)
    x[j] = 0
  }
  step(0)
  return { lower, upper: most }
}

test('intervals of withheld cells are those of listing every table', async () => {
  const table = fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 })).chain(([h, w]) =>
    fc.tuple(
      fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: w, maxLength: w }), {
        minLength: h,
        maxLength: h,
      }),
      fc.array(fc.array(fc.boolean(), { minLength: w, maxLength: w }), { minLength: h, maxLength: h }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(table, async ([counts, marked]) => {
      const system = reader(counts, marked, 3)
      if (system.unknowns === 0 || system.unknowns > 6) return
      const found = await intervals(system)
      if ('clash' in found) throw new Error('the true table fits')
      const listed = enumerated(system)
      expect([...found.lower].map((x) => Math.round(x * 1e6) / 1e6)).toEqual(listed.lower)
      expect([...found.upper].map((x) => Math.round(x * 1e6) / 1e6)).toEqual(listed.upper)
    }),
    { numRuns: 50 },
  )
})

test('two or more withheld cells in every row and column can still give one away', async () => {
  const counts = [[30, 47, 64, 89], [90, 124, 5, 31], [92, 100, 59, 85], [800, 991, 651, 685]] // biome-ignore format: a table
  const marks = (text: string) => text.split(' ').map((row) => [...row].map((one) => one === 'x'))
  const exact = await intervals(reader(counts, marks('xxx. x.x. .x.x .x.x'), 4000))
  const repaired = await intervals(reader(counts, marks('xxx. xxx. .x.x .x.x'), 4000))
  if ('clash' in exact || 'clash' in repaired) throw new Error('the true table fits')
  expect([exact.lower[1], exact.upper[1]]).toEqual([47, 47])
  expect([repaired.lower[1], repaired.upper[1]].map(Math.round)).toEqual([0, 141])
})

test('sums that cannot be are a clash', async () => {
  const counts = [[1, 2], [3, 4]] // biome-ignore format: a table
  const system = reader(counts, [[true, true], [true, true]], 3) // biome-ignore format: marks
  expect(await intervals(system)).toHaveProperty('clash')
})
