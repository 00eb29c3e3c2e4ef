import { expect, test } from 'vitest'
import { didYouMean, nearest } from './did-you-mean.ts'

test.each<[string, readonly string[], string | undefined]>([
  ['educaton', ['age', 'education', 'marital'], 'education'],
  ['distrct', ['district', 'block'], 'district'],
  ['totals', ['total', 'detailed'], 'total'],
  ['Education', ['education'], 'education'],
  ['sxe', ['sex', 'age'], 'sex'],
  ['weight', ['age', 'sex'], undefined],
  ['a', ['b'], undefined],
  ['ag', ['age'], 'age'],
])('%s among %j', (given, known, meant) => {
  expect(nearest(given, known)).toBe(meant)
})

test('in a sentence', () => {
  expect(didYouMean('educaton', ['education'])).toBe(' Did you mean education?')
  expect(didYouMean('zip', ['education'])).toBe('')
})
