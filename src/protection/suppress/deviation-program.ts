/**
 * The program that finds a deviation for one need: over moves up and down of each cell,
 *   minimise  sum_j cost_j (up_j + down_j)   subject to  every equation on (up - down),  the cell itself moves by its need,
 *             0 <= up_j <= upper_j - value_j,  0 <= down_j <= value_j - lower_j,
 * with cells that may not be withheld at 0. All is measured in the need, since needs differ by ten powers of ten.
 */
import { type EngineSource, KeptProgram, type LinearModel, type SparseMatrix } from '../../optimize/index.ts'
import type { Deviation } from './deviation.ts'
import { exactDeviation } from './exact-deviation.ts'
import type { Need, SuppressionProblem } from './problem.ts'

/** Nobody needs a cell to move by a million needs. */
const FURTHEST = 1e6
/** A move below this share of the need is the engine's rounding. */
const NOTHING = 1e-7

export class DeviationProgram {
  readonly #problem: SuppressionProblem
  readonly #program: KeptProgram
  readonly #cost: Float64Array
  readonly #lower: Float64Array
  readonly #upper: Float64Array

  private constructor(problem: SuppressionProblem, program: KeptProgram) {
    this.#problem = problem
    this.#program = program
    this.#cost = new Float64Array(2 * problem.value.length)
    this.#lower = new Float64Array(2 * problem.value.length)
    this.#upper = new Float64Array(2 * problem.value.length)
  }

  static async open(problem: SuppressionProblem, engine?: EngineSource): Promise<DeviationProgram> {
    const columns = 2 * problem.value.length
    const rows = problem.equations.starts.length - 1
    const zeros = new Float64Array(columns)
    const model: LinearModel = {
      sense: 'minimise',
      cost: zeros,
      columnLower: zeros,
      columnUpper: zeros,
      rowLower: new Float64Array(rows),
      rowUpper: new Float64Array(rows),
      matrix: movesMatrix(problem),
    }
    const program = await KeptProgram.open(model, engine)
    return new DeviationProgram(problem, program)
  }

  /** The cheapest deviation for a need that moves allowed cells alone; undefined when there is none. `cost` by cell. */
  find(need: Need, cost: (cell: number) => number, allowed: Uint8Array): Deviation | undefined {
    const { value, lower, upper } = this.#problem
    const known = new Set(need.known)
    for (let j = 0; j < value.length; j++) {
      const open = allowed[j] === 1 && !known.has(j)
      this.#upper[2 * j] = open ? Math.min(FURTHEST, (upper[j] - value[j]) / need.by) : 0
      this.#upper[2 * j + 1] = open ? Math.min(FURTHEST, (value[j] - lower[j]) / need.by) : 0
      this.#cost[2 * j] = this.#cost[2 * j + 1] = open ? cost(j) : 0
    }
    const moved = 2 * need.cell + (need.direction === 1 ? 0 : 1)
    if (this.#upper[moved] < 1 - NOTHING) return undefined
    this.#upper[moved] = Math.max(1, this.#upper[moved])
    this.#lower[moved] = 1
    this.#upper[moved ^ 1] = 0
    this.#program.setCosts(this.#cost)
    this.#program.setBounds(this.#lower, this.#upper)
    this.#lower[moved] = 0
    const run = this.#program.run()
    return run.status === 'optimal' ? this.#read(run.x, need) : undefined
  }

  #read(x: Float64Array, need: Need): Deviation {
    const cells: number[] = []
    const moves: number[] = []
    for (let j = 0; 2 * j < x.length; j++) {
      const move = x[2 * j] - x[2 * j + 1]
      if (Math.abs(move) <= NOTHING) continue
      cells.push(j)
      moves.push(move)
    }
    return exactDeviation(this.#problem, need, Int32Array.from(cells), Float64Array.from(moves))
  }

  close(): void {
    this.#program.close()
  }
}

/** Each equation on the differences: parts up minus down, less the total's. */
function movesMatrix({ equations: { starts, members } }: SuppressionProblem): SparseMatrix {
  const rows = starts.length - 1
  const indices = new Int32Array(2 * members.length)
  const values = new Float64Array(2 * members.length)
  for (let e = 0; e < rows; e++)
    for (let t = starts[e]; t < starts[e + 1]; t++) {
      const sign = t === starts[e] ? -1 : 1
      indices[2 * t] = 2 * members[t]
      indices[2 * t + 1] = 2 * members[t] + 1
      values[2 * t] = sign
      values[2 * t + 1] = -sign
    }
  return { layout: 'rows', starts: starts.map((start) => 2 * start), indices, values }
}
