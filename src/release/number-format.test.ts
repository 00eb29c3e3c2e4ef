import { expect, test } from 'vitest'
import { formatFixed, formatNumber, formatPercent, formatSignificant } from './number-format.ts'

test.each<[string, string]>([
  [formatNumber(1234567.4), '1,234,567'],
  [formatNumber(-1234.56, 1), '−1,234.6'],
  [formatNumber(-0.2), '0'],
  [formatNumber(Number.NaN), '–'],
  [formatNumber(Number.NEGATIVE_INFINITY), '−∞'],
  [formatFixed(2, 2), '2.00'],
  [formatFixed(-0.001, 2), '0.00'],
  [formatFixed(-12.345, 1), '−12.3'],
  [formatPercent(0.12345), '12.3 %'],
  [formatPercent(Number.NaN), '–'],
  [formatSignificant(0), '0'],
  [formatSignificant(1234567, 3), '1,234,567'],
  [formatSignificant(0.012345, 3), '0.0123'],
  [formatSignificant(-3.21e-10, 3), '−3.21 × 10⁻¹⁰'],
  [formatSignificant(1.5e15, 2), '1.5 × 10¹⁵'],
])('%s', (shown, wanted) => {
  expect(shown).toBe(wanted)
})
