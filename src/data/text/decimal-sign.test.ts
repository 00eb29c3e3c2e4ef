import { expect, test } from 'vitest'
import { decimalEvidence, hasOpenPoints } from './decimal-sign.ts'

test.each<[readonly string[], ',' | 'open' | undefined]>([
  [['1,5', '20'], ','],
  [['1,234', '0,125'], ','],
  [['1.234,50'], ','],
  [['1234,567'], ','],
  [['1,234'], 'open'],
  [['-1,234', '12'], 'open'],
  [['1,234.5'], undefined],
  [['1,5', 'low'], undefined],
  [['1.5', '2'], undefined],
  [['3'], undefined],
])('%j: the sign before decimals is %s', (values, sign) => {
  expect(decimalEvidence(values)).toBe(sign)
})

test('a point before three digits is open in a file with decimal commas', () => {
  expect(hasOpenPoints(['1.234', '5'])).toBe(true)
  expect(hasOpenPoints(['0.234', '5'])).toBe(false)
  expect(hasOpenPoints(['1.5', '2.25'])).toBe(false)
  expect(hasOpenPoints(['1.234', 'K21.9'])).toBe(false)
})
