/** The vector of one level that a mechanism measures, from its counts. */
import { chainVector } from './chain.ts'
import type { MeasuredVector } from './sensitivity.ts'
import { cumulate } from './table.ts'

/** A new array, region after region (`counts`, `cumulative`, `sorted`) or size after size (`chain`). */
export function vectorOf(vector: MeasuredVector, counts: Float64Array, sizes: number): Float64Array {
  switch (vector) {
    case 'counts':
      return counts.slice()
    case 'cumulative':
      return cumulate(counts, sizes)
    case 'chain':
      return chainVector(counts, sizes)
    case 'sorted':
      return sortedSizes(counts, sizes)
  }
}

/** The size of every group, region after region, rising within a region. */
function sortedSizes(counts: Float64Array, sizes: number): Float64Array {
  const out = new Float64Array(counts.reduce((sum, count) => sum + count, 0))
  let at = 0
  for (let i = 0; i < counts.length; i++) out.fill((i % sizes) + 1, at, (at += counts[i]))
  return out
}
