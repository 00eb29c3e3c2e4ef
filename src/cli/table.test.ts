import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { textTable } from './table.ts'

const HEAD = ['level', 'regions', 'query', 'standard error', 'margin (95 %)']
const ROWS = [
  ['town', 1, 'sex * age', 42.42, 90],
  ['block', 3600, 'origin * adult', 14.14, 30],
]

test('without a width nothing is wrapped; numbers are to the right', () => {
  expect(textTable(HEAD, ROWS)).toBe(
    [
      'level  regions  query           standard error  margin (95 %)',
      'town         1  sex * age                42.42             90',
      'block    3,600  origin * adult           14.14             30',
    ].join('\n'),
  )
})

test('the header is wrapped before any cell is', () => {
  expect(textTable(HEAD, ROWS, 50)).toBe(
    [
      'level  regions  query           standard    margin',
      '                                   error    (95 %)',
      'town         1  sex * age          42.42        90',
      'block    3,600  origin * adult     14.14        30',
    ].join('\n'),
  )
})

test('then text is, and numbers stay whole', () => {
  const table = textTable(HEAD, ROWS, 42)
  expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(42)
  expect(table).toContain('3,600')
  expect(table).toMatch(/origin \*/)
})

test('what cannot fit is listed record by record', () => {
  expect(textTable(['name', 'first', 'second'], [['a', 123456789, 987654321]], 20)).toBe(
    'name: a\nfirst: 123,456,789\nsecond: 987,654,321',
  )
})

test('a header of empty names is left out', () => {
  expect(textTable(['', ''], [['records', 12]])).toBe('records  12')
})

test('wide characters count twice', () => {
  expect(
    textTable(
      ['name', 'n'],
      [
        ['東京', 1],
        ['Bath', 2],
      ],
    ),
  ).toBe('name  n\n東京  1\nBath  2')
})

test('a table of any text fits, and no character of it is lost', () => {
  const cell = fc.oneof(fc.string({ maxLength: 40 }), fc.integer({ min: 0, max: 1e6 }))
  const shape = fc.integer({ min: 1, max: 6 }).chain((columns) => {
    const row = fc.array(cell, { minLength: columns, maxLength: columns })
    return fc.tuple(
      fc.constant(columns),
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 60, max: 140 }),
    )
  })
  fc.assert(
    fc.property(shape, ([columns, rows, width]) => {
      const header = Array.from({ length: columns }, (_, i) => `column ${i}`)
      const table = textTable(header, rows, width)
      for (const line of table.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width)
      const wide = textTable(header, rows)
      expect(letters(table)).toEqual(letters(wide))
    }),
  )
})

function letters(text: string): string[] {
  return [...text.replaceAll(/\s/g, '')].sort()
}
