/**
 * The default method: a fast start, then local search for as long as the caller allows. Stoppable at any time, seeded,
 * resumable from any partition, and never worse than its start: the best partition met is kept.
 *
 * Descent first, so that an early stop finds something good; then annealing, cooled by the share of the time used
 * (Kirkpatrick, Gelatt, Vecchi, Science 220 (1983), 671-680); then unions of neighbouring classes re-solved exactly.
 */

import { splitLarge } from '../partition/split-large.ts'
import { startClasses } from '../partition/start-classes.ts'
import { listsOf, renumber } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import type { Points } from '../points/points.ts'
import { type Classes, SUPPRESSED } from '../problem/problem.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'
import { roomFor, Search } from './local-search.ts'

export interface AnytimeOptions {
  /** The share of the time used after so many steps; at 1 the search ends. A function of `steps` alone repeats exactly. */
  readonly progress: (steps: number) => number
  readonly shouldStop?: () => boolean
  /** Called with the loss whenever a better partition is kept; `classes` copies it. */
  readonly onImprovement?: (loss: number, classes: () => Classes) => void
  readonly seed?: number | string
  readonly rule?: ClassRule | undefined
  /** A partition to go on from; made by Greedy Search unless given. */
  readonly start?: Classes
  /** Records in the paper's order: without `start` the result is never worse than its Greedy Search, where that ends in time. */
  readonly order?: Int32Array | undefined
}

export interface AnytimeResult {
  readonly classOf: Classes
  readonly loss: number
  readonly steps: number
}

/** Steps between two looks at the clock. */
const BATCH = 512
/** Temperatures in units of the mean loss of a class that loses something. */
const HOT = 0.25
const COLD = 0.015
/** Steps a record in such a class that full heat takes. */
const STEPS_FOR_HEAT = 120
/** From a given partition the search goes on near it. */
const WARM = 0.08
/** Places for members in memory. Rules so strict that a class takes most of a large file leave nothing to search. */
const MOST_ROOM = 2 ** 28
/** The share of the time after which no second construction is begun or carried on. */
const START = 0.25
/** Shares of the time: descent before this, exact re-solving after that. */
const DESCENT = 0.05
const RESOLVE = 0.95

export function anytimeClasses(points: Points, k: number, options: AnytimeOptions): AnytimeResult {
  const { rule } = options
  const shouldStop = (): boolean => options.shouldStop?.() === true
  const isLate = (): boolean => options.progress(0) > START || shouldStop()
  const start = options.start ?? startClasses(points, k, { rule, order: options.order, shouldStop, isLate })
  const lists = listsOf(renumber(start))
  if (roomFor(k, lists, rule) * (points.n / k) > MOST_ROOM && rule !== undefined) {
    return { classOf: renumber(start), loss: lossOf(points, start), steps: 0 }
  }
  const search = new Search(points, k, rule === undefined ? splitLarge(points, k, lists) : lists, options)
  const best = new Best(points, start, search)
  best.keep(options)
  const hot = options.start === undefined ? HOT : WARM
  let steps = 0
  for (let f = options.progress(0); f < 1 && search.canMove(); f = options.progress(steps)) {
    if (options.shouldStop?.()) break
    if (f >= RESOLVE && search.canResolve()) search.resolve()
    else {
      const temperature = f < DESCENT ? 0 : best.unit * cooled(best.affordable(hot, steps / f), f)
      for (let t = 0; t < BATCH; t++) search.step(temperature)
    }
    steps += BATCH
    best.keep(options)
  }
  return { classOf: renumber(best.classOf), loss: lossOf(points, best.classOf), steps }
}

function cooled(hot: number, f: number): number {
  return hot * (COLD / hot) ** ((f - DESCENT) / (RESOLVE - DESCENT))
}

/** The best partition met. Records that the start suppresses stay suppressed. */
class Best {
  classOf: Classes
  /** The mean loss of a class that loses something, at the start. */
  readonly unit: number
  #loss: number
  /** Records in such classes, about. */
  readonly #records: number
  readonly #search: Search

  constructor(points: Points, start: Classes, search: Search) {
    this.#search = search
    const { partition } = search
    this.#loss = lossOf(points, start) - start.filter((c) => c === SUPPRESSED).length * points.suppressionLoss
    this.classOf = start
    this.#records = 1 + partition.lossyCount * partition.k
    this.unit = partition.lossyCount === 0 ? 0 : partition.loss / partition.lossyCount
  }

  /** The temperature to start from when there is time for so many steps: with few, heat would never be made good. */
  affordable(hot: number, steps: number): number {
    return Math.max(COLD, hot * Math.min(1, steps / (STEPS_FOR_HEAT * this.#records)))
  }

  keep({ onImprovement }: AnytimeOptions): void {
    const { partition } = this.#search
    if (partition.loss >= this.#loss - 1e-9 * (1 + this.#loss)) return
    this.#loss = partition.loss
    this.classOf = partition.classes()
    onImprovement?.(this.#loss, () => renumber(this.classOf))
  }
}

/** A share of time by a clock that tells seconds. */
export function timeLimit(seconds: number, now: () => number): (steps: number) => number {
  const began = now()
  return () => (now() - began) / seconds
}

/** A share of a number of steps: the same seed gives the same partition everywhere. */
export function stepLimit(most: number): (steps: number) => number {
  return (steps) => (most === 0 ? 1 : steps / most)
}
