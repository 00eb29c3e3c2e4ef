import { expect, test } from 'vitest'
import { secondsLeft } from './pace.ts'

test('before there is a pace, what was expected is left; nothing when that is unknown or over', () => {
  expect(secondsLeft(0, 100, 0, 12)).toBe(12)
  expect(secondsLeft(0, 100, 5, 12)).toBe(7)
  expect(secondsLeft(0, 100, 13, 12)).toBeUndefined()
  expect(secondsLeft(0, 100, 5)).toBeUndefined()
  expect(secondsLeft(10, 100, 0.1)).toBeUndefined() // too early for a pace
})

test('then it goes by the pace, at first with a look at what was expected', () => {
  expect(secondsLeft(50, 100, 3)).toBe(3)
  expect(secondsLeft(50, 100, 3, 100)).toBe(3)
  const early = secondsLeft(5, 100, 2, 12) // the pace alone says 38
  expect(early).toBeGreaterThan(10)
  expect(early).toBeLessThan(20)
  expect(secondsLeft(100, 100, 3)).toBeUndefined()
})
