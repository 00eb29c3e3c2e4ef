import { expect, test } from 'vitest'
import { parseRational } from '../exact/rational.ts'
import { Solver } from '../optimize/index.ts'
import { brokenBy } from './certify.ts'
import { printExactly } from './decimals.ts'
import { readLp } from './lp-text.ts'
import { repair } from './repair.ts'
import { roundTo, safeDirections } from './rounding.ts'
import { solverModel } from './solver-model.ts'

const solver = new Solver()

/** Repairs a point given in doubles, as a solver might give it. */
async function repaired(text: string, x: readonly number[], anchor: readonly string[] | null = null, digits = {}) {
  const program = readLp(text)
  const model = solverModel(program)
  const point = anchor?.map((value) => parseRational(value)) ?? null
  const found = await repair(
    { solver, model, sides: program, digits, options: {}, anchor: point },
    Float64Array.from(x),
  )
  if (found !== null) expect(brokenBy(program, program, found.point)).toEqual([])
  return found && { route: found.route, printed: found.point.map(printExactly) }
}

test('rounding: towards the safe side, whole values untouched', async () => {
  const caps = 'max\n x + y\nst\n a: x + y <= 1\nend'
  expect(await repaired(caps, [2 / 3, 1 / 3])).toEqual({
    route: 'rounded',
    printed: ['0.666666666666', '0.333333333333'],
  })
  expect(await repaired(caps, [2 / 3, 1 / 3], null, { decimals: 2 })).toEqual({
    route: 'rounded',
    printed: ['0.66', '0.33'],
  })
  const program = readLp('max\n x\nst\n a: x - y <= 1\n b: z >= 2\n c: y + z <= 9\nend')
  expect(safeDirections(program, program)).toEqual(['down', 'nearest', 'nearest'])
  for (const [direction, printed] of [
    ['down', '-0.13'],
    ['up', '-0.12'],
    ['nearest', '-0.12'],
  ] as const) {
    expect(printExactly(roundTo(parseRational('-0.125'), -2, direction))).toBe(printed)
  }
})

test('nudging: a row that the solver overran gives back what it is over', async () => {
  const found = await repaired('max\n x + y\nst\n a: x + y <= 1\nend', [0.75, 0.25 + 1e-9])
  expect(found?.route).toBe('nudged')
})

test('pulling: towards a point with room', async () => {
  const text = 'max\n x + y\nst\n a: x + y <= 1\n b: x - y >= -0.2\n c: x - y <= 0.2\nend'
  expect((await repaired(text, [0.6 + 1e-9, 0.4], ['0.2', '0.2']))?.route).toBe('pulled')
})

test('tightening: solved again with a margin where there is no anchor', async () => {
  const text = 'max\n x + 2 y\nst\n a: x + 3 y <= 1\n b: x - y >= -0.3\n c: 7 x - y <= 0.6\nend'
  expect((await repaired(text, [2.8 / 22 + 1e-9, 6.4 / 22]))?.route).toBe('tightened')
})

test('equalities are exact, as fractions where no decimal is', async () => {
  const found = await repaired('max\n x\nst\n a: 3 x + 3 y = 1\n b: x - y = 0\nend', [1 / 6, 1 / 6])
  expect(found).toEqual({ route: 'rounded', printed: ['1/6', '1/6'] })
  const unit = await repaired('max\n x\nst\n a: 0.3 x + y = 1\nend', [1 / 3, 0.9])
  expect(unit?.printed).toEqual(['0.333333333333', '0.9000000000001'])
})

test('snapping: a region with no room at all', async () => {
  const text = 'max\n x\nst\n a: 3 x + y <= 1\n b: 3 x + y >= 1\n c: x - 7 y <= 0\n d: x - 7 y >= 0\nend'
  expect(await repaired(text, [7 / 22, 1 / 22])).toEqual({ route: 'snapped', printed: ['7/22', '1/22'] })
})

test('the anchor is the last resort, and without one there is no answer', async () => {
  const text = 'max\n x\nst\n a: x - y <= 0\n b: x - y >= 0\ngeneral\n x y\nend'
  expect(await repaired(text, [1, 2], ['1', '1'])).toEqual({ route: 'anchor', printed: ['1', '1'] })
  const hopeless = 'max\n x\nst\n a: 2 x + 2 y = 1\nbounds\n x <= 3\n y <= 3\ngeneral\n x y\nend'
  expect(await repaired(hopeless, [0, 1])).toBeNull()
})
