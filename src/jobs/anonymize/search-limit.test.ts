import { expect, test } from 'vitest'
import { boundLimit, isOver, limitOf, limitOfPiece, secondsLeft, sharedNow, shareUsed } from './search-limit.ts'

test('a limit of steps knows no clock', () => {
  const limit = limitOf(sharedNow() - 1e9, 0, 1000)
  expect(limit).toEqual({ kind: 'steps', most: 1000 })
  expect(isOver(limit)).toBe(false)
  expect(shareUsed(limit)(250)).toBe(0.25)
  expect(boundLimit(limit).boundNodes).toBe(boundLimit(limitOf(0, 30, 1000)).boundNodes)
  expect(limitOfPiece(limit, 0.3, 4)).toEqual({ kind: 'steps', most: 300 })
})

test('a limit of time leaves room for writing, for as long as reading took, and for the bound', () => {
  const began = sharedNow() - 10_000 // reading took ten seconds
  const limit = limitOf(began, 100, undefined)
  if (limit.kind !== 'time') throw new Error('a time was asked for')
  expect(limit.bound).toBeLessThanOrEqual(began + 90_000)
  expect(limit.bound).toBeGreaterThanOrEqual(began + 75_000)
  expect(limit.search).toBeLessThan(limit.bound)
  expect(boundLimit(limit).boundNodes).toBe(Infinity)
})

test('a limit of time that is over ends everything at once', () => {
  const limit = limitOf(sharedNow() - 10_000, 1, undefined)
  expect(isOver(limit)).toBe(true)
  expect(secondsLeft(limit)).toBe(0.01)
  expect(limitOfPiece(limit, 0.5, 2)).toMatchObject({ kind: 'time' })
})

test('pieces of the last wave end when the search does', () => {
  const limit = limitOf(sharedNow(), 1e6, undefined)
  const [last, first] = [limitOfPiece(limit, 0.1, 1), limitOfPiece(limit, 0.1, 4)]
  if (limit.kind !== 'time' || last.kind !== 'time' || first.kind !== 'time') throw new Error('a time was asked for')
  expect(last.search).toBeCloseTo(limit.search, 3)
  expect(first.search).toBeLessThan(last.search)
})
