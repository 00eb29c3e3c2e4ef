import { expect, test } from 'vitest'
import { parseRational, rational } from '../exact/index.ts'
import { totalCost } from './composition.ts'
import { pure, zcdp } from './event.ts'
import { largeLossWords, largeSpendWords } from './large-loss.ts'

const epsilon = (value: bigint) => pure(rational(value))

test('a cost above 10 is pointed out by itself', () => {
  expect(largeLossWords(epsilon(10n))).toEqual([])
  expect(largeLossWords(epsilon(12n))[0]).toMatch(/^An epsilon of 12 \(.*factor of up to 163,000\) is large/)
  expect(largeLossWords(epsilon(100n))[0]).toMatch(/10\^43/)
})

test('small costs that add up are pointed out by their sum, and a large one once', () => {
  const before = totalCost(epsilon(6n))
  expect(largeLossWords(epsilon(4n), { before })).toEqual([])
  expect(largeLossWords(epsilon(5n), { before })[0]).toMatch(
    /^Together with what was spent on these data before, this is epsilon of 11/,
  )
  expect(largeLossWords(epsilon(12n), { before })).toHaveLength(1)
  expect(largeSpendWords(totalCost(epsilon(11n)))[0]).toMatch(/^All runs together spent epsilon of 11/)
})

test('zCDP is looked at at its delta', () => {
  expect(largeLossWords(zcdp(rational(1n)))).toEqual([])
  expect(largeLossWords(zcdp(rational(3n)), { delta: parseRational('1e-10') })).toHaveLength(1)
  expect(largeLossWords(zcdp(rational(1n)), { delta: parseRational('1e-100') })).toHaveLength(1)
})
