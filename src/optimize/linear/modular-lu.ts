/**
 * A sparse square matrix factorised modulo a prime, and systems solved with it: plain and transposed.
 *
 * Gaussian elimination in the order of Markowitz (Management Science 3 (1957), 255-269): the pivot with the fewest other entries
 * in its row times those in its column. The bases of linear programs are triangular but for a small kernel, so few entries fill in.
 * Residues are doubles: the prime is below 2^26, so a product of two is exact.
 */
export const PRIMES = [67_108_859, 67_108_837, 67_108_819] as const

/** A matrix by rows: entries starts[i] .. starts[i+1]-1 are row i, values reduced modulo the prime. */
export interface ModularRows {
  readonly size: number
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly residues: Float64Array
}

/** a b modulo p, for residues in [0, p). */
export function timesModulo(a: number, b: number, p: number): number {
  const product = a * b
  const rest = product - Math.floor(product / p) * p
  return rest < 0 ? rest + p : rest >= p ? rest - p : rest
}

function inverseModulo(value: number, p: number): number {
  let [a, b, x, y] = [p, value, 0, 1]
  while (b > 1) {
    const quotient = Math.floor(a / b)
    ;[a, b] = [b, a - quotient * b]
    ;[x, y] = [y, x - quotient * y]
  }
  return y < 0 ? y + p : y
}

export class ModularFactors {
  readonly prime: number
  readonly #size: number
  /** Of step k: the row and column of its pivot, the inverse of the pivot. */
  readonly #row: Int32Array
  readonly #column: Int32Array
  readonly #inverse: Float64Array
  /** Of step k: the rows below with their multipliers, and the other entries of the pivot row. */
  readonly #below: Packed
  readonly #beside: Packed

  private constructor(prime: number, size: number) {
    this.prime = prime
    this.#size = size
    this.#row = new Int32Array(size)
    this.#column = new Int32Array(size)
    this.#inverse = new Float64Array(size)
    this.#below = new Packed(size)
    this.#beside = new Packed(size)
  }

  /** The factors, or null when the matrix is singular modulo the prime. */
  static of(matrix: ModularRows, prime: number): ModularFactors | null {
    const factors = new ModularFactors(prime, matrix.size)
    const active = new ActivePart(matrix)
    for (let step = 0; step < matrix.size; step++) {
      const pivot = active.choose()
      if (pivot === null) return null
      factors.#eliminate(active, step, pivot.row, pivot.column)
    }
    return factors
  }

  #eliminate(active: ActivePart, step: number, row: number, column: number): void {
    const p = this.prime
    const pivotRow = active.rows[row]
    const inverse = inverseModulo(pivotRow.get(column)!, p)
    this.#row[step] = row
    this.#column[step] = column
    this.#inverse[step] = inverse
    active.drop(row, column)
    for (const [j, value] of pivotRow) this.#beside.push(j, value)
    for (const other of active.columns[column]) {
      const entries = active.rows[other]
      const factor = timesModulo(entries.get(column)!, inverse, p)
      active.erase(other, column)
      if (factor === 0) continue
      this.#below.push(other, factor)
      for (const [j, value] of pivotRow) {
        const before = entries.get(j)
        const left = (before ?? 0) - timesModulo(factor, value, p)
        if (before === undefined) active.fill(other, j)
        entries.set(j, left < 0 ? left + p : left)
      }
    }
    this.#below.close(step)
    this.#beside.close(step)
  }

  /** x with A x = b modulo the prime; b is overwritten. */
  solve(b: Float64Array, x: Float64Array): void {
    const p = this.prime
    const { starts: from, indices: rows, values: factors } = this.#below
    for (let k = 0; k < this.#size; k++) {
      const value = b[this.#row[k]]
      if (value === 0) continue
      for (let e = from[k]; e < from[k + 1]; e++) {
        const left = b[rows[e]] - timesModulo(factors[e], value, p)
        b[rows[e]] = left < 0 ? left + p : left
      }
    }
    const { starts, indices, values } = this.#beside
    for (let k = this.#size - 1; k >= 0; k--) {
      let value = b[this.#row[k]]
      for (let e = starts[k]; e < starts[k + 1]; e++) {
        if (x[indices[e]] === 0) continue
        value -= timesModulo(values[e], x[indices[e]], p)
        if (value < 0) value += p
      }
      x[this.#column[k]] = value === 0 ? 0 : timesModulo(value, this.#inverse[k], p)
    }
  }

  /** y with A' y = c modulo the prime; c is overwritten. */
  solveTransposed(c: Float64Array, y: Float64Array): void {
    const p = this.prime
    const { starts, indices, values } = this.#beside
    for (let k = 0; k < this.#size; k++) {
      const value = timesModulo(c[this.#column[k]], this.#inverse[k], p)
      y[this.#row[k]] = value
      if (value === 0) continue
      for (let e = starts[k]; e < starts[k + 1]; e++) {
        const left = c[indices[e]] - timesModulo(values[e], value, p)
        c[indices[e]] = left < 0 ? left + p : left
      }
    }
    const { starts: from, indices: rows, values: factors } = this.#below
    for (let k = this.#size - 1; k >= 0; k--) {
      let value = y[this.#row[k]]
      for (let e = from[k]; e < from[k + 1]; e++) {
        value -= timesModulo(factors[e], y[rows[e]], p)
        if (value < 0) value += p
      }
      y[this.#row[k]] = value
    }
  }
}

/** Lists one after the other, flat. */
class Packed {
  readonly starts: Int32Array
  readonly indices: number[] = []
  readonly values: number[] = []

  constructor(lists: number) {
    this.starts = new Int32Array(lists + 1)
  }

  push(index: number, value: number): void {
    this.indices.push(index)
    this.values.push(value)
  }

  close(list: number): void {
    this.starts[list + 1] = this.indices.length
  }
}

/** What is left of the matrix: rows as maps from column to residue, columns as sets of rows. */
class ActivePart {
  readonly rows: Map<number, number>[]
  readonly columns: Set<number>[]
  readonly #left: Set<number>
  readonly #shortRows: number[] = []
  readonly #shortColumns: number[] = []

  constructor({ size, starts, columns, residues }: ModularRows) {
    this.rows = Array.from({ length: size }, () => new Map<number, number>())
    this.columns = Array.from({ length: size }, () => new Set<number>())
    this.#left = new Set(this.rows.keys())
    for (let i = 0; i < size; i++) {
      for (let e = starts[i]; e < starts[i + 1]; e++) {
        if (residues[e] === 0) continue
        this.rows[i].set(columns[e], residues[e])
        this.columns[columns[e]].add(i)
      }
    }
    for (let i = 0; i < size; i++) {
      if (this.rows[i].size === 1) this.#shortRows.push(i)
      if (this.columns[i].size === 1) this.#shortColumns.push(i)
    }
  }

  choose(): { row: number; column: number } | null {
    for (let column = this.#shortColumns.pop(); column !== undefined; column = this.#shortColumns.pop()) {
      if (this.columns[column].size !== 1) continue
      const [row] = this.columns[column]
      if (this.rows[row].get(column) !== 0) return { row, column }
    }
    for (let row = this.#shortRows.pop(); row !== undefined; row = this.#shortRows.pop()) {
      if (!this.#left.has(row) || this.rows[row].size !== 1) continue
      const [[column, value]] = this.rows[row]
      if (value !== 0) return { row, column }
    }
    return this.#fewest()
  }

  /** Among the shortest rows, the entry with the fewest fill-ins. */
  #fewest(): { row: number; column: number } | null {
    let best: { row: number; column: number } | null = null
    let cost = Number.POSITIVE_INFINITY
    for (const row of this.#left) {
      const others = this.rows[row].size - 1
      if (others >= cost) continue
      for (const [column, value] of this.rows[row]) {
        const price = others * (this.columns[column].size - 1)
        if (value !== 0 && price < cost) [best, cost] = [{ row, column }, price]
      }
    }
    return best
  }

  /** Takes the pivot out: its row leaves every column, its column leaves the row. */
  drop(row: number, column: number): void {
    this.#left.delete(row)
    this.rows[row].delete(column)
    this.columns[column].delete(row)
    for (const j of this.rows[row].keys()) {
      this.columns[j].delete(row)
      if (this.columns[j].size === 1) this.#shortColumns.push(j)
    }
  }

  erase(row: number, column: number): void {
    this.rows[row].delete(column)
    if (this.rows[row].size === 1) this.#shortRows.push(row)
  }

  fill(row: number, column: number): void {
    this.columns[column].add(row)
  }
}
