/** The measurements of a table, read by ranges of nodes from the pieces in which they are stored. A piece is kept while the next reads are of it. */
import { Latest } from './latest.ts'

/** Where the values of the nodes from .. to - 1 are. */
export interface StoredPiece {
  readonly file: string
  readonly from: number
  readonly to: number
}

/** Pieces held at once, over all queries of a table. */
const MOST_PIECES = 24

export class MeasuredPieces {
  readonly #pieces: readonly (readonly StoredPiece[])[]
  readonly #values: Latest<Float64Array>

  /** `pieces`: of each measurement. */
  constructor(pieces: readonly (readonly StoredPiece[])[], load: (file: string) => Promise<Float64Array>) {
    this.#pieces = pieces
    this.#values = new Latest(MOST_PIECES, load)
  }

  /** The answers of measurement m, so many a node, at the nodes from .. to - 1. */
  async read(m: number, answers: number, from: number, to: number): Promise<Float64Array> {
    const out = new Float64Array((to - from) * answers)
    for (const piece of this.#pieces[m].filter((one) => one.from < to && one.to > from)) {
      const values = await this.#values.get(piece.file)
      const first = Math.max(from, piece.from)
      const last = Math.min(to, piece.to)
      out.set(values.subarray((first - piece.from) * answers, (last - piece.from) * answers), (first - from) * answers)
    }
    return out
  }
}
