/**
 * How far a sum of unknowns can go, for small systems: a simplex tableau of its own, so that what a test believes of a table rests on nothing
 * that made it. Rows are equations; unknowns lie between two ends, of which the upper one may be infinite.
 */
export class SmallProgram {
  readonly #tableau: number[][] = []
  readonly #basis: number[] = []
  readonly #lower: readonly number[]
  readonly #unknowns: number
  /** Whether anything fits. */
  readonly fits: boolean

  constructor(
    rows: readonly (readonly number[])[],
    sides: readonly number[],
    lower: readonly number[],
    upper: readonly number[],
  ) {
    const n = lower.length
    this.#lower = lower
    this.#unknowns = n
    const capped = [...upper.keys()].filter((j) => Number.isFinite(upper[j]))
    const height = rows.length + capped.length
    const width = n + capped.length
    const all = [
      ...rows.map((row, i) => [
        ...row,
        ...capped.map(() => 0),
        sides[i] - row.reduce((sum, a, j) => sum + a * lower[j], 0),
      ]),
      ...capped.map((j, c) => [
        ...Array.from({ length: n }, (_, k) => Number(k === j)),
        ...capped.map((_, d) => Number(c === d)),
        upper[j] - lower[j],
      ]),
    ]
    all.forEach((row, i) => {
      const side = row[width]
      const sign = side < 0 ? -1 : 1
      const artificial = Array.from({ length: height }, (_, k) => Number(k === i))
      this.#tableau.push([...row.slice(0, width).map((a) => sign * a), ...artificial, sign * side])
      this.#basis.push(width + i)
    })
    const wrong = Array.from({ length: width + height }, (_, j) => (j >= width ? -1 : 0))
    this.#improve(wrong, width + height)
    this.fits = this.#basis.every((j, i) => j < width || Math.abs(this.#side(i)) < TINY)
    if (this.fits) this.#dropArtificial(width)
  }

  /** The most that the sum can be; infinite where nothing holds it. Requires that something fits. */
  most(weights: readonly number[]): number {
    const columns = this.#tableau[0]?.length ?? 1
    const cost = Array.from({ length: columns - 1 }, (_, j) => weights[j] ?? 0)
    const base = weights.reduce((sum, w, j) => sum + w * this.#lower[j], 0)
    if (this.#tableau.length === 0) return weights.some((w) => w > 0) ? Number.POSITIVE_INFINITY : base
    if (!this.#improve(cost, columns - 1)) return Number.POSITIVE_INFINITY
    return base + this.#basis.reduce((sum, j, i) => sum + (cost[j] ?? 0) * this.#side(i), 0)
  }

  /** The least and the most of one unknown. */
  range(unknown: number): readonly [number, number] {
    const unit = (sign: number): number[] =>
      Array.from({ length: this.#unknowns }, (_, j) => (j === unknown ? sign : 0))
    return [-this.most(unit(-1)), this.most(unit(1))]
  }

  #side(i: number): number {
    const row = this.#tableau[i]
    return row[row.length - 1]
  }

  /** Bland's rule, which ends. False where the sum has no end. */
  #improve(cost: readonly number[], columns: number): boolean {
    for (;;) {
      const enters = this.#entering(cost, columns)
      if (enters < 0) return true
      let leaves = -1
      for (let i = 0; i < this.#tableau.length; i++) {
        if (this.#tableau[i][enters] <= TINY) continue
        const ratio = this.#side(i) / this.#tableau[i][enters]
        const best = leaves < 0 ? Number.POSITIVE_INFINITY : this.#side(leaves) / this.#tableau[leaves][enters]
        if (ratio < best - TINY || (ratio < best + TINY && this.#basis[i] < this.#basis[leaves])) leaves = i
      }
      if (leaves < 0) return false
      this.#pivot(leaves, enters)
    }
  }

  #entering(cost: readonly number[], columns: number): number {
    const inBasis = new Set(this.#basis)
    for (let j = 0; j < columns; j++) {
      if (inBasis.has(j)) continue
      const reduced = cost[j] - this.#basis.reduce((sum, b, i) => sum + (cost[b] ?? 0) * this.#tableau[i][j], 0)
      if (reduced > TINY) return j
    }
    return -1
  }

  #pivot(i: number, j: number): void {
    const row = this.#tableau[i]
    const by = row[j]
    for (let k = 0; k < row.length; k++) row[k] /= by
    for (const other of this.#tableau) {
      if (other === row || other[j] === 0) continue
      const times = other[j]
      for (let k = 0; k < row.length; k++) other[k] -= times * row[k]
    }
    this.#basis[i] = j
  }

  /** Takes the artificial unknowns out; a row of nothing else says nothing. */
  #dropArtificial(width: number): void {
    for (let i = this.#basis.length - 1; i >= 0; i--) {
      if (this.#basis[i] < width) continue
      const j = this.#tableau[i].findIndex((a, k) => k < width && Math.abs(a) > TINY)
      if (j >= 0) this.#pivot(i, j)
      else {
        this.#tableau.splice(i, 1)
        this.#basis.splice(i, 1)
      }
    }
    this.#tableau.forEach((row, i) => {
      this.#tableau[i] = [...row.slice(0, width), row[row.length - 1]]
    })
  }
}

const TINY = 1e-9
