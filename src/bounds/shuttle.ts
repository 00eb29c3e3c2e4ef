/**
 * Shuttling bounds: tightens the bounds of every column of a system row by row until nothing moves.
 *
 * A row lower <= sum a x <= upper with x within its bounds gives each x in it a bound from the bounds of the others, rounded
 * to whole numbers. After Buzzigoli and Giusti (1998) and Dobra and Fienberg (2010), for general rows; with zeros and
 * ones it does the familiar work: a margin of 0 empties its cells, a margin met by lower bounds pins them. The bounds are
 * valid for every whole-number solution, not always the tightest.
 */
import type { LinearSystem } from './linear-system.ts'

export interface Box {
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/** The tightened bounds, or the name of a row that cannot be met within them. */
export function shuttle(system: LinearSystem, rounds: number = 200): Box | { readonly clash: string } {
  const box = { lower: system.lower.slice(), upper: system.upper.slice() }
  const rows = system.rowLower.length
  let queued = new Uint8Array(rows).fill(1)
  const touching = rowsByColumn(system)
  for (let round = 0; round < rounds && queued.includes(1); round++) {
    const next = new Uint8Array(rows)
    for (let row = 0; row < rows; row++) {
      if (queued[row] === 0) continue
      const moved = tighten(system, row, box)
      if (moved === undefined) return { clash: system.rowNames[row] }
      for (const column of moved) for (const other of touching[column]) next[other] = 1
    }
    queued = next
  }
  return box
}

/** Tightens the columns of one row in place; returns those that moved, or undefined when the row cannot be met. */
function tighten(system: LinearSystem, row: number, box: Box): number[] | undefined {
  const { starts, indices, values, rowLower, rowUpper } = system
  let least = 0
  let most = 0
  for (let k = starts[row]; k < starts[row + 1]; k++) {
    const a = values[k]
    least += a * (a > 0 ? box.lower : box.upper)[indices[k]]
    most += a * (a > 0 ? box.upper : box.lower)[indices[k]]
  }
  if (least > rowUpper[row] || most < rowLower[row]) return undefined
  const moved: number[] = []
  for (let k = starts[row]; k < starts[row + 1]; k++) {
    const column = indices[k]
    const a = values[k]
    // a x <= spare above its least term, a x >= its largest term less what the row has to spare below.
    const above = rowUpper[row] - least
    const below = most - rowLower[row]
    const [low, high] = [box.lower[column], box.upper[column]]
    const newHigh = a > 0 ? low + Math.floor(above / a) : low + Math.floor(below / -a)
    const newLow = a > 0 ? high - Math.floor(below / a) : high - Math.floor(above / -a)
    if (newHigh >= high && newLow <= low) continue
    if (newLow > newHigh) return undefined
    box.upper[column] = Math.min(high, newHigh)
    box.lower[column] = Math.max(low, newLow)
    if (box.lower[column] > box.upper[column]) return undefined
    least += a * ((a > 0 ? box.lower : box.upper)[column] - (a > 0 ? low : high))
    most += a * ((a > 0 ? box.upper : box.lower)[column] - (a > 0 ? high : low))
    moved.push(column)
  }
  return moved
}

function rowsByColumn(system: LinearSystem): number[][] {
  const touching: number[][] = Array.from({ length: system.lower.length }, () => [])
  for (let row = 0; row < system.rowLower.length; row++)
    for (let k = system.starts[row]; k < system.starts[row + 1]; k++) touching[system.indices[k]].push(row)
  return touching
}
