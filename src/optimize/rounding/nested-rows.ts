/**
 * Rows that split into two families, in each of which any two rows are disjoint or one holds the other. The choices of rounding
 * are then the arcs of a network: from the innermost row of the one family that a cell lies in to that of the other.
 */
import type { Choices } from './rounding-choices.ts'

/** Rows of one family as a forest. */
export interface Nest {
  /** The innermost row that holds a cell, or -1. */
  readonly rowOf: Int32Array
  /** The row next around a row, or -1 where none is; of rows of this family only. */
  readonly around: Int32Array
}

export interface TwoNests {
  /** Which family a row belongs to, 0 or 1. */
  readonly family: Uint8Array
  readonly nests: readonly [Nest, Nest]
}

/** The two families, or undefined when there are none, or when a coefficient is not 1. */
export function twoNests({ cells, rows }: Pick<Choices, 'cells' | 'rows'>): TwoNests | undefined {
  if (rows.values.some((value) => value !== 1)) return undefined
  const family = twoFamilies(crossings(cells.length, rows))
  if (family === undefined) return undefined
  const bySize = Array.from(family.keys()).sort((a, b) => sizeOf(rows, a) - sizeOf(rows, b) || a - b)
  const nestOf = (which: number): Nest =>
    nest(
      cells.length,
      rows,
      bySize.filter((row) => family[row] === which),
    )
  return { family, nests: [nestOf(0), nestOf(1)] }
}

type Rows = Choices['rows']

const sizeOf = (rows: Rows, row: number): number => rows.starts[row + 1] - rows.starts[row]

/** For every row the rows that share a cell with it and neither hold it nor lie in it. */
function crossings(cells: number, rows: Rows): readonly (readonly number[])[] {
  const count = rows.starts.length - 1
  const shared = new Map<number, number>()
  const seenIn: number[][] = Array.from({ length: cells }, () => [])
  for (let row = 0; row < count; row++) {
    for (let k = rows.starts[row]; k < rows.starts[row + 1]; k++) {
      const earlier = seenIn[rows.columns[k]]
      for (const other of earlier) shared.set(other * count + row, (shared.get(other * count + row) ?? 0) + 1)
      earlier.push(row)
    }
  }
  const crossed: number[][] = Array.from({ length: count }, () => [])
  for (const [pair, common] of shared) {
    const [a, b] = [Math.floor(pair / count), pair % count]
    if (common === Math.min(sizeOf(rows, a), sizeOf(rows, b))) continue
    crossed[a].push(b)
    crossed[b].push(a)
  }
  return crossed
}

/** Rows that cross get different families; undefined when that cannot be. */
function twoFamilies(crossed: readonly (readonly number[])[]): Uint8Array | undefined {
  const family = new Uint8Array(crossed.length)
  const isPlaced = new Uint8Array(crossed.length)
  for (let first = 0; first < crossed.length; first++) {
    if (isPlaced[first] === 1) continue
    isPlaced[first] = 1
    for (const waiting = [first]; waiting.length > 0; ) {
      const row = waiting.pop() as number
      for (const other of crossed[row]) {
        if (isPlaced[other] === 1) {
          if (family[other] === family[row]) return undefined
          continue
        }
        isPlaced[other] = 1
        family[other] = 1 - family[row]
        waiting.push(other)
      }
    }
  }
  return family
}

/** From the smallest row outward. */
function nest(cells: number, rows: Rows, bySize: readonly number[]): Nest {
  const rowOf = new Int32Array(cells).fill(-1)
  const outermost = new Int32Array(cells).fill(-1)
  const around = new Int32Array(rows.starts.length - 1).fill(-1)
  for (const row of bySize) {
    for (let k = rows.starts[row]; k < rows.starts[row + 1]; k++) {
      const cell = rows.columns[k]
      if (outermost[cell] < 0) rowOf[cell] = row
      else around[outermost[cell]] = row
      outermost[cell] = row
    }
  }
  return { rowOf, around }
}
