/**
 * A simulated release in every cell of every leaf, in two numbers of two bytes each, cut at 32,767: what it was off by (released - true)
 * and what it released.
 */
import type { SparseHistogram } from '../../model/index.ts'
import type { Replicate } from './calibrate.ts'

const MOST = 32_767

/** [2 * (leaf * cells + cell)], and the next one. */
export function leafErrors(released: SparseHistogram, truth: SparseHistogram): Int16Array {
  const { cells, start } = released
  const values = new Float64Array(2 * (start.length - 1) * cells)
  eachEntry(released, (at, count) => {
    values[2 * at] += count
    values[2 * at + 1] = count
  })
  eachEntry(truth, (at, count) => {
    values[2 * at] -= count
  })
  return Int16Array.from(values, (value) => Math.max(-MOST, Math.min(MOST, value)))
}

/** Numbers of one piece. */
const PIECE = 1 << 21

/** The bytes of a replicate, the lower one of each number first, leaf by leaf. */
export async function* replicateBytes({ released, truth }: Replicate): AsyncGenerator<Uint8Array> {
  const step = Math.max(1, Math.floor(PIECE / (2 * released.cells)))
  for (let from = 0; from < released.places; from += step) {
    const to = Math.min(released.places, from + step)
    const numbers = leafErrors(await released.read(from, to), await truth.read(from, to))
    const bytes = new DataView(new ArrayBuffer(2 * numbers.length))
    numbers.forEach((number, i) => {
      bytes.setInt16(2 * i, number, true)
    })
    yield new Uint8Array(bytes.buffer)
  }
}

function eachEntry({ cells, start, cell, count }: SparseHistogram, take: (at: number, count: number) => void): void {
  for (let leaf = 0; leaf + 1 < start.length; leaf++) {
    for (let i = start[leaf]; i < start[leaf + 1]; i++) take(leaf * cells + cell[i], count[i])
  }
}
