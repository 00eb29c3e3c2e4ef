/**
 * The vectors over the cells of all leaves that are 0 where nobody can be and 0 in every sum that is exact: the directions in which a
 * solution may move. `project` is the orthogonal projection onto them: in each exact sum, the mean over its open cells is taken away.
 */
export interface ExactSums {
  readonly answers: number
  /** The sum that each cell is counted in, or -1. */
  readonly answerOf: Int32Array
  /** values[leaf * answers + answer] */
  readonly values: Float64Array
}

export class LeafSpace {
  readonly #open: Uint8Array
  readonly #cells: number
  readonly #exact: ExactSums | undefined
  /** How many open cells each exact sum of a leaf has. */
  readonly #members: Float64Array

  constructor(open: Uint8Array, cells: number, exact?: ExactSums) {
    this.#open = open
    this.#cells = cells
    this.#exact = exact
    this.#members = this.#sums(Float64Array.from(open))
  }

  /** A vector with the exact sums, spread evenly. */
  start(): Float64Array {
    const x = new Float64Array(this.#open.length)
    if (this.#exact !== undefined) this.#addMeans(x, this.#exact.values, 1)
    return x
  }

  /** Writes to v, and returns it. */
  project(v: Float64Array): Float64Array {
    for (let i = 0; i < v.length; i++) if (this.#open[i] === 0) v[i] = 0
    if (this.#exact !== undefined) this.#addMeans(v, this.#sums(v), -1)
    return v
  }

  #sums(v: Float64Array): Float64Array {
    if (this.#exact === undefined) return new Float64Array(0)
    const { answers, answerOf } = this.#exact
    const sums = new Float64Array((v.length / this.#cells) * answers)
    for (let i = 0, leaf = 0; i < v.length; leaf++) {
      for (let cell = 0; cell < this.#cells; cell++, i++) {
        if (answerOf[cell] >= 0) sums[leaf * answers + answerOf[cell]] += v[i]
      }
    }
    return sums
  }

  /** Adds to every open cell its part of a sum, times a factor. */
  #addMeans(v: Float64Array, sums: Float64Array, factor: number): void {
    const { answers, answerOf } = this.#exact as ExactSums
    for (let i = 0, leaf = 0; i < v.length; leaf++) {
      for (let cell = 0; cell < this.#cells; cell++, i++) {
        if (answerOf[cell] < 0 || this.#open[i] === 0) continue
        const sum = leaf * answers + answerOf[cell]
        v[i] += (factor * sums[sum]) / this.#members[sum]
      }
    }
  }
}
