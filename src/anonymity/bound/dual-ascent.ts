/**
 * A lower bound from the dual of the set-partitioning program over classes C of k to 2k - 1 records:
 *   maximise  sum over records of u_i   subject to  sum over C of u <= |C| width(C)  for every such class.
 *
 * Cutting planes between a valid point and the optimum over the classes met so far (Ben-Ameur and Neto, Networks 49 (2007),
 * 3-17), kept in a box around the valid point (Marsten, Hogan and Blankenship, Oper. Res. 23 (1975), 389-405): where the
 * two meet most of the way, every point is priced; classes with an excess join the program, and the point, lowered until
 * it is valid, becomes the new valid one if its sum is greater. So there is a valid bound at every moment.
 */
import type { Solver } from '../../optimize/index.ts'
import type { Distinct } from '../points/distinct-points.ts'
import type { Points } from '../points/points.ts'
import { DualMaster } from './dual-master.ts'
import { EverybodysPricer } from './price-everybody.ts'
import { roundingOf } from './rounding-margin.ts'
import { validDuals } from './valid-duals.ts'

export interface AscentOptions {
  readonly solver: Solver
  readonly shouldStop: () => boolean
  /** Partial classes to look into in all: with it alone as the limit, the result is the same everywhere. */
  readonly mostNodes: number
  /** Ends when the program over all classes is known to be no further up than this, relative. */
  readonly tolerance: number
  /** Ends when the sum comes so far. */
  readonly target: number
  /** Classes to begin with, by the points of their records, with their widths. */
  readonly classes: Iterable<{ readonly members: Int32Array; readonly width: number }>
}

/** The share of the way to the program's optimum that is priced. */
const STEP = 0.9
/** The box in units of the dual or of the mean dual, whichever is greater; doubled where it holds nothing better. */
const FIRST_BOX = 0.1
const LAST_BOX = 5
/** Partial classes per seed at first; twice as many when that gave nothing better, four times when no new class either. */
const FIRST_NODES = 1000
const LAST_NODES = 1_000_000
/** Excesses below this share of the distance to the optimum are not looked for. */
const IGNORED = 0.05

export interface Ascended {
  /** Valid duals by point. */
  readonly duals: Float64Array
  readonly sum: number
  /** Whether the sum is within the tolerance of the optimum over all classes. */
  readonly converged: boolean
}

/** Valid duals to duals that are still valid and whose sum is no less. */
export async function ascend(
  points: Points,
  k: number,
  distinct: Distinct,
  valid: Float64Array,
  options: AscentOptions,
): Promise<Ascended> {
  const ascent = new Ascent(points, k, distinct, valid, options)
  while (await ascent.round());
  return ascent.result()
}

class Ascent {
  readonly #points: Points
  readonly #k: number
  readonly #copies: Int32Array
  readonly #options: AscentOptions
  readonly #master: DualMaster
  readonly #pricer: EverybodysPricer
  #valid: Float64Array
  #sum: number
  #box = FIRST_BOX
  #nodes = FIRST_NODES
  #converged = false

  constructor(points: Points, k: number, distinct: Distinct, valid: Float64Array, options: AscentOptions) {
    const { count, starts } = distinct
    this.#points = points
    this.#k = k
    this.#copies = Int32Array.from({ length: count }, (_, g) => starts[g + 1] - starts[g])
    this.#options = options
    this.#master = new DualMaster(this.#copies)
    this.#pricer = new EverybodysPricer(points, k, distinct)
    this.#valid = valid
    this.#sum = this.#sumOf(valid)
    for (const { members, width } of options.classes) this.#master.add(members, members.length, width)
  }

  result(): Ascended {
    return { duals: this.#valid, sum: this.#sum, converged: this.#converged }
  }

  /** Whether there is more to do. */
  async round(): Promise<boolean> {
    const { solver, shouldStop, mostNodes, tolerance, target } = this.#options
    if (this.#sum >= target || shouldStop() || this.#pricer.nodes > mostNodes) return false
    const reach = this.#valid.map((dual) => this.#box * Math.max(dual, this.#sum / this.#points.n, Number.MIN_VALUE))
    const lower = this.#valid.map((dual, point) => dual - reach[point])
    const upper = this.#valid.map((dual, point) => dual + reach[point])
    const best = await this.#master.solve({ solver, shouldStop, lower, upper })
    if (best === undefined) return false
    const rise = best.value - this.#sum
    if (rise <= tolerance * best.value) {
      this.#box *= 2
      this.#converged = this.#box > LAST_BOX
      return !this.#converged
    }
    return this.#price(best.duals, rise)
  }

  #price(optimum: Float64Array, rise: number): boolean {
    const asked = this.#valid.map((dual, point) => dual + STEP * (optimum[point] - dual))
    const options = {
      threshold: (IGNORED * this.#k * rise) / this.#points.n,
      rounding: roundingOf(this.#points, this.#k, asked),
      nodes: this.#nodes,
      shouldStop: this.#options.shouldStop,
    }
    let added = 0
    const keep = (members: Int32Array, size: number, width: number): void => {
      if (this.#master.add(members, size, width)) added++
    }
    const excesses = this.#pricer.price(asked, { ...options, keep })
    if (excesses === undefined) return false
    const duals = validDuals(asked, excesses, this.#copies, this.#k)
    const sum = this.#sumOf(duals)
    const better = sum > this.#sum
    if (better) [this.#valid, this.#sum] = [duals, sum]
    if (better) return true
    if (added === 0 && this.#nodes === LAST_NODES) return false
    this.#nodes = Math.min(LAST_NODES, (added > 0 ? 2 : 4) * this.#nodes)
    return true
  }

  #sumOf(duals: Float64Array): number {
    return duals.reduce((sum, dual, point) => sum + this.#copies[point] * dual, 0)
  }
}
