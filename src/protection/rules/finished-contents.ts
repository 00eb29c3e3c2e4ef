/** The contents of a table that is finished, totals included: numbers of contributors and the largest contributions stand in it. */
import type { TableSystem } from '../../model/index.ts'
import type { TableContents } from './table-contents.ts'

export interface FinishedTable {
  readonly system: TableSystem
  readonly value: Float64Array
  readonly decimals: number
  readonly isCount: boolean
  /** Contributors of each cell; undefined where the table does not say. */
  readonly frequency: Float64Array | undefined
  /** By rank: the largest contribution of each cell, the second largest, ... */
  readonly largest: readonly Float64Array[]
  readonly marked: Uint8Array
  /** Rules look at the size of amounts, whatever their sign. */
  readonly absolute: boolean
}

export function finishedContents(table: FinishedTable): TableContents {
  const { system, value, decimals, isCount, frequency, largest, marked, absolute } = table
  const size = absolute ? Math.abs : (amount: number): number => amount
  // Where nobody says how many contribute, a cell that is not 0 has enough of them for every rule.
  const contributors = (cell: number): number => frequency?.[cell] ?? (value[cell] === 0 ? 0 : Number.POSITIVE_INFINITY)
  const sizes = (cell: number): number[] => largest.map((rank) => size(rank[cell])).filter((amount) => amount > 0)
  return {
    system,
    value,
    decimals,
    isCount,
    hasNegative: value.some((amount) => amount < 0),
    of: (cell) => ({ contributors: contributors(cell), total: size(value[cell]), largest: sizes(cell) }),
    // Contributors of different parts are taken for different ones: nothing here says otherwise.
    union: (cells) => ({
      contributors: cells.reduce((sum, cell) => sum + contributors(cell), 0),
      total: cells.reduce((sum, cell) => sum + size(value[cell]), 0),
      largest: cells
        .flatMap(sizes)
        .sort((a, b) => b - a)
        .slice(0, largest.length),
    }),
    alone: aloneByEquations(system, frequency),
    marked,
  }
}

/** Of a total with one contributor and a part with one, it is the same one. */
function aloneByEquations(
  { cells, equations: { starts, members } }: TableSystem,
  frequency: Float64Array | undefined,
): Int32Array {
  const who = new Int32Array(cells).fill(-1)
  if (frequency === undefined) return who
  for (let cell = 0; cell < cells; cell++) if (frequency[cell] === 1) who[cell] = cell
  const leader = (cell: number): number => {
    let at = cell
    while (who[at] !== at) at = who[at]
    return at
  }
  for (let e = 0; e + 1 < starts.length; e++) {
    const [total, ...parts] = members.subarray(starts[e], starts[e + 1])
    if (frequency[total] !== 1) continue
    const part = parts.find((cell) => frequency[cell] === 1)
    if (part !== undefined) who[leader(part)] = leader(total)
  }
  return who.map((one, cell) => (one < 0 ? -1 : leader(cell)))
}
