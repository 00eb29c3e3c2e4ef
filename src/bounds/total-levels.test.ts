import { expect, test } from 'vitest'
import type { CountedTable } from '../model/counted-table.ts'
import { totalLevels } from './total-levels.ts'

/** Counts of districts by illness, line by line. */
function table(districts: readonly string[], illnesses: readonly string[], counts: readonly number[]): CountedTable {
  const cells = districts.flatMap((_, d) => illnesses.map((_, i) => [d, i] as const))
  return {
    variables: [
      { name: 'district', levels: districts },
      { name: 'illness', levels: illnesses },
    ],
    codes: [Int32Array.from(cells, ([d]) => d), Int32Array.from(cells, ([, i]) => i)],
    counts: Float64Array.from(counts),
  }
}

test('a level that is the sum of the others in every line is a total, and one that misses it by one is none', () => {
  const all = table(['a', 'b', 'all'], ['flu', 'cold', 'both'], [1, 2, 3, 4, 5, 9, 5, 7, 12])
  expect(totalLevels(all)).toEqual([
    { variable: 'district', level: 'all' },
    { variable: 'illness', level: 'both' },
  ])
  expect(totalLevels(table(['a', 'b', 'all'], ['flu', 'cold'], [1, 2, 4, 5, 5, 8]))).toEqual([])
  expect(totalLevels(table(['a', 'all'], ['flu', 'cold'], [1, 2, 1, 2]))).toEqual([]) // of two levels it may be chance
})
