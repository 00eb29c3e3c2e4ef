/**
 * The best point of a program with whole variables, and the proof of it.
 *
 * The solver's own branch and bound gives the whole values; with them fixed the rest is a linear program, solved exactly, so that
 * no margin is needed. Then a search of our own (Land and Doig, Econometrica 28 (1960), 497-520) shuts out what could be better:
 * every relaxation is bounded by its prices with all rounding counted, so "optimal" is proved and not only claimed. It also finds
 * what the solver's tolerance made it miss. Stopped early, it still says how far the optimum can be.
 */
import { toNumberDown, toNumberUp } from '../../exact/directed.ts'
import { type Rational, rational, subtract } from '../../exact/rational.ts'
import type { Basis, Run } from '../../optimize/index.ts'
import { outerBox } from '../program/outer-box.ts'
import { crossingIn, type VariableBounds } from '../program/solver-model.ts'
import { bestLinear, hasEquality } from './best-linear.ts'
import {
  type BestEnd,
  type BestPoint,
  found,
  gapTo,
  isNoWorse,
  minimisedBelow,
  type PointTask,
  turnedCosts,
} from './best-point.ts'
import { brokenBy } from './certify.ts'
import { decimalPoint } from './decimal-point.ts'
import { provedBound } from './proved-bound.ts'
import { within } from './rounding.ts'
import { claimWith, solveWith } from './solve-with.ts'

/** Relaxations at most, and the share of the time limit that they get. */
const MOST_NODES = 3000
const SHARE = 1 / 4
/** How near a whole number a relaxed value must be to count as whole. */
const WHOLE = 1e-6

export async function bestWhole(task: PointTask): Promise<BestEnd> {
  if (crossingIn(task.model, task.sides) !== null) return { status: 'infeasible', proved: true }
  const outcome = await solveWith(task.solver, task.model, task.sides, { ...task.options, explain: false })
  if (outcome.status === 'unbounded') return { status: 'unbounded' }
  const search = new Search(task)
  const x = outcome.status === 'optimal' ? outcome.x : outcome.status === 'stopped' ? outcome.best?.x : undefined
  if (x !== undefined) await search.polish(x)
  if (task.anchor !== null) search.offer(found(task.model.program, task.anchor, 'floor'))
  if (outcome.status === 'stopped' && outcome.why !== 'numerical' && search.best === null) return outcome
  await search.run()
  if (search.best !== null) return search.best
  return search.isComplete ? { status: 'infeasible', proved: true } : { status: 'infeasible', proved: false }
}

interface Node {
  readonly bounds: VariableBounds
  /** What is proved of it already, for the minimised objective without its constant. */
  readonly bound: number
  readonly start: Basis | null
}

class Search {
  readonly #task: PointTask
  readonly #costs: Float64Array
  readonly #whole: readonly number[]
  /** The objective of a whole point is a multiple of this; 0 when nothing is known. */
  readonly #step: number
  #best: BestPoint | null = null
  #open: Node[] = []
  /** The least bound of what was given up. */
  #left = Number.POSITIVE_INFINITY

  constructor(task: PointTask) {
    const { program } = task.model
    this.#task = task
    this.#costs = turnedCosts(program)
    this.#whole = program.variables.flatMap((_, j) => (program.integer[j] === 1 ? [j] : []))
    const steps = program.variables.every((_, j) => program.integer[j] === 1 || program.cost.near[j] === 0)
    this.#step = steps && program.variables.every((_, j) => program.cost.at(j).den === 1n) ? 1 : 0
    this.#open = [
      { bounds: { lower: program.lower, upper: program.upper }, bound: Number.NEGATIVE_INFINITY, start: null },
    ]
  }

  get best(): BestPoint | null {
    if (this.#best === null) return null
    const { program } = this.#task.model
    const bound = this.#open.reduce((least, node) => Math.min(least, node.bound), this.#left)
    const gap = bound === Number.POSITIVE_INFINITY ? this.#slack() : gapTo(program, this.#best.objective, bound)
    return { ...this.#best, gap: Math.max(gap, this.#slack()), prices: null, basis: null }
  }

  get isComplete(): boolean {
    return this.#open.length === 0 && this.#left === Number.POSITIVE_INFINITY
  }

  /** A node is shut out when nothing in it is better than the best by more than this. */
  #slack(): number {
    return this.#best === null || this.#step > 0 ? 0 : 1e-10 * Math.max(1, Math.abs(toNumberDown(this.#best.objective)))
  }

  offer(point: BestPoint): void {
    const { program } = this.#task.model
    if (this.#best === null || !isNoWorse(program, this.#best.objective, point.objective)) this.#best = point
  }

  async run(): Promise<void> {
    const { options } = this.#task
    const end = performance.now() + (options.timeLimit ?? 60) * 1000 * SHARE
    for (let nodes = 0; this.#open.length > 0; nodes++) {
      if (nodes >= MOST_NODES || performance.now() > end || options.shouldStop?.()) return
      await this.#visit(this.#open.pop() as Node)
    }
  }

  async #visit(node: Node): Promise<void> {
    if (this.#isShut(node.bound)) return
    const { solver, model, sides, options } = this.#task
    const run = await claimWith(solver, model, sides, { ...options, start: node.start ?? undefined }, node.bounds)
    if (run.status === 'infeasible' && this.#proves(node, run)) return
    const bound = Math.max(node.bound, await this.#boundOf(node, run))
    if (this.#isShut(bound)) return
    const next = { bounds: node.bounds, bound, start: run.basis }
    const x = run.status === 'optimal' ? run.x : null
    const split = this.#splitAt(next, x)
    if (x !== null && (split === null || this.#isWhole(x))) await this.polish(x)
    if (this.#isShut(bound)) return
    if (split === null) await this.#settle(next)
    else this.#open.push(...split)
  }

  /** What a claim proves of the node: by its prices, or where they prove nothing by the exact vertex. */
  async #boundOf(node: Node, run: Run): Promise<number> {
    if (run.status !== 'optimal' || run.duals === null) return Number.NEGATIVE_INFINITY
    const cheap = this.#boundBy(node, this.#costs, run.duals)
    if (cheap > Number.NEGATIVE_INFINITY) return cheap
    const end = await bestLinear({ ...this.#task, anchor: null, start: run.basis }, node.bounds)
    if (end.status !== 'found') return Number.NEGATIVE_INFINITY
    return minimisedBelow(this.#task.model.program, end.objective) - end.gap
  }

  /** Nothing below this bound is better than the best point. */
  #isShut(bound: number): boolean {
    if (this.#best === null) return false
    const gap = gapTo(this.#task.model.program, this.#best.objective, bound)
    return this.#step > 0 ? gap < this.#step * (1 - 1e-6) : gap <= this.#slack()
  }

  #proves(node: Node, { dualRay }: Run): boolean {
    if (dualRay === null) return false
    const nothing = new Float64Array(this.#costs.length)
    return [dualRay, dualRay.map((value) => -value)].some((ray) => this.#boundBy(node, nothing, ray) > 0)
  }

  #boundBy({ bounds }: Node, costs: Float64Array, prices: Float64Array): number {
    const { model, sides } = this.#task
    return provedBound(model.program, costs, sides, outerBox(model.program, sides, bounds), prices)
  }

  #isWhole(x: Float64Array): boolean {
    return this.#whole.every((j) => Math.abs(x[j] - Math.round(x[j])) <= WHOLE)
  }

  /** Two or three parts of the node, the most promising last; null when every whole variable is fixed. */
  #splitAt(node: Node, x: Float64Array | null): Node[] | null {
    const { lower, upper } = node.bounds
    let [at, most] = [-1, -1]
    for (const j of this.#whole) {
      if (lower[j] !== null && upper[j] !== null && subtract(upper[j] as Rational, lower[j] as Rational).num === 0n)
        continue
      const away = x === null ? 0 : Math.abs(x[j] - Math.round(x[j]))
      if (away > most) [at, most] = [j, away]
    }
    if (at < 0) return null
    const value = x === null ? middleOf(lower[at], upper[at]) : x[at]
    const down = BigInt(Math.floor(value))
    const part = (low: bigint | null, high: bigint | null): Node => ({
      ...node,
      bounds: { lower: withBound(lower, at, low, 'lower'), upper: withBound(upper, at, high, 'upper') },
    })
    if (most > WHOLE || x === null) {
      const parts = [part(null, down), part(down + 1n, null)]
      return (value - Math.floor(value) > 0.5 ? parts : parts.reverse()).filter(isNotEmpty)
    }
    const whole = BigInt(Math.round(value))
    return [part(null, whole - 1n), part(whole + 1n, null), part(whole, whole)].filter(isNotEmpty)
  }

  /** A node with every whole variable fixed is a linear program: solved exactly, or its bound is left standing. */
  async #settle(node: Node): Promise<void> {
    const end = await bestLinear({ ...this.#task, anchor: null, start: node.start }, node.bounds)
    if (end.status === 'found') {
      this.offer(end)
      if (this.#isShut(node.bound) || end.gap <= this.#slack()) return
    } else if (end.status === 'infeasible' && end.proved) return
    this.#left = Math.min(this.#left, node.bound)
  }

  /** The whole values of x with the best of the others, offered. */
  async polish(x: Float64Array): Promise<void> {
    const { model, sides } = this.#task
    const { program } = model
    const values = new Map(this.#whole.map((j) => [j, within(program, j, rational(BigInt(Math.round(x[j]))))]))
    if ([...values.values()].some(({ den }) => den !== 1n)) return
    if (values.size === program.variables.length) {
      const point = program.variables.map((_, j) => values.get(j) as Rational)
      if (brokenBy(program, sides, point, 1).length === 0) this.offer(found(program, point, 'rounded'))
      return
    }
    const fixed = (bounds: VariableBounds['lower']) => bounds.map((bound, j) => values.get(j) ?? bound)
    const bounds = { lower: fixed(program.lower), upper: fixed(program.upper) }
    const end = await bestLinear({ ...this.#task, anchor: null, start: null }, bounds)
    const decimals = hasEquality(sides) ? null : decimalPoint({ ...this.#task, program }, x)
    const short = decimals?.route ? found(program, decimals.point, decimals.route) : null
    if (end.status !== 'found') {
      if (short !== null) this.offer(short)
      return
    }
    // Decimals that lose next to nothing are easier to read than fractions.
    const loses = short === null ? 1 / 0 : toNumberUp(absolute(subtract(short.objective, end.objective)))
    this.offer(short !== null && loses <= this.#slackOf(end) ? short : end)
  }

  #slackOf({ objective }: BestPoint): number {
    return 1e-10 * Math.max(1, Math.abs(toNumberDown(objective)))
  }
}

function absolute({ num, den }: Rational): Rational {
  return num < 0n ? { num: -num, den } : { num, den }
}

function isNotEmpty({ bounds }: Node): boolean {
  return bounds.lower.every((low, j) => {
    const high = bounds.upper[j]
    return low === null || high === null || low.num * high.den <= high.num * low.den
  })
}

function middleOf(lower: VariableBounds['lower'][number], upper: VariableBounds['lower'][number]): number {
  if (lower !== null && upper !== null) return (toNumberDown(lower) + toNumberDown(upper)) / 2
  return lower !== null ? toNumberDown(lower) : upper !== null ? toNumberDown(upper) : 0
}

/** The bounds with one of them moved inwards; null leaves it as it is. */
function withBound(bounds: VariableBounds['lower'], at: number, value: bigint | null, end: 'lower' | 'upper') {
  if (value === null) return bounds
  const before = bounds[at]
  const moved = rational(value)
  const inside =
    before === null || (end === 'lower' ? moved.num * before.den >= before.num : moved.num * before.den <= before.num)
  if (!inside) return bounds
  const copy = [...bounds]
  copy[at] = moved
  return copy
}
