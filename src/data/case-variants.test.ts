import { expect, test } from 'vitest'
import { caseVariants, commonSpelling, firstSpelling, listedSpelling } from './case-variants.ts'

test('texts that differ in case are written as most records have them', () => {
  const spelling = commonSpelling(['f', 'F', 'm', 'M', 'x'], [3, 5, 2, 2, 1])
  expect(Object.fromEntries(spelling)).toEqual({ f: 'F', F: 'F', m: 'M', M: 'M', x: 'x' })
  expect(caseVariants(spelling)).toEqual([
    ['F', 'f'],
    ['M', 'm'],
  ])
})

test('a text that comes in several lines counts as often as all of them', () => {
  expect(commonSpelling(['f', 'F', 'f'], [3, 5, 3]).get('F')).toBe('f')
})

test('names that come from the data do not tell which spelling is the more frequent', () => {
  expect(firstSpelling(['nord', 'Nord', 'NORD', 'Süd'])).toEqual(
    new Map([
      ['nord', 'NORD'],
      ['Nord', 'NORD'],
      ['NORD', 'NORD'],
      ['Süd', 'Süd'],
    ]),
  )
})

test('of a list the only one that differs in case alone is taken', () => {
  expect(listedSpelling(['nord', 'ab', 'West'], ['Nord', 'AB', 'Ab', 'West'])).toEqual(new Map([['nord', 'Nord']]))
})
