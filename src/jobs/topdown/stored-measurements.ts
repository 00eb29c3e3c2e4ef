/** The measurements of a table on disk, read by ranges of nodes. A piece is kept while the next reads are of it. */

import type { MeasurePlan } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { type Piece, type PieceNames, piecesOf, readPiece } from '../../run/drawing/draw.ts'
import type { RunFolder } from '../../run/run-folder.ts'

/** Pieces held at once, over all queries of a table. */
const MOST_PIECES = 24

export class StoredMeasurements {
  readonly #folder: RunFolder
  readonly #pieces: readonly (readonly Piece[])[]
  readonly #held = new Map<string, Promise<Float64Array>>()

  constructor(plan: MeasurePlan, hierarchy: Hierarchy, folder: RunFolder, names: PieceNames) {
    this.#folder = folder
    const pieces = piecesOf(plan, hierarchy, names)
    this.#pieces = plan.measurements.map((measurement) => pieces.filter((piece) => piece.measurement === measurement))
  }

  /** The answers of measurement m at the nodes from .. to - 1. */
  async read(m: number, from: number, to: number): Promise<Float64Array> {
    const pieces = this.#pieces[m].filter((piece) => piece.from < to && piece.to > from)
    const { answers } = pieces[0].measurement.query
    const out = new Float64Array((to - from) * answers)
    for (const piece of pieces) {
      const values = await this.#piece(piece)
      const first = Math.max(from, piece.from)
      const last = Math.min(to, piece.to)
      out.set(values.subarray((first - piece.from) * answers, (last - piece.from) * answers), (first - from) * answers)
    }
    return out
  }

  #piece(piece: Piece): Promise<Float64Array> {
    const held = this.#held.get(piece.file) ?? readPiece(this.#folder, piece)
    this.#held.delete(piece.file) // the latest goes to the end
    this.#held.set(piece.file, held)
    for (const [file] of this.#held) {
      if (this.#held.size <= MOST_PIECES) break
      this.#held.delete(file)
    }
    return held
  }
}
