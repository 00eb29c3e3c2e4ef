/**
 * The trade-off on one instance, by simulation: what each mechanism loses at each budget, and how often it breaks constraints.
 *
 * It is given the true right-hand sides in the open, and its figures are computed from them: whatever comes out is as
 * confidential as they are, and callers must stamp it so. The noise is seeded and is never that of a release.
 */
import { toNumber } from '../../exact/directed.ts'
import type { Rational } from '../../exact/rational.ts'
import { seededEntropy } from '../../noise/seeded.ts'
import { confidential } from '../../privacy/confidential.ts'
import { badInput } from '../../request-error.ts'
import { type PrivateProgram, withValues } from '../sides/private-sides.ts'
import { type Mechanism, type MechanismOptions, planNoise } from '../sides/shift.ts'
import { brokenBy } from '../solve/certify.ts'
import { DEFAULT_SIGNIFICANT } from '../solve/rounding.ts'
import { solveBest } from '../solve/solve-best.ts'
import { decide, type PreparedDecision, replan } from './decide.ts'

export interface SweepOptions {
  readonly epsilons: readonly Rational[]
  readonly deltas: readonly Rational[]
  readonly mechanisms?: readonly Mechanism[] | undefined
  /** Simulations a point; 50 unless given. */
  readonly runs?: number | undefined
  readonly seed: number | string
  readonly progress?: ((done: number, all: number) => void) | undefined
  readonly shouldStop?: (() => boolean) | undefined
}

export interface SweepPoint {
  readonly mechanism: Mechanism
  readonly epsilon: Rational
  readonly delta: Rational
  readonly shift: number
  readonly runs: number
  readonly objective: Spread
  /** (objective - optimum)/|optimum|, its sign such that more is worse. */
  readonly loss: Spread
  /** The mean share of constraints that are broken at the true right-hand sides, and the share of runs that break any. */
  readonly brokenConstraints: number
  readonly brokenRuns: number
}

export interface Spread {
  readonly mean: number
  readonly least: number
  readonly quantile10: number
  readonly median: number
  readonly quantile90: number
  readonly most: number
}

export interface Sweep {
  /** The objective at the true right-hand sides: confidential. */
  readonly optimum: number
  /** The objective at the public floor. */
  readonly floor: number
  readonly points: readonly SweepPoint[]
}

const ALL: readonly Mechanism[] = ['truncated', 'published', 'pure', 'laplace']

type SweptSettings = Pick<SweepOptions, 'epsilons' | 'deltas' | 'mechanisms' | 'runs'>

/** Refuses what a sweep would refuse, before anything is drawn or charged. */
export function checkSweep(program: PrivateProgram, options: SweptSettings): void {
  for (const setting of settingsOf(options)) planNoise(program, setting)
}

function settingsOf({ mechanisms = ALL, epsilons, deltas, runs = 50 }: SweptSettings): readonly MechanismOptions[] {
  const settings = mechanisms.flatMap((mechanism) =>
    epsilons.flatMap((epsilon) => deltas.map((delta) => ({ mechanism, epsilon, delta }))),
  )
  if (settings.length === 0 || runs < 1)
    throw badInput('A sweep needs an epsilon, a delta, a mechanism and a run at least.')
  return settings
}

export async function sweep(
  prepared: PreparedDecision,
  truth: readonly Rational[],
  options: SweepOptions,
): Promise<Sweep> {
  const { runs = 50, seed } = options
  const settings = settingsOf(options)
  const optimum = await optimumAt(prepared, truth)
  const program = { ...prepared.program, truth: confidential(truth) }
  const points: SweepPoint[] = []
  for (const [k, setting] of settings.entries()) {
    const planned = replan({ ...prepared, program }, setting)
    const objectives: number[] = []
    let [broken, brokenRuns] = [0, 0]
    for (let run = 0; run < (setting.mechanism === 'pure' ? 1 : runs); run++) {
      if (options.shouldStop?.()) return { optimum, floor: toNumber(prepared.anchor.objective), points }
      const { point, objective } = await decide(planned, seededEntropy(seed, k * 2 ** 20 + run))
      objectives.push(toNumber(objective))
      const count = brokenBy(program.program, withValues(program, truth), point).length
      broken += count / program.sides.length
      if (count > 0) brokenRuns++
    }
    points.push({
      ...setting,
      shift: toNumber(planned.plan.shift),
      ...figures(prepared, optimum, objectives, broken, brokenRuns),
    })
    options.progress?.(k + 1, settings.length)
  }
  return { optimum, floor: toNumber(prepared.anchor.objective), points }
}

/** The objective at given sides, exactly feasible for them. */
export async function optimumAt(
  { program, model, solver, anchor, options }: PreparedDecision,
  values: readonly Rational[],
): Promise<number> {
  const sides = withValues(program, values)
  const digits = options.digits ?? { significant: DEFAULT_SIGNIFICANT }
  const task = { solver, model, sides, digits, options: options.solve ?? {}, anchor: anchor.point, start: anchor.basis }
  const end = await solveBest(task)
  if (end.status !== 'found') throw badInput('The program could not be solved at its true right-hand sides.')
  return toNumber(end.objective)
}

function figures(
  prepared: PreparedDecision,
  optimum: number,
  objectives: number[],
  broken: number,
  brokenRuns: number,
) {
  const { program } = prepared.program
  const turn = program.sense === 'minimise' ? 1 : -1
  const constant = toNumber(program.constant)
  const base = Math.abs(optimum - constant) || 1
  const runs = objectives.length
  return {
    runs,
    objective: spreadOf(objectives),
    loss: spreadOf(objectives.map((objective) => (turn * (objective - optimum)) / base)),
    brokenConstraints: broken / runs,
    brokenRuns: brokenRuns / runs,
  }
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return {
    mean: values.reduce((total, value) => total + value / values.length, 0),
    least: sorted[0],
    quantile10: at(0.1),
    median: at(0.5),
    quantile90: at(0.9),
    most: sorted[sorted.length - 1],
  }
}
