/**
 * The counts of all places of a level, read by ranges of places: held in memory, or kept on a disk or in a database where they are too
 * many to hold. What goes over all of them takes one part after the other.
 */
import type { Hierarchy } from './hierarchy.ts'
import { leafRanges } from './hierarchy.ts'
import type { SparseHistogram } from './histogram.ts'

export interface PlaceCounts {
  readonly cells: number
  readonly places: number
  /** Places first[i] .. first[i + 1] - 1 are best read together; it ends with `places`. */
  readonly first: ArrayLike<number>
  /** The counts of the places from .. to - 1, numbered from 0. */
  read(from: number, to: number): Promise<SparseHistogram>
}

/** Consecutive places, the first of them the one numbered `from`. */
export interface CountsPart {
  readonly from: number
  readonly histogram: SparseHistogram
}

/** Counts that are held. */
export function heldCounts(histogram: SparseHistogram): PlaceCounts {
  const places = histogram.start.length - 1
  return {
    cells: histogram.cells,
    places,
    first: [0, places],
    read: async (from, to) => (from === 0 && to === places ? histogram : sliceHistogram(histogram, from, to)),
  }
}

/** The places from .. to - 1, part by part and in order. */
export async function* countParts(
  counts: PlaceCounts,
  from = 0,
  to: number = counts.places,
): AsyncGenerator<CountsPart> {
  const { first } = counts
  for (let i = 0; i + 1 < first.length; i++) {
    const [a, b] = [Math.max(from, first[i]), Math.min(to, first[i + 1])]
    if (a < b) yield { from: a, histogram: await counts.read(a, b) }
  }
}

/** All of them in memory: for what needs them at once, and says so. */
export async function wholeCounts(counts: PlaceCounts): Promise<SparseHistogram> {
  return counts.read(0, counts.places)
}

/** Entries of a part that is made here, about. */
const PART_ENTRIES = 1 << 19

/** The sums over ranges of places: of those from first[i] to first[i + 1] - 1, one sum, part by part and in order. */
export async function* summedParts(below: PlaceCounts, first: Int32Array): AsyncGenerator<CountsPart> {
  const sums = new Float64Array(below.cells)
  const isTouched = new Uint8Array(below.cells)
  let touched: number[] = []
  let part = new GrowingHistogram(below.cells, 0)
  const close = (): void => {
    const cells = Int32Array.from(touched).sort()
    part.add(cells, (c) => sums[c])
    for (const c of cells) sums[c] = isTouched[c] = 0
    touched = []
  }
  let node = 0
  for await (const { from, histogram } of countParts(below)) {
    const { start, cell, count } = histogram
    for (let place = 0; place + 1 < start.length; place++) {
      for (; first[node + 1] <= from + place; node++) close()
      for (let i = start[place]; i < start[place + 1]; i++) {
        if (isTouched[cell[i]] === 0) touched.push(cell[i])
        isTouched[cell[i]] = 1
        sums[cell[i]] += count[i]
      }
    }
    if (part.entries < PART_ENTRIES) continue
    yield part.finish()
    part = new GrowingHistogram(below.cells, node)
  }
  for (; node + 1 < first.length; node++) close()
  yield part.finish()
}

/** The counts of every node of a level from those of the leaves. */
export function rollUpParts(leaves: PlaceCounts, hierarchy: Hierarchy, level: number): AsyncGenerator<CountsPart> {
  return summedParts(leaves, leafRanges(hierarchy, level))
}

class GrowingHistogram {
  readonly #cells: number
  readonly #from: number
  readonly #start: number[] = [0]
  readonly #cell: Int32Array[] = []
  readonly #count: Float64Array[] = []
  entries = 0

  constructor(cells: number, from: number) {
    this.#cells = cells
    this.#from = from
  }

  /** The next place. */
  add(cells: Int32Array, countOf: (cell: number) => number): void {
    this.#cell.push(cells)
    this.#count.push(Float64Array.from(cells, countOf))
    this.entries += cells.length
    this.#start.push(this.entries)
  }

  finish(): CountsPart {
    const cell = new Int32Array(this.entries)
    const count = new Float64Array(this.entries)
    this.#cell.forEach((own, i) => {
      cell.set(own, this.#start[i])
      count.set(this.#count[i], this.#start[i])
    })
    return { from: this.#from, histogram: { cells: this.#cells, start: Float64Array.from(this.#start), cell, count } }
  }
}

/** The places of all, one after the other. */
export function joinHistograms(parts: readonly SparseHistogram[], cells: number): SparseHistogram {
  const places = parts.reduce((sum, { start }) => sum + start.length - 1, 0)
  const entries = parts.reduce((sum, { cell }) => sum + cell.length, 0)
  const start = new Float64Array(places + 1)
  const cell = new Int32Array(entries)
  const count = new Float64Array(entries)
  let [place, entry] = [0, 0]
  for (const part of parts) {
    for (let i = 1; i < part.start.length; i++) start[++place] = entry + part.start[i]
    cell.set(part.cell, entry)
    count.set(part.count, entry)
    entry += part.cell.length
  }
  return { cells, start, cell, count }
}

/** The places from .. to - 1 alone. */
export function sliceHistogram(
  { cells, start, cell, count }: SparseHistogram,
  from: number,
  to: number,
): SparseHistogram {
  return {
    cells,
    start: start.slice(from, to + 1).map((entry) => entry - start[from]),
    cell: cell.slice(start[from], start[to]),
    count: count.slice(start[from], start[to]),
  }
}
