/** The vector of one level that a mechanism measures, from its counts. */
import { chainVector } from './chain.ts'
import type { MeasuredVector } from './sensitivity.ts'
import { cumulate } from './table.ts'

/** A new array, region after region (`counts`, `cumulative`) or size after size (`chain`). */
export function vectorOf(vector: MeasuredVector, counts: Float64Array, sizes: number): Float64Array {
  switch (vector) {
    case 'counts':
      return counts.slice()
    case 'cumulative':
      return cumulate(counts, sizes)
    case 'chain':
      return chainVector(counts, sizes)
  }
}
