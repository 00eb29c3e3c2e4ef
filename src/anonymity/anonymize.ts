/**
 * One call from a problem to a judged result: set aside what needs no search, run the method, meet the rules, suppress
 * what is dearer published, join what publishes the same, bound the loss from below.
 */
import { badInput } from '../request-error.ts'
import { lowerBound } from './bound/lower-bound.ts'
import type { LevelCost } from './lattice/level-costs.ts'
import {
  CLASS_METHODS,
  type ClassMethod,
  type MethodOptions,
  type MethodResult,
  runMethod,
} from './methods/class-methods.ts'
import { enforceRule } from './methods/enforce-rule.ts'
import { type Freeform, type FreeformMethod, freeform } from './methods/freeform.ts'
import { solveFullDomain } from './methods/full-domain.ts'
import { classesFromLists, listsOf, renumber } from './points/class-lists.ts'
import { type LossFigures, lossFigures, lossOf } from './points/class-loss.ts'
import { type Points, pointsOf, subset } from './points/points.ts'
import { type AnonymityProblem, type Classes, checkProblem, SUPPRESSED, weightOf } from './problem/problem.ts'
import { varianceOrder } from './problem/record-order.ts'
import { type ClassRule, compileRules, type SensitiveRule } from './problem/sensitive-rules.ts'
import { mergeEqual } from './publish/merge-equal.ts'
import { lonelyRecords, setAside } from './suppression/set-aside.ts'
import { suppressOutliers } from './suppression/suppress-outliers.ts'
import { mayStand } from './suppression/suppressed-class.ts'

export type Method = ClassMethod | FreeformMethod | 'full-domain'

export const METHODS: readonly Method[] = [
  ...CLASS_METHODS,
  'doka-greedy',
  'doka-sortgreedy',
  'doka-hungarian',
  'full-domain',
]

export interface AnonymizeOptions extends MethodOptions {
  /** `anytime` unless given. */
  readonly method?: Method
  readonly rules?: readonly SensitiveRule[]
  /** Records that may be suppressed; 0 unless given. Fewer than k never are, so a limit below k suppresses nobody. */
  readonly mostSuppressed?: number
  /** Leave records alone that k equal records already hide. */
  readonly keepAnonymous?: boolean
  /** What full-domain recoding makes least; `loss` unless given. */
  readonly levelCost?: LevelCost | undefined
  /** Whether to compute the lower bound; true unless given. */
  readonly bound?: boolean
  /** Partial classes that the lower bound looks into; by size unless given. */
  readonly boundNodes?: number
}

export interface ClassesResult {
  readonly kind: 'classes'
  readonly method: Method
  readonly classOf: Classes
  readonly figures: LossFigures
  /** No k-anonymous partition of these records loses less; 0 when it was not asked for. */
  readonly lowerBound: number
  readonly optimal: boolean
  readonly levels?: ChosenLevels
}

/** The levels of full-domain recoding. */
export interface ChosenLevels {
  /** By attribute, 0 for the values themselves. */
  readonly of: readonly number[]
  readonly cost: LevelCost
  /** The cost: of `loss`, as published with whole tree nodes. */
  readonly value: number
  /** No other levels cost less. */
  readonly proved: boolean
}

/** Weaker than k-anonymity: no classes, and no bound. */
export type FreeformResult = Freeform & { readonly method: FreeformMethod }

export async function anonymize(
  problem: AnonymityProblem,
  options: AnonymizeOptions = {},
): Promise<ClassesResult | FreeformResult> {
  checkProblem(problem)
  const { method = 'anytime', rules = [], mostSuppressed = 0 } = options
  const points = pointsOf(problem)
  const rule = compileRules(rules, problem.records)
  if (isFreeform(method)) {
    if (rule !== undefined || mostSuppressed > 0) throw badInput(`${method} takes neither rules nor suppression.`)
    return { ...freeform(points, problem.k, method, varianceOrder(problem)), method }
  }
  if (method === 'full-domain') {
    const { levelCost: cost = 'loss', shouldStop } = options
    const found = solveFullDomain(problem, { mostSuppressed, rule, cost, shouldStop })
    // What is known is the least of all levels; a bound on all other classes would tell nothing of them.
    const result = { classOf: found.classOf, optimal: false, lowerBound: 0 }
    const judged = await judge(problem, points, method, result, { ...options, bound: false })
    const { levels, proved } = found
    return { ...judged, levels: { of: levels, cost, value: found.cost, proved } }
  }
  const found = await runOnAll(problem, points, method, rule, options)
  return judge(problem, points, method, found, options)
}

/** Runs several methods and keeps the classes that lose least. */
export async function race(
  problem: AnonymityProblem,
  methods: readonly (ClassMethod | 'full-domain')[],
  options: AnonymizeOptions = {},
): Promise<{ readonly best: ClassesResult; readonly all: readonly ClassesResult[] }> {
  const all: ClassesResult[] = []
  for (const method of methods) {
    const result = await anonymize(problem, { ...options, method, bound: false })
    if (result.kind === 'classes') all.push(result)
  }
  const best = all.reduce((a, b) => (b.figures.loss < a.figures.loss ? b : a))
  return { best: await judge(problem, pointsOf(problem), best.method, { ...best }, options), all }
}

function isFreeform(method: Method): method is FreeformMethod {
  return method.startsWith('doka-')
}

async function judge(
  problem: AnonymityProblem,
  points: Points,
  method: Method,
  { classOf, optimal, lowerBound: proved }: MethodResult,
  { bound = true, boundNodes, mostSuppressed = 0, shouldStop, solver }: AnonymizeOptions,
): Promise<ClassesResult> {
  const merged = method === 'full-domain' ? renumber(classOf) : mergeEqual(points, classOf)
  const figures = lossFigures(points, merged, problem.attributes.map(weightOf))
  const options = {
    known: classOf,
    suppression: mostSuppressed >= problem.k,
    ...(shouldStop && { shouldStop }),
    ...(boundNodes !== undefined && { mostNodes: boundNodes }),
    ...(solver && { solver }),
  }
  const lower = bound && !optimal ? Math.max(proved, await lowerBound(points, problem.k, options)) : proved
  return { kind: 'classes', method, classOf: merged, figures, optimal, lowerBound: Math.min(lower, figures.loss) }
}

async function runOnAll(
  problem: AnonymityProblem,
  points: Points,
  method: ClassMethod,
  rule: ClassRule | undefined,
  options: AnonymizeOptions,
): Promise<MethodResult> {
  const { mostSuppressed = 0, keepAnonymous = false } = options
  const { k } = problem
  const order = varianceOrder(problem)
  const everybody = keepAnonymous ? setAside(points, k, rule) : { untouched: [], rest: order }
  const run = (records: Int32Array): Promise<MethodResult> =>
    runOnSome(points, k, method, rule, keepOrder(order, records), everybody.untouched, options)
  const whole = await run(everybody.rest)
  // Fewer than k suppressed records would not be a class.
  if (mostSuppressed < k) return { ...whole, optimal: whole.optimal && !keepAnonymous }
  const candidates = [whole.classOf, suppressOutliers(points, k, whole.classOf, mostSuppressed, rule)]
  const lonely = new Set(lonelyRecords(points, k, mostSuppressed, options.shouldStop))
  const kept = everybody.rest.filter((record) => !lonely.has(record))
  const published = [...everybody.untouched.flatMap((list) => [...list]), ...kept]
  if (lonely.size > 0 && kept.length >= k && mayStand(published, k, rule)) {
    const { classOf } = await run(kept)
    candidates.push(suppressOutliers(points, k, classOf, mostSuppressed - (everybody.rest.length - kept.length), rule))
  }
  const classOf = candidates
    .filter((one) => one !== undefined)
    .reduce((a, b) => (lossOf(points, b) < lossOf(points, a) ? b : a))
  return { classOf, optimal: false, lowerBound: 0 }
}

function keepOrder(order: Int32Array, records: Int32Array): Int32Array {
  const wanted = new Uint8Array(order.length)
  for (const record of records) wanted[record] = 1
  return order.filter((record) => wanted[record] === 1)
}

/** The method on the given records, in the paper's order; the others untouched or suppressed. */
async function runOnSome(
  points: Points,
  k: number,
  method: ClassMethod,
  rule: ClassRule | undefined,
  order: Int32Array,
  untouched: readonly Int32Array[],
  options: AnonymizeOptions,
): Promise<MethodResult> {
  const records = order.slice().sort()
  const lists: ArrayLike<number>[] = [...untouched]
  let result: MethodResult = { classOf: new Int32Array(0), optimal: true, lowerBound: 0 }
  if (records.length > 0) {
    const place = new Int32Array(points.n)
    records.forEach((record, t) => {
      place[record] = t
    })
    const task = { ...options, points: subset(points, records), k, order: order.map((record) => place[record]) }
    const start = options.start && records.map((record) => options.start![record])
    const usable = start !== undefined && !start.includes(SUPPRESSED)
    const { start: _, ...plain } = task
    result = await runMethod(method, {
      ...plain,
      rule: rule && translated(rule, records),
      ...(usable && { start: renumber(start) }),
    })
    lists.push(...listsOf(result.classOf).map((list) => list.map((t) => records[t])))
  }
  const good = rule === undefined ? lists : enforceRule(points, lists, rule)
  return { ...result, classOf: classesFromLists(points.n, good) }
}

/** A rule on all records as a rule on some of them. */
function translated(rule: ClassRule, records: Int32Array): ClassRule {
  let scratch = new Int32Array(64)
  return {
    admits: (members, from, to) => {
      if (to - from > scratch.length) scratch = new Int32Array(2 * (to - from))
      for (let t = from; t < to; t++) scratch[t - from] = records[members[t]]
      return rule.admits(scratch, 0, to - from)
    },
  }
}
