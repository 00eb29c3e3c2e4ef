/**
 * Whether some inequalities imply another, exactly:
 *   every x with  a_i x <= b_i  has  a x <= b   when   min { sum l_i b_i : sum l_i a_i = a, l >= 0 } <= b
 * (Farkas), and only then when the inequalities have a solution at all.
 *
 * A two-phase simplex on whole numbers with a common denominator (Edmonds' integer pivoting), by Bland's rule, so that it
 * ends. For tens of variables and hundreds of rows.
 */
export interface Inequality {
  readonly coefficients: readonly bigint[]
  readonly bound: bigint
}

/** True only when `rows` imply `row`. When nothing meets `rows` they imply everything, and the answer may be either. */
export function isImplied(row: Inequality, rows: readonly Inequality[]): boolean {
  const height = row.coefficients.length
  const tableau = row.coefficients.map((target, i) => {
    const line = rows.map((other) => other.coefficients[i])
    const artificial = row.coefficients.map((_, j) => (i === j ? 1n : 0n))
    return target < 0n ? [...line.map((value) => -value), ...artificial, -target] : [...line, ...artificial, target]
  })
  const width = rows.length + height
  const phaseOne: bigint[] = new Array(width + 1).fill(0n)
  for (const line of tableau) {
    for (let j = 0; j <= width; j++) if (j < rows.length || j === width) phaseOne[j] -= line[j]
  }
  const phaseTwo = [...rows.map((other) => other.bound), ...row.coefficients.map(() => 0n), 0n]
  const program = new Program(tableau, [phaseOne, phaseTwo], rows.length)
  program.minimise(0)
  if (program.value(0).num < 0n) return false // no multipliers at all
  program.dropArtificials()
  if (!program.minimise(1)) return true // unbounded: the rows contradict each other
  const { num, den } = program.value(1)
  return -num <= row.bound * den
}

class Program {
  readonly #rows: bigint[][]
  readonly #costs: bigint[][]
  readonly #real: number
  readonly #basis: number[]
  #denominator = 1n

  constructor(rows: bigint[][], costs: bigint[][], real: number) {
    this.#rows = rows
    this.#costs = costs
    this.#real = real
    this.#basis = rows.map((_, i) => real + i)
  }

  /** The negated objective, as a fraction. */
  value(cost: number): { readonly num: bigint; readonly den: bigint } {
    return { num: this.#costs[cost][this.#costs[cost].length - 1], den: this.#denominator }
  }

  /** False when the objective has no least value. Artificial columns never enter. */
  minimise(cost: number): boolean {
    for (;;) {
      const column = this.#costs[cost].findIndex((value, j) => j < this.#real && value < 0n)
      if (column < 0) return true
      const row = this.#leaving(column)
      if (row < 0) return false
      this.#pivot(row, column)
    }
  }

  /** Pivots artificial columns out of the basis; a row where that cannot be done says 0 = 0. */
  dropArtificials(): void {
    for (let row = this.#rows.length - 1; row >= 0; row--) {
      if (this.#basis[row] < this.#real) continue
      const column = this.#rows[row].findIndex((value, j) => j < this.#real && value !== 0n)
      if (column >= 0) this.#pivot(row, column)
      else {
        this.#rows.splice(row, 1)
        this.#basis.splice(row, 1)
      }
    }
  }

  #leaving(column: number): number {
    let best = -1
    for (const [i, row] of this.#rows.entries()) {
      if (row[column] <= 0n) continue
      if (best < 0) best = i
      else {
        const other = this.#rows[best]
        const difference = row[row.length - 1] * other[column] - other[other.length - 1] * row[column]
        if (difference < 0n || (difference === 0n && this.#basis[i] < this.#basis[best])) best = i
      }
    }
    return best
  }

  #pivot(row: number, column: number): void {
    // A pivot below 0 (only where the right-hand side is 0) is turned, so that the denominator stays above 0.
    if (this.#rows[row][column] < 0n) this.#rows[row] = this.#rows[row].map((value) => -value)
    const line = this.#rows[row]
    const by = line[column]
    const update = (other: bigint[]): bigint[] =>
      other.map((value, j) => (value * by - other[column] * line[j]) / this.#denominator)
    for (let i = 0; i < this.#rows.length; i++) if (i !== row) this.#rows[i] = update(this.#rows[i])
    for (let i = 0; i < this.#costs.length; i++) this.#costs[i] = update(this.#costs[i])
    this.#denominator = by
    this.#basis[row] = column
  }
}
