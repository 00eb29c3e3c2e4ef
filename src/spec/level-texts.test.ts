import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergesOf } from '../jobs/audit/suggest-designs.ts'
import { mergeText, orderText, parseMerge, parseOrder } from './level-texts.ts'

test('merges as they are written', () => {
  expect(parseMerge('age: under 40 = 20-29 | 30-39')).toEqual({
    variable: 'age',
    name: 'under 40',
    levels: ['20-29', '30-39'],
  })
  expect(parseMerge('income:a:b=<=50K|>50K').levels).toEqual(['<=50K', '>50K'])
  expect(parseMerge('x:new=a\\|b|c\\d').levels).toEqual(['a|b', 'c\\d'])
  for (const wrong of ['', 'x', 'x:a', 'x:=a', ':a=b', 'x:a=']) expect(() => parseMerge(wrong)).toThrow(/write it as/)
})

test('what is printed is read again as it was, whatever the names', () => {
  const name = fc
    .string({ unit: fc.constantFrom('a', 'b', ' ', '\\', ':', '=', '|'), minLength: 1, maxLength: 6 })
    .filter((text) => text.trim() === text)
  fc.assert(
    fc.property(name, name, fc.array(name, { minLength: 1, maxLength: 4 }), (variable, merged, levels) => {
      const merge = { variable, name: merged, levels }
      expect(parseMerge(mergeText(merge))).toEqual(merge)
      expect(parseOrder(orderText({ variable, levels }))).toEqual({ variable, levels })
    }),
  )
  expect(parseMerge(mergeText({ variable: 'x', name: ' a', levels: [' a', 'b '] })).levels).toEqual([' a', 'b '])
})

test('a suggestion holds the merges given, in levels of the data, and takes no name that is in use', () => {
  const given = [{ variable: 'x', name: 'ab', levels: ['a', 'b'] }]
  const variable = { name: 'x', levels: ['ab', 'c', 'd', 'c or d'] }
  expect(mergesOf(variable, [0, 1, 1, 2], given).map(mergeText)).toEqual(['x:ab=a|b', 'x:c or d (merged)=c|d'])
  expect(mergesOf(variable, [0, 0, 1, 2], given).map(mergeText)).toEqual(['x:ab or c=a|b|c'])
  expect(mergesOf(variable, undefined, given).map(mergeText)).toEqual(['x:ab=a|b'])
  expect(mergesOf(variable, undefined, [])).toEqual([])
})
