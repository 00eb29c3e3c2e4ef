import { expect, test } from 'vitest'
import { orderAfter, orderLevels, publishedOrder } from './order-levels.ts'

const table = {
  variables: [{ name: 'g', levels: ['a', 'b', 'c', 'd'] }],
  codes: [Int32Array.of(0, 1, 2, 3)],
  counts: Float64Array.of(10, 20, 30, 40),
}

test('the levels that are listed come first, the others as they stood, each with its counts', () => {
  const { variables, codes, counts } = publishedOrder(table, [{ variable: 'g', levels: ['d', 'b'] }])
  expect(variables[0].levels).toEqual(['d', 'b', 'a', 'c'])
  expect(Array.from(codes[0], (code, line) => [variables[0].levels[code], counts[line]])).toEqual([
    ['a', 10],
    ['b', 20],
    ['c', 30],
    ['d', 40],
  ])
})

test('an order of a variable or a level that is not there names its field', () => {
  const check = (variable: string, level: string) => () => publishedOrder(table, [{ variable, levels: ['a', level] }])
  expect(check('g', 'x')).toThrow('order.g: "g" has no level "x". Its levels are: a, b, c, d.')
  expect(check('h', 'x')).toThrow('order.h: there is no variable "h" in this audit. It has: g.')
  expect(check('g', 'b')).not.toThrow()
})

test('levels that are merged further keep the place of the first of them', () => {
  const before = [{ variable: 'g', name: 'a or b', levels: ['a', 'b'] }]
  const after = [{ variable: 'g', name: 'lower', levels: ['a', 'b', 'd'] }]
  const published = [{ variable: 'g', levels: ['d', 'c', 'a or b'] }]
  expect(orderAfter(published, before, after)).toEqual([{ variable: 'g', levels: ['lower', 'c'] }])
  expect(orderAfter(published, before, before)).toEqual(published)
})

test('a search goes by the natural order of numbers, whatever order they are published in', () => {
  const numbers = { ...table, variables: [{ name: 'g', levels: ['1', '2', '10', '20'] }] }
  const published = publishedOrder(numbers, [{ variable: 'g', levels: ['10', '1'] }])
  expect(published.variables[0].levels).toEqual(['10', '1', '2', '20'])
  expect(orderLevels(published, [{ variable: 'g', levels: [] }])).toEqual(numbers)
})
