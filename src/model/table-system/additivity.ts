/** Whether the totals of tables are the sums of their parts, in whole units of the last published decimal. */
import type { TableSystem } from './table-system.ts'

export interface BrokenEquation {
  readonly total: number
  readonly parts: readonly number[]
  /** What the total is, and what its parts add up to. */
  readonly stated: number
  readonly sum: number
}

/** `tolerance`: units that each part may be off by rounding; 0 for counts. */
export function brokenEquations(
  { equations: { starts, members } }: TableSystem,
  values: Float64Array,
  tolerance = 0,
): readonly BrokenEquation[] {
  const broken: BrokenEquation[] = []
  for (let e = 0; e + 1 < starts.length; e++) {
    const [total, ...parts] = members.subarray(starts[e], starts[e + 1])
    const sum = parts.reduce((all, part) => all + values[part], 0)
    if (Math.abs(sum - values[total]) > tolerance * (parts.length + 1))
      broken.push({ total, parts, stated: values[total], sum })
  }
  return broken
}
