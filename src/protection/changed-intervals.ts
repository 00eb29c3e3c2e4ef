/**
 * What readers can work out of a table whose figures were changed: each true figure lies between two ends, all of them add up, and the rest
 * follows. A sensitive cell is protected when its interval is at least as wide as its needs together.
 */
import { intervals } from '../optimize/index.ts'
import type { FoundSensitive } from './rules/sensitive-cells.ts'
import type { TableContents } from './rules/table-contents.ts'

export interface ChangedIntervals {
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Sensitive cells whose interval is narrower than their needs. */
  readonly narrow: readonly number[]
}

/** `lower` and `upper`: what the published figure alone says of the true one, by cell. */
export async function changedIntervals(
  { system }: TableContents,
  sensitive: readonly FoundSensitive[],
  { lower, upper }: { readonly lower: Float64Array; readonly upper: Float64Array },
): Promise<ChangedIntervals> {
  const { starts, members } = system.equations
  const wanted = new Uint8Array(system.cells)
  for (const { cell } of sensitive) wanted[cell] = 1
  const signs = new Int8Array(members.length).fill(1)
  for (let e = 0; e + 1 < starts.length; e++) signs[starts[e]] = -1
  const side = new Float64Array(starts.length - 1)
  const found = await intervals({ unknowns: system.cells, starts, members, signs, side, lower, upper }, { wanted })
  if ('clash' in found) throw new Error('the true table does not fit what is published of it')
  // A program without an answer leaves a bound that holds and may be too wide: the cell counts as unprotected.
  const doubtful = new Set(found.unsettled)
  const narrow = sensitive
    .filter(({ cell, up, down }) => doubtful.has(cell) || found.upper[cell] - found.lower[cell] < up + down - 1e-6)
    .map(({ cell }) => cell)
  return { lower: found.lower, upper: found.upper, narrow }
}
