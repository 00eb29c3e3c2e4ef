import { expect, test } from 'vitest'
import { checkMerges, mergeLevels } from './merge-levels.ts'

const VARIABLES = [{ name: 'g', levels: ['A', 'B', 'C'] }]
const merge = (name: string, ...levels: string[]) => ({ variable: 'g', name, levels })

test('two levels may change names with each other: all merges happen at once', () => {
  const swap = [merge('A', 'B'), merge('B', 'A')]
  expect(() => checkMerges(VARIABLES, swap)).not.toThrow()
  const table = { variables: VARIABLES, codes: [Int32Array.of(0, 1, 2)], counts: Float64Array.of(1, 2, 3) }
  const { variables, codes } = mergeLevels(table, swap)
  expect([...codes[0]].map((code) => variables[0].levels[code])).toEqual(['B', 'A', 'C'])
})

test('a merge cannot take the name of a level that keeps it', () => {
  expect(() => checkMerges(VARIABLES, [merge('C', 'A', 'B')])).toThrow(/merged nowhere/)
  expect(() => checkMerges(VARIABLES, [merge('C', 'A', 'C')])).not.toThrow()
})
