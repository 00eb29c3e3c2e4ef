import { expect, test } from 'vitest'
import { rangeStarts } from './level-ranges.ts'

const sorted = (...levels: string[]): string[] | undefined => {
  const starts = rangeStarts(levels)
  return starts && levels.toSorted((a, b) => starts[levels.indexOf(a)] - starts[levels.indexOf(b)])
}

test.each([
  [['<25', '25-55', '>55']],
  [['0-4', '5-17', '18-64', '65+']],
  [['under $20k', '20k to 50k', 'over $50k']],
  [['<=50k', '>50k']],
  [['-5', '2', '10']],
])('ranges in their order: %j', (levels) => {
  expect(sorted(...levels.toReversed())).toEqual(levels)
})

test.each([
  [['18-64', '(missing)']],
  [['2020-01', '2020-02']],
  [['01', '1']],
  [['1.2.2020', '3.4.2021']],
  [['north', 'south']],
])('no ranges, or ranges that begin alike: %j', (levels) => {
  expect(rangeStarts(levels)).toBeUndefined()
})
