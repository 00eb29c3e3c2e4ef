import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  compare,
  equal,
  multiply,
  parseRational,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../../exact/rational.ts'
import { DecimalVector, decimalOf, printExactly } from '../program/decimals.ts'
import { readLp } from '../program/lp-text.ts'
import { brokenBy, exactActivity, exactObjective } from './certify.ts'

const program = readLp(`max
 3 x + 2 y + z
st
 cap: 0.1 x + 0.7 y + z <= 10
 need: x - y >= -2
 both: 1 <= x + y <= 9
 same: x - 3 z = 0
bounds
 y <= 4
general
 y
end`)

const point = (...values: string[]): Rational[] => values.map((value) => parseRational(value))

test('a point that keeps everything is accepted', () => {
  expect(brokenBy(program, program, point('3', '4', '1'))).toEqual([])
  expect(brokenBy(program, program, point('5/2', '3', '5/6'))).toEqual([])
})

test('a row that is broken by a millionth of a millionth is found, and by exactly how much', () => {
  const tight = readLp('max\n x + y\nst\n cap: 0.1 x + 0.2 y <= 0.3\nend')
  expect(brokenBy(tight, tight, point('1', '1'))).toEqual([])
  const over = brokenBy(tight, tight, point('1.00000000001', '1'))
  expect(over).toEqual([{ kind: 'row', index: 0, name: 'cap', side: 'upper', by: parseRational('1e-12') }])
  // In doubles 0.1 + 0.2 is above 0.3: an inexact check would refuse the point that is fine.
  expect(0.1 + 0.2 <= 0.3).toBe(false)
})

test('bounds, whole variables, equalities and both sides of a range', () => {
  const names = (...values: string[]) =>
    brokenBy(program, program, point(...values)).map(({ name, side }) => `${name} ${side}`)
  expect(names('3', '4.5', '1')).toEqual(['y upper', 'y whole'])
  expect(names('3', '3.5', '1')).toEqual(['y whole'])
  expect(names('-3', '4', '-1')).toEqual(['x lower', 'z lower', 'need lower'])
  expect(names('6', '4', '2')).toEqual(['both upper'])
  expect(names('0', '0', '0')).toEqual(['both lower'])
  expect(names('3', '4', '1.000000000000000001')).toEqual(['same lower'])
  expect(brokenBy(program, program, point('-3', '9', '-1'), 1)).toHaveLength(1)
})

test('activities and objectives are those of plain rational arithmetic', () => {
  const value = fc
    .tuple(fc.bigInt(-(10n ** 9n), 10n ** 9n), fc.bigInt(1n, 10n ** 6n))
    .map(([num, den]) => rational(num, den))
  const quadratic = readLp(
    'min\n 0.5 x - 3 y + 7 + [ x ^ 2 - 0.2 x * y + 4 y ^ 2 ] / 2\nst\n c: 1.5 x - 0.04 y <= 3\nend',
  )
  fc.assert(
    fc.property(value, value, (x, y) => {
      const sum = (...terms: [string, Rational][]) =>
        terms.reduce((total, [factor, term]) => add(total, multiply(parseRational(factor), term)), ZERO)
      const activity = sum(['1.5', x], ['-0.04', y])
      expect(equal(exactActivity(quadratic, 0, [x, y]), activity)).toBe(true)
      const [xx, xy, yy] = [multiply(x, x), multiply(x, y), multiply(y, y)]
      const objective = sum(['0.5', x], ['-3', y], ['7', rational(1n)], ['0.5', xx], ['-0.1', xy], ['2', yy])
      expect(equal(exactObjective(quadratic, [x, y]), objective)).toBe(true)
      const over = subtract(activity, rational(3n))
      const broken = brokenBy(quadratic, quadratic, [x, y]).filter(({ kind }) => kind === 'row')
      expect(broken.map(({ by }) => by)).toEqual(compare(over, ZERO) > 0 ? [over] : [])
    }),
  )
})

test('decimals are kept exactly, and printed so that they read back', () => {
  const texts = ['0.1', '-3', '12345678901234567890.123456789', '1/3', '1e-30', '0.30000000000000004', '5e22']
  const vector = new DecimalVector()
  for (const text of texts) vector.push(parseRational(text))
  texts.forEach((text, i) => {
    expect(equal(vector.at(i), parseRational(text))).toBe(true)
    expect(equal(parseRational(printExactly(vector.at(i))), parseRational(text))).toBe(true)
  })
  expect(Array.from(vector.near.subarray(0, 2))).toEqual([0.1, -3])
  expect(printExactly(parseRational('-0.125'))).toBe('-0.125')
  expect(printExactly(parseRational('1200'))).toBe('1200')
  expect(printExactly(parseRational('2/7'))).toBe('2/7')
  expect(decimalOf(0.1)).toEqual(rational(1n, 10n))
})
