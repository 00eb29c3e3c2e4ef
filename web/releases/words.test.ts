import { expect, test } from 'vitest'
import { keptWords } from './failsafe-list.tsx'
import { marginOf } from './place-table.tsx'
import { inOrder } from './size-errors.tsx'

test('sizes stand from small to large, each once', () => {
  expect(inOrder(['1,000+', '0', '100–999', '1–9', '0', '10–99'])).toEqual(['0', '1–9', '10–99', '100–999', '1,000+'])
})

test('what the failsafe kept is named', () => {
  const place = { level: 'ward', region: 'a', distance: 3, least: 3, totalKept: false, factsKept: false, kept: [] }
  expect(keptWords(place)).toBe('nothing')
  expect(keptWords({ ...place, totalKept: true, kept: ['sex'] })).toBe('its total, sex')
})

test('a margin is 1.96 standard errors, and unknown without one', () => {
  expect(marginOf({ region: 'a', count: 10, standardError: 10 })).toBeCloseTo(19.6)
  expect(marginOf({ region: 'a', count: 10, standardError: null })).toBeNaN()
})
