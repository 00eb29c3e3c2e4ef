import { expect, test } from 'vitest'
import { parseRational } from '../../exact/rational.ts'
import { printExactly } from '../program/decimals.ts'
import { readLp } from '../program/lp-text.ts'
import { brokenBy } from './certify.ts'
import { decimalPoint } from './decimal-point.ts'
import { roundTo, safeDirections } from './rounding.ts'

/** Makes a point given in doubles, as a solver might give it, exact. */
function made(text: string, x: readonly number[], anchor: readonly string[] | null = null, digits = {}) {
  const program = readLp(text)
  const point = anchor?.map((value) => parseRational(value)) ?? null
  const found = decimalPoint({ program, sides: program, digits, anchor: point }, Float64Array.from(x))
  if (found.route === null) return null
  expect(brokenBy(program, program, found.point)).toEqual([])
  return { route: found.route, printed: found.point.map(printExactly) }
}

test('rounding: towards the safe side, whole values untouched', () => {
  const caps = 'max\n x + y\nst\n a: x + y <= 1\nend'
  expect(made(caps, [2 / 3, 1 / 3])).toEqual({ route: 'rounded', printed: ['0.666666666666', '0.333333333333'] })
  expect(made(caps, [2 / 3, 1 / 3], null, { decimals: 2 })).toEqual({ route: 'rounded', printed: ['0.66', '0.33'] })
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

test('nudging: a row that the solver overran gives back what it is over', () => {
  expect(made('max\n x + y\nst\n a: x + y <= 1\nend', [0.75, 0.25 + 1e-9])?.route).toBe('nudged')
})

test('pulling: towards a point with room', () => {
  const text = 'max\n x + y\nst\n a: x + y <= 1\n b: x - y >= -0.2\n c: x - y <= 0.2\nend'
  expect(made(text, [0.6 + 1e-9, 0.4], ['0.2', '0.2'])?.route).toBe('pulled')
  expect(made(text, [0.6 + 1e-9, 0.4])).toBeNull()
})

test('equalities are exact, as fractions where no decimal is', () => {
  const found = made('max\n x\nst\n a: 3 x + 3 y = 1\n b: x - y = 0\nend', [1 / 6, 1 / 6])
  expect(found).toEqual({ route: 'rounded', printed: ['1/6', '1/6'] })
  const unit = made('max\n x\nst\n a: 0.3 x + y = 1\nend', [1 / 3, 0.9])
  expect(unit?.printed).toEqual(['0.333333333333', '0.9000000000001'])
})
