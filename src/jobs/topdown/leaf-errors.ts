/** What a simulated release was off by in every cell of every leaf, in two bytes each: released - true, cut at 32,767. */
import type { SparseHistogram } from '../../model/index.ts'
import type { Replicate } from './calibrate.ts'

const MOST = 32_767

/** [leaf * cells + cell] */
export function leafErrors(released: SparseHistogram, truth: SparseHistogram): Int16Array {
  const { cells, start } = released
  const errors = new Float64Array((start.length - 1) * cells)
  addTo(errors, released, 1)
  addTo(errors, truth, -1)
  return Int16Array.from(errors, (error) => Math.max(-MOST, Math.min(MOST, error)))
}

/** Errors of one piece: so many cells of leaves. */
const PIECE_CELLS = 1 << 21

/** The bytes of a replicate, the lower one of each error first, leaf by leaf. */
export async function* replicateBytes({ released, truth }: Replicate): AsyncGenerator<Uint8Array> {
  const step = Math.max(1, Math.floor(PIECE_CELLS / released.cells))
  for (let from = 0; from < released.places; from += step) {
    const to = Math.min(released.places, from + step)
    const errors = leafErrors(await released.read(from, to), await truth.read(from, to))
    const bytes = new DataView(new ArrayBuffer(2 * errors.length))
    errors.forEach((error, i) => {
      bytes.setInt16(2 * i, error, true)
    })
    yield new Uint8Array(bytes.buffer)
  }
}

function addTo(errors: Float64Array, { cells, start, cell, count }: SparseHistogram, sign: number): void {
  for (let leaf = 0; leaf + 1 < start.length; leaf++) {
    for (let i = start[leaf]; i < start[leaf + 1]; i++) errors[leaf * cells + cell[i]] += sign * count[i]
  }
}
