/**
 * What a plan's measurements cost by the law of the privacy loss itself, beside zCDP. Only where a step between neighbours moves no
 * answer by more than one: of people with several records, which answers move together is not one worst case.
 */
import { formatRational, type Rational } from '../exact/index.ts'
import { readableLoss, tightEpsilon, upward } from '../privacy/index.ts'
import type { MeasurePlan } from './measure-plan.ts'
import { movedAnswers } from './total-budget.ts'

export interface TightLoss {
  readonly epsilon: Rational
  readonly words: string
}

const known = new WeakMap<MeasurePlan, TightLoss | null>()

/** Undefined for pure epsilon, and where it is not worked out. */
export function tightLoss(plan: MeasurePlan): TightLoss | undefined {
  const before = known.get(plan)
  if (before !== undefined) return before ?? undefined
  const found = lossOf(plan)
  known.set(plan, found ?? null)
  return found
}

function lossOf({ budget: { kind, delta }, measurements }: MeasurePlan): TightLoss | undefined {
  if (kind !== 'zcdp' || delta === undefined) return undefined
  const moved = movedAnswers(measurements)
  const epsilon = moved && tightEpsilon(moved, delta)
  if (epsilon === undefined) return undefined
  return { epsilon, words: `epsilon ${upward(epsilon)} at delta ${formatRational(delta)}` }
}

/** The sentence for a statement. */
export function tightWords({ words }: TightLoss): string {
  return `By the distribution of the privacy loss itself, which is tighter than zCDP, it costs ${words}.`
}

/** The same as the note of a figure in a report, from what the manifest states. */
export function tightNote({ tightEpsilon, budget }: TightlyStated): { readonly note?: string } {
  if (tightEpsilon === null) return {}
  return { note: readableLoss(`epsilon ${tightEpsilon} at delta ${budget.delta} by the tight accountant`) }
}

interface TightlyStated {
  readonly tightEpsilon: number | null
  readonly budget: { readonly delta: string | null }
}
