import { expect, test } from 'vitest'
import { keptWords } from './failsafe-list.tsx'
import { marginOf } from './place-table.tsx'
import { releaseFiles } from './release-words.ts'
import { inOrder } from './size-errors.tsx'

test('sizes stand from small to large, each once', () => {
  expect(inOrder(['1,000+', '0', '100–999', '1–9', '0', '10–99'])).toEqual(['0', '1–9', '10–99', '100–999', '1,000+'])
})

test('what the failsafe kept is named', () => {
  const place = { level: 'ward', region: 'a', distance: 3, least: 3, totalKept: false, factsKept: false, kept: [] }
  expect(keptWords(place)).toBe('nothing')
  expect(keptWords({ ...place, totalKept: true, kept: ['sex'] })).toBe('its total, sex')
})

test('the replicates of a release are one line among its files', () => {
  const replicates = Array.from({ length: 40 }, (_, i) => ({ name: `replicates/people-${i + 1}.i16`, bytes: 100 }))
  expect(releaseFiles([{ name: 'answers.csv', bytes: 7 }, ...replicates])).toEqual([
    { name: 'answers.csv', files: 1, size: 7 },
    { name: 'replicates/', files: 40, size: 4000 },
  ])
})

test('a margin is 1.96 standard errors, and unknown without one', () => {
  expect(marginOf({ region: 'a', count: 10, standardError: 10 })).toBeCloseTo(19.6)
  expect(marginOf({ region: 'a', count: 10, standardError: null })).toBeNaN()
})
