import { expect, test } from 'vitest'
import { gapWords } from './gap-words.ts'

test('a gap is said where it says something', () => {
  expect(gapWords({ loss: 5, lowerBound: 5, optimal: true })).toBe('the least possible')
  expect(gapWords({ loss: 11, lowerBound: 10, optimal: false })).toBe('at most 10.0 % above the least possible')
  expect(gapWords({ loss: 15, lowerBound: 10, optimal: false })).toBe('at most 50.0 % above the least possible')
  expect(gapWords({ loss: 15.1, lowerBound: 10, optimal: false })).toBeUndefined()
  expect(gapWords({ loss: 15, lowerBound: 0, optimal: false })).toBeUndefined()
  expect(gapWords({ loss: 0, lowerBound: 0, optimal: false })).toBeUndefined()
})
