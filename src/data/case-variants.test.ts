import { expect, test } from 'vitest'
import { caseVariants, commonSpelling } from './case-variants.ts'

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
