import { expect, test } from 'vitest'
import { decimalsWords, guessWords } from './words.ts'

test('decimals of a share are read as percents', () => {
  expect([0, 1, 2, 3, 4].map(decimalsWords)).toEqual([
    'all or nothing',
    'tens of percents',
    'whole percents',
    'percents with 1 decimal',
    'percents with 2 decimals',
  ])
})

test('where the smallest counts place nearly everybody, a guess is said to be nearly always right', () => {
  expect(guessWords(27, 2802)).toMatch(/all but 27 of 2,802: a reader who guesses them/)
  expect(guessWords(281, 2802)).toBeNull()
  expect(guessWords(null, 2802)).toBeNull()
})
