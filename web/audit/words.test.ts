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

test('where the smallest possible counts are the true ones, a guess is said to be right', () => {
  expect(guessWords({ guesses: { small: 170, right: 152 } }, 5)).toMatch(/right for 152 of 170 counts below 5/)
  expect(guessWords({ guesses: { small: 170, right: 85 } }, 5)).toBeNull()
  expect(guessWords({ guesses: { small: 0, right: 0 } }, 5)).toBeNull()
})
