/**
 * Counts that a run makes part by part, in any order: small ones stay in memory, others go to the run's folder as they come, so that
 * no level is ever held whole.
 */
import { deserialize, serialize } from 'node:v8'
import { HELD_ENTRIES } from '../../data/leaf-counts.ts'
import {
  type CountsPart,
  heldCounts,
  joinHistograms,
  type PlaceCounts,
  type SparseHistogram,
  sliceHistogram,
} from '../../model/index.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import { Latest } from './latest.ts'

/** Where counts are kept: the folder of a run, and how many entries stay in memory. */
export interface CountsPlace {
  readonly folder: RunFolder
  readonly held?: number | undefined
}

/** Counts as they are remembered by a run that resumes: all of them, or where the parts begin that are in the folder. */
export type StoredCounts =
  | { readonly histogram: SparseHistogram }
  | { readonly name: string; readonly cells: number; readonly first: readonly number[] }

const MOST_PARTS = 4

export class KeptCounts {
  readonly #place: CountsPlace
  readonly #name: string
  readonly #cells: number
  readonly #parts = new Map<number, { readonly to: number; readonly held: SparseHistogram | undefined }>()
  #entries = 0
  #spills = false

  /** `name` tells its files from all others of the run. */
  constructor(place: CountsPlace, name: string, cells: number) {
    this.#place = place
    this.#name = name
    this.#cells = cells
  }

  async write({ from, histogram }: CountsPart): Promise<void> {
    const to = from + histogram.start.length - 1
    this.#entries += histogram.cell.length
    this.#parts.set(from, { to, held: this.#spills ? undefined : histogram })
    if (this.#spills) return this.#store(from, histogram)
    if (this.#entries <= (this.#place.held ?? HELD_ENTRIES)) return
    this.#spills = true
    for (const [first, { to: end, held }] of [...this.#parts]) {
      if (held !== undefined) await this.#store(first, held)
      this.#parts.set(first, { to: end, held: undefined })
    }
  }

  /** What was written; every place must have been. */
  finish(): StoredCounts {
    const first = [...this.#parts.keys()].sort((a, b) => a - b)
    first.forEach((from, i) => {
      const next = first[i + 1]
      const { to } = this.#parts.get(from)!
      if ((i === 0 && from !== 0) || (next !== undefined && next !== to))
        throw new Error(`${this.#name}: the parts from ${from} and ${next} leave a gap`)
    })
    if (this.#spills)
      return { name: this.#name, cells: this.#cells, first: [...first, this.#parts.get(first.at(-1)!)!.to] }
    const held = first.map((from) => this.#parts.get(from)!.held!)
    return { histogram: held.length === 1 ? held[0] : joinHistograms(held, this.#cells) }
  }

  #store(from: number, histogram: SparseHistogram): Promise<void> {
    return this.#place.folder.writeState(fileOf(this.#name, from), serialize(histogram))
  }
}

const fileOf = (name: string, from: number | string): string => `${name}-${from}.counts`

export function openCounts(folder: RunFolder, stored: StoredCounts): PlaceCounts {
  if ('histogram' in stored) return heldCounts(stored.histogram)
  const { name, cells, first } = stored
  const parts = new Latest(MOST_PARTS, async (from) => {
    const bytes = await folder.readState(fileOf(name, from))
    if (bytes === undefined) throw new Error(`the stored counts ${fileOf(name, from)} are not there`)
    return deserialize(bytes) as SparseHistogram
  })
  return {
    cells,
    places: first[first.length - 1],
    first,
    read: async (from, to) => {
      const found: SparseHistogram[] = []
      for (let i = partOf(first, from); i + 1 < first.length && first[i] < to; i++) {
        const whole = await parts.get(String(first[i]))
        const [a, b] = [Math.max(from, first[i]), Math.min(to, first[i + 1])]
        found.push(b - a === whole.start.length - 1 ? whole : sliceHistogram(whole, a - first[i], b - first[i]))
      }
      return found.length === 1 ? found[0] : joinHistograms(found, cells)
    },
  }
}

/** The part that holds a place. */
function partOf(first: readonly number[], place: number): number {
  let [low, high] = [0, first.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (first[middle] <= place) low = middle
    else high = middle
  }
  return low
}

/** Keeps parts that come in order. */
export async function keepParts(
  place: CountsPlace,
  name: string,
  cells: number,
  parts: AsyncIterable<CountsPart>,
): Promise<PlaceCounts> {
  const kept = new KeptCounts(place, name, cells)
  for await (const part of parts) await kept.write(part)
  return openCounts(place.folder, kept.finish())
}
