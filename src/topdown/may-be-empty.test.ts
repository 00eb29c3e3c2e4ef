import { expect, test } from 'vitest'
import { mayBeEmpty } from './may-be-empty.ts'

test.each([
  [5, 4, true],
  [5, 3, false],
  [0, 4, false],
  [5, 0, false],
  [5, null, false],
  [5, Number.NaN, false],
])('%s people with an error of %s: %s', (count, error, expected) => {
  expect(mayBeEmpty(count, error)).toBe(expected)
})
