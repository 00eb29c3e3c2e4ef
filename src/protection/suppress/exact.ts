/**
 * The cheapest pattern, by cutting planes: a master program chooses cells, the reader's programs say which needs that leaves unmet, and each of those
 * is a cut. First over fractions, whose cost is a bound that holds whatever happens later; then over whole cells, among those that a pattern
 * cheaper than the best one known could withhold.
 */
import { KeptProgram, type LinearModel, Solver } from '../../optimize/index.ts'
import { cleanUp } from './clean-up.ts'
import type { DeviationProgram } from './deviation-program.ts'
import type { Pattern } from './pattern.ts'
import type { SuppressionProblem } from './problem.ts'
import { type Cut, ReaderProgram } from './reader-program.ts'
import { startFrom } from './start.ts'

export interface ExactSearch {
  readonly pattern: Pattern
  /** No pattern costs less. */
  readonly bound: number
  readonly optimal: boolean
}

export interface SearchLimits {
  readonly shouldStop: () => boolean
  /** Seconds that one program over whole cells may take. */
  readonly seconds: number
  /** Told when such a program took them all: its last step was no step. */
  readonly whenStopped?: () => void
}

/** A cut that is broken by less is left for later. */
const BROKEN = 1e-4
/** Costs closer than this, relative, are the same. */
const SAME = 1e-9

export async function searchExact(
  problem: SuppressionProblem,
  known: Pattern,
  program: DeviationProgram,
  limits: SearchLimits,
): Promise<ExactSearch> {
  const reader = await ReaderProgram.open(problem)
  const master = await Master.open(problem)
  const solver = new Solver()
  let best = known
  try {
    master.solve()
    while (!limits.shouldStop() && separate(master, reader, best, limits)) master.solve()
    // What was cut off before the time was up makes a bound too.
    master.solve()
    while (!limits.shouldStop()) {
      master.dropDear(best.cost())
      if (master.bound >= best.cost() * (1 - SAME)) return { pattern: best, bound: best.cost(), optimal: true }
      const chosen = await master.solveWhole(solver, best.cost(), limits.seconds)
      if (chosen === 'none') return { pattern: best, bound: best.cost(), optimal: true }
      if (chosen === 'stopped') {
        limits.whenStopped?.()
        break
      }
      if (!cutWhole(master, reader, best, chosen)) {
        const found = startFrom(problem, program, chosen)
        if (!found.isProved()) break // the engines disagree: what is proved stays
        return { pattern: found.cost() < best.cost() ? found : best, bound: master.bound, optimal: true }
      }
      const repaired = startFrom(problem, program, chosen)
      cleanUp(repaired, program, limits.shouldStop)
      if (repaired.isProved() && repaired.cost() < best.cost() * (1 - SAME)) best = repaired
    }
    return { pattern: best, bound: Math.min(master.bound, best.cost()), optimal: false }
  } finally {
    reader.close()
    master.close()
  }
}

/** Adds the cuts that the fractional choice breaks; false when it breaks none. */
function separate(master: Master, reader: ReaderProgram, { needs }: Pattern, { shouldStop }: SearchLimits): boolean {
  let found = false
  for (const need of needs) {
    if (shouldStop()) return false
    const cut = reader.cut(need, master.withheld)
    if (cut !== undefined && master.breaks(cut) && master.add(cut)) found = true
  }
  return found
}

function cutWhole(master: Master, reader: ReaderProgram, { needs }: Pattern, chosen: Uint8Array): boolean {
  let found = false
  for (const need of needs) {
    const cut = reader.cut(need, chosen)
    if (cut === undefined) continue
    master.add(cut)
    found = true
  }
  return found
}

class Master {
  readonly #problem: SuppressionProblem
  readonly #program: KeptProgram
  readonly #cuts: Cut[] = []
  readonly #seen = new Set<string>()
  readonly #scale: number
  /** 1 for cells that may still be withheld in a better pattern. */
  readonly #open: Uint8Array
  /** The choice over fractions, sensitive cells at 1. */
  readonly withheld: Float64Array
  bound = 0
  #reduced: Float64Array = new Float64Array(0)

  private constructor(problem: SuppressionProblem, program: KeptProgram, scale: number) {
    this.#problem = problem
    this.#program = program
    this.#scale = scale
    this.#open = problem.fixed.map((one) => 1 - one)
    this.withheld = new Float64Array(problem.value.length)
    for (const cell of problem.sensitive) this.#open[cell] = 0
  }

  static async open(problem: SuppressionProblem): Promise<Master> {
    const n = problem.value.length
    const scale = problem.cost.reduce((most, cost, j) => (problem.fixed[j] === 1 ? most : Math.max(most, cost)), 0) || 1
    const upper = Float64Array.from(problem.fixed, (fixed) => 1 - fixed)
    for (const cell of problem.sensitive) upper[cell] = 0
    const program = await KeptProgram.open({
      sense: 'minimise',
      cost: problem.cost.map((cost) => cost / scale),
      columnLower: new Float64Array(n),
      columnUpper: upper,
      rowLower: new Float64Array(0),
      rowUpper: new Float64Array(0),
      matrix: { layout: 'rows', starts: Int32Array.of(0), indices: new Int32Array(0), values: new Float64Array(0) },
    })
    return new Master(problem, program, scale)
  }

  add(cut: Cut): boolean {
    const name = `${cut.cells}|${cut.weights.map((w) => Math.round(w * 1e6))}`
    if (this.#seen.has(name)) return false
    this.#seen.add(name)
    this.#cuts.push(cut)
    this.#program.addRow(cut.cells, cut.weights, 1, Number.POSITIVE_INFINITY)
    return true
  }

  breaks({ cells, weights }: Cut): boolean {
    return cells.reduce((sum, cell, t) => sum + weights[t] * this.withheld[cell], 0) < 1 - BROKEN
  }

  solve(): void {
    const run = this.#program.run()
    if (run.status !== 'optimal') return
    this.withheld.set(run.x)
    for (const cell of this.#problem.sensitive) this.withheld[cell] = 1
    const { bound, reduced } = this.#proved(run.duals)
    this.#reduced = reduced
    this.bound = Math.max(this.bound, bound)
  }

  /** The bound that the prices of the cuts prove, whatever the engine's rounding: prices below 0 are taken as 0. */
  #proved(duals: Float64Array): { readonly bound: number; readonly reduced: Float64Array } {
    const reduced = this.#problem.cost.slice()
    let bound = 0
    this.#cuts.forEach(({ cells, weights }, c) => {
      const price = Math.max(0, duals[c]) * this.#scale
      bound += price
      cells.forEach((cell, t) => {
        reduced[cell] -= price * weights[t]
      })
    })
    for (let j = 0; j < reduced.length; j++) if (this.#open[j] === 1) bound += Math.min(0, reduced[j])
    return { bound, reduced }
  }

  /** Cells that no pattern cheaper than this one withholds. */
  dropDear(cost: number): void {
    for (let j = 0; j < this.#open.length; j++) {
      if (this.#open[j] === 0 || this.bound + this.#reduced[j] <= cost * (1 + SAME)) continue
      this.#open[j] = 0
      this.#program.setColumn(j, 0, 0)
    }
  }

  /** The cheapest choice of whole cells that keeps all cuts and costs less than `cost`. */
  async solveWhole(solver: Solver, cost: number, seconds: number): Promise<Uint8Array | 'none' | 'stopped'> {
    const columns = [...this.#open.keys()].filter((j) => this.#open[j] === 1)
    const outcome = await solver.solve(this.#wholeModel(columns), { timeLimit: seconds, explain: false })
    if (outcome.status === 'infeasible') return 'none'
    if (outcome.status !== 'optimal') {
      if (outcome.status === 'stopped' && Number.isFinite(outcome.bound))
        this.bound = Math.max(this.bound, outcome.bound * this.#scale * (1 - SAME))
      return 'stopped'
    }
    this.bound = Math.max(this.bound, outcome.objective * this.#scale * (1 - SAME))
    if (outcome.objective * this.#scale >= cost * (1 - SAME)) return 'none'
    const chosen = new Uint8Array(this.#open.length)
    for (const cell of this.#problem.sensitive) chosen[cell] = 1
    columns.forEach((j, place) => {
      if (outcome.x[place] > 0.5) chosen[j] = 1
    })
    return chosen
  }

  #wholeModel(columns: readonly number[]): LinearModel {
    const placeOf = new Int32Array(this.#open.length).fill(-1)
    columns.forEach((j, place) => {
      placeOf[j] = place
    })
    const starts = [0]
    const indices: number[] = []
    const values: number[] = []
    for (const { cells, weights } of this.#cuts) {
      cells.forEach((cell, t) => {
        if (placeOf[cell] < 0) return
        indices.push(placeOf[cell])
        values.push(weights[t])
      })
      starts.push(indices.length)
    }
    const [n, rows] = [columns.length, this.#cuts.length]
    return {
      sense: 'minimise',
      cost: Float64Array.from(columns, (j) => this.#problem.cost[j] / this.#scale),
      columnLower: new Float64Array(n),
      columnUpper: new Float64Array(n).fill(1),
      integer: new Uint8Array(n).fill(1),
      rowLower: new Float64Array(rows).fill(1),
      rowUpper: new Float64Array(rows).fill(Number.POSITIVE_INFINITY),
      matrix: {
        layout: 'rows',
        starts: Int32Array.from(starts),
        indices: Int32Array.from(indices),
        values: Float64Array.from(values),
      },
    }
  }

  close(): void {
    this.#program.close()
  }
}
