/** Neighbouring data sets meet the same refusals: nothing compares a private side before it is locked up. */
import { expect, test } from 'vitest'
import { parseRational, rational } from '../exact/rational.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { decide, prepareDecision } from './cost/decide.ts'
import { readLp } from './program/lp-text.ts'
import { readMps } from './program/mps-text.ts'
import { checkSides, measureSides } from './sides/measure-sides.ts'
import { declarePrivate, type PrivateOptions } from './sides/private-sides.ts'
import { planNoise } from './sides/shift.ts'

const range = (lower: string, upper: string) =>
  readLp(`max\n x + 2 y\nst\n r: ${lower} <= x + y <= ${upper}\nbounds\n x <= 30\n y <= 30\nend`)
const FLOORS: PrivateOptions = {
  private: ['r'],
  floor: [
    ['r:upper', rational(10n)],
    ['r:lower', rational(10n)],
  ],
  sensitivity: rational(1n),
}
const BUDGET = { mechanism: 'truncated', epsilon: rational(1n), delta: parseRational('1e-4') } as const

test.each([
  ['sides that are equal', '10', '10'],
  ['sides that are apart', '10', '11'],
])('a private range with %s is decided', async (_, lower, upper) => {
  const prepared = await prepareDecision(declarePrivate(range(lower, upper), FLOORS), BUDGET)
  expect((await decide(prepared, seededEntropy(1))).status).toBe('optimal')
})

test('a private range is not compared when it is read or declared: what differs is locked up', () => {
  const declared = (upper: string) => ({ ...declarePrivate(range('10', upper), FLOORS), truth: null })
  expect(declared('9')).toEqual(declared('10'))
  const mps = (width: string) =>
    readMps(`ROWS\n N z\n L r\nCOLUMNS\n x z 1 r 1\nRHS\n b r 12\nRANGES\n w r ${width}\nENDATA\n`)
  const width = (text: string) => ({ ...declarePrivate(mps(text), { ...FLOORS, floor: rational(10n) }), truth: null })
  expect(width('0')).toEqual(width('2'))
})

test('a range of two public sides that cross is refused, and an equation cannot be private', () => {
  const text = 'max\n x\nst\n cap: x <= 5\n r: 4 <= x + y <= 3\nend'
  expect(() => declarePrivate(readLp(text), { private: ['cap'], sensitivity: rational(1n) })).toThrow(/"r" is empty/)
  expect(() => declarePrivate(readLp('max\n x\nst\n r: x = 5\nend'), FLOORS)).toThrow(/is an equality/)
})

test('a side beyond its loosest value is measured as if it were there, and one beyond 64 bits is no refusal', () => {
  const measured = (upper: string, loosest?: bigint) => {
    const program = declarePrivate(readLp(`max\n x\nst\n r: x <= ${upper}\nend`), {
      private: ['r'],
      sensitivity: rational(1n),
      floor: rational(0n),
      unit: rational(1n),
      loosest: loosest === undefined ? [] : [['r', rational(loosest)]],
    })
    checkSides(program)
    return measureSides(program, planNoise(program, BUDGET), seededEntropy(3)).values
  }
  expect(measured('900', 50n)).toEqual(measured('50', 50n))
  expect(measured('1e30')).toEqual(measured('2e30'))
})
