/** The measurements of a table in the folder of its run. */

import type { MeasurePlan } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { type Piece, type PieceNames, piecesOf, readPiece } from '../../run/drawing/draw.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import { MeasuredPieces, type StoredPiece } from './measured-pieces.ts'

export class StoredMeasurements {
  readonly #folder: RunFolder
  readonly #plan: MeasurePlan
  readonly #all: readonly Piece[]
  readonly #values: MeasuredPieces
  /** Of each measurement, the pieces that hold its values. */
  readonly pieces: readonly (readonly StoredPiece[])[]

  constructor(plan: MeasurePlan, hierarchy: Hierarchy, folder: RunFolder, names: PieceNames) {
    this.#folder = folder
    this.#plan = plan
    this.#all = piecesOf(plan, hierarchy, names)
    this.pieces = plan.measurements.map((measurement) =>
      this.#all.filter((piece) => piece.measurement === measurement).map(({ file, from, to }) => ({ file, from, to })),
    )
    const byFile = new Map(this.#all.map((piece) => [piece.file, piece]))
    this.#values = new MeasuredPieces(this.pieces, (file) => readPiece(folder, byFile.get(file)!))
  }

  /** The answers of measurement m at the nodes from .. to - 1. */
  read(m: number, from: number, to: number): Promise<Float64Array> {
    return this.#values.read(m, this.#plan.measurements[m].query.answers, from, to)
  }

  /** Hands every piece over, as bytes. */
  async copyTo(put: (file: string, bytes: Uint8Array) => Promise<void>): Promise<void> {
    for (const piece of this.#all) await put(piece.file, new Uint8Array((await readPiece(this.#folder, piece)).buffer))
  }
}
