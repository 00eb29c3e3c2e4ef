/**
 * What a reader can work out: how far a cell can move when withheld cells alone may, and, where that is less than its need, the cut that the
 * duals give (Fischetti and Salazar-Gonzalez, "Solving the cell suppression problem on tabular data with linear constraints", Management
 * Science 47 (2001), 1008-1027): at least so much of the cells with these weights must be withheld.
 */
import { KeptProgram } from '../../optimize/index.ts'
import type { Need, SuppressionProblem } from './problem.ts'

/** sum of weights[t] * withheld[cells[t]] >= 1. */
export interface Cut {
  readonly cells: Int32Array
  readonly weights: Float64Array
}

/** A need met up to this share is met: the proof in fractions comes with the pattern. */
const MET = 1 - 1e-6
/** Weights below this share are the engine's rounding. */
const NOTHING = 1e-9

export class ReaderProgram {
  readonly #problem: SuppressionProblem
  readonly #program: KeptProgram
  readonly #isSensitive: Uint8Array
  readonly #lower: Float64Array
  readonly #upper: Float64Array
  #asked = -1

  private constructor(problem: SuppressionProblem, program: KeptProgram) {
    this.#problem = problem
    this.#program = program
    this.#lower = new Float64Array(problem.value.length)
    this.#upper = new Float64Array(problem.value.length)
    this.#isSensitive = new Uint8Array(problem.value.length)
    for (const cell of problem.sensitive) this.#isSensitive[cell] = 1
  }

  static async open(problem: SuppressionProblem): Promise<ReaderProgram> {
    const { starts, members } = problem.equations
    const [rows, columns] = [starts.length - 1, problem.value.length]
    const values = new Float64Array(members.length).fill(1)
    for (let e = 0; e < rows; e++) values[starts[e]] = -1
    const zeros = new Float64Array(columns)
    const program = await KeptProgram.open({
      sense: 'minimise',
      cost: zeros,
      columnLower: zeros,
      columnUpper: zeros,
      rowLower: new Float64Array(rows),
      rowUpper: new Float64Array(rows),
      matrix: { layout: 'rows', starts, indices: members, values },
    })
    return new ReaderProgram(problem, program)
  }

  /** The cut that a (fractional) pattern breaks for this need, or undefined when the need is met. */
  cut(need: Need, withheld: ArrayLike<number>): Cut | undefined {
    const { value, lower, upper } = this.#problem
    const known = new Set(need.known)
    for (let j = 0; j < value.length; j++) {
      const share = known.has(j) ? 0 : withheld[j]
      this.#lower[j] = -share * Math.min(FURTHEST, (value[j] - lower[j]) / need.by)
      this.#upper[j] = share * Math.min(FURTHEST, (upper[j] - value[j]) / need.by)
    }
    this.#program.setBounds(this.#lower, this.#upper)
    if (this.#asked >= 0) this.#program.setCost(this.#asked, 0)
    this.#program.setCost(need.cell, -need.direction)
    this.#asked = need.cell
    const run = this.#program.run()
    if (run.status !== 'optimal' || -run.objective >= MET) return undefined
    return this.#cutOf(need, run.duals)
  }

  #cutOf(need: Need, duals: Float64Array): Cut | undefined {
    const { value, lower, upper, fixed } = this.#problem
    const reduced = this.#reducedCosts(need, duals)
    const known = new Set(need.known)
    let needed = 1
    const cells: number[] = []
    const weights: number[] = []
    for (let j = 0; j < value.length; j++) {
      if (known.has(j)) continue
      const reach = reduced[j] > 0 ? value[j] - lower[j] : upper[j] - value[j]
      const weight = Math.abs(reduced[j]) * Math.min(FURTHEST, reach / need.by)
      if (weight <= NOTHING) continue
      if (this.#isSensitive[j] === 1) needed -= weight
      else if (fixed[j] === 0) {
        cells.push(j)
        weights.push(weight)
      }
    }
    if (needed <= NOTHING) return undefined
    return { cells: Int32Array.from(cells), weights: Float64Array.from(weights, (w) => Math.min(1, w / needed)) }
  }

  #reducedCosts({ cell, direction }: Need, duals: Float64Array): Float64Array {
    const { starts, members } = this.#problem.equations
    const reduced = new Float64Array(this.#problem.value.length)
    reduced[cell] = -direction
    for (let e = 0; e + 1 < starts.length; e++)
      for (let t = starts[e]; t < starts[e + 1]; t++) reduced[members[t]] -= t === starts[e] ? -duals[e] : duals[e]
    return reduced
  }

  close(): void {
    this.#program.close()
  }
}

const FURTHEST = 1e6
