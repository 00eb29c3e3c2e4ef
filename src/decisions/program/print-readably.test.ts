import { expect, test } from 'vitest'
import { parseRational } from '../../exact/rational.ts'
import { printReadably } from './decimals.ts'

test.each([
  ['0.125', '0.125', null],
  ['1/3', '1/3', null],
  ['123456789012345678901/1000000007', '123456788148.15', '123456789012345678901/1000000007'],
  [`${7n ** 400n}/${3n ** 700n}`, '11332.8', `${7n ** 400n}/${3n ** 700n}`],
  [`-1/${10n ** 40n + 1n}`, '-1e-40', `-1/${10n ** 40n + 1n}`],
])('%s is read as %s', (text, near, exact) => {
  const printed = printReadably(parseRational(text))
  expect(printed.exact).toBe(exact)
  if (exact === null) expect(printed.value).toBe(near)
  else expect(Number(printed.value) / Number(near)).toBeCloseTo(1, 2)
  expect(printed.value.length).toBeLessThan(26)
})
