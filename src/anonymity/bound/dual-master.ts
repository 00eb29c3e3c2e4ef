/**
 * The linear program over the classes met so far:
 *   maximise  sum over points g of copies_g u_g   subject to  sum over C of u <= |C| width(C)  for every class C met,
 * with u in a box. Classes are only ever added, so each solve starts from the last basis.
 */
import type { Basis, LinearModel, Solver } from '../../optimize/index.ts'

export interface MasterOptions {
  readonly solver: Solver
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly shouldStop: () => boolean
}

export class DualMaster {
  readonly #copies: Float64Array
  readonly #starts: number[] = [0]
  readonly #indices: number[] = []
  readonly #values: number[] = []
  readonly #costs: number[] = []
  readonly #known = new Set<string>()
  #basis: Basis | undefined

  /** `copies[g]`: how many records stand at point g. */
  constructor(copies: ArrayLike<number>) {
    this.#copies = Float64Array.from(copies)
  }

  get classes(): number {
    return this.#costs.length
  }

  /** Adds a class given by the points of its records; false when it is there already. */
  add(members: Int32Array, size: number, width: number): boolean {
    const sorted = members.slice(0, size).sort()
    const name = sorted.join()
    if (this.#known.has(name)) return false
    this.#known.add(name)
    for (let t = 0; t < size; t++) {
      if (t > 0 && sorted[t] === sorted[t - 1]) this.#values[this.#values.length - 1]++
      else {
        this.#indices.push(sorted[t])
        this.#values.push(1)
      }
    }
    this.#starts.push(this.#indices.length)
    this.#costs.push(size * width)
    return true
  }

  /** The best duals in the box and their sum over records; undefined when the solver gave up or was stopped. */
  async solve(options: MasterOptions): Promise<{ duals: Float64Array; value: number } | undefined> {
    const start = this.#basis && { columns: this.#basis.columns, rows: withBasic(this.#basis.rows, this.classes) }
    const run = await options.solver.claim(this.#model(options), {
      timeLimit: LONGEST_SOLVE,
      shouldStop: options.shouldStop,
      presolve: 'off',
      explain: false,
      ...(start && { start }),
    })
    if (run.status !== 'optimal' || run.x === null) return undefined
    this.#basis = run.basis ?? undefined
    return { duals: run.x, value: run.x.reduce((sum, dual, point) => sum + this.#copies[point] * dual, 0) }
  }

  #model({ lower, upper }: MasterOptions): LinearModel {
    return {
      sense: 'maximise',
      cost: this.#copies,
      columnLower: lower,
      columnUpper: upper,
      rowLower: new Float64Array(this.classes).fill(Number.NEGATIVE_INFINITY),
      rowUpper: Float64Array.from(this.#costs),
      matrix: {
        layout: 'rows',
        starts: Int32Array.from(this.#starts),
        indices: Int32Array.from(this.#indices),
        values: Float64Array.from(this.#values),
      },
    }
  }
}

/** Seconds. The caller's own limit comes first, by `shouldStop`. */
const LONGEST_SOLVE = 3600

/** New rows enter with their slack on the basis. */
function withBasic(rows: Int32Array, count: number): Int32Array {
  const all = new Int32Array(count).fill(1)
  all.set(rows)
  return all
}
