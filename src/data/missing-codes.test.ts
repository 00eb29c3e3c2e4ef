import { expect, test } from 'vitest'
import { unknownCodes } from './missing-codes.ts'

test.each<[string, readonly (number | string)[], readonly string[]]>([
  ['9 behind a scale', [1, 2, 3, 9], ['9']],
  ['8 and 9 behind a scale', [0, 1, 2, 8, 9], ['8', '9']],
  ['9 in a scale', [5, 6, 7, 8, 9], []],
  ['9 next to a scale', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], []],
  ['days, of which 9 is one', [1, 2, 5, 9], []],
  ['999 beyond ages', [0, 1, 2, 97, 101, 104, 999], ['999']],
  ['99 among ages', [0, 1, 2, 95, 97, 98, 99], []],
  ['-9 below', [-9, 0, 1, 2], ['-9']],
  ['-9 among temperatures', [-12, -9, 0, 3], []],
  ['99999 among incomes', [10, 20, 80_000, 99_999], []],
  ['9999999 beyond incomes', [10, 20, 80_000, 9_999_999], ['9999999']],
  ['two values', [1, 9], []],
])('%s', (_, values, codes) => {
  expect(unknownCodes(values.map(String))).toEqual(codes)
})

test('numbers beyond those that are whole one by one are no scale', () => {
  expect(unknownCodes(['12345678901234566', '12345678901234567', '12345678901234568', '9'])).toEqual([])
})
