/** A plan as plain data: what `tacet plan --json` prints and a manifest carries. */
import { formatRational, toNumberUp } from '../exact/index.ts'
import type { Hierarchy } from '../model/index.ts'
import type { NoiseLaw } from '../noise/index.ts'
import { asPure, asZcdp, describeCost, epsilonOf, eventToJson, totalCost } from '../privacy/index.ts'
import { type MeasurePlan, type PlannedMeasurement, shareSpent } from './measure-plan.ts'
import { tightLoss, tightWords } from './tight-loss.ts'

export interface PrivacyDocument {
  readonly unit: string
  readonly budget: {
    readonly kind: string
    readonly total: string
    readonly delta: string | null
    readonly asked?: unknown
  }
  readonly cost: unknown
  readonly words: string
  /** What is spent: for rho the epsilon at delta, rounded up; for pure, epsilon itself. */
  readonly epsilon: number
  /** The epsilon at delta by the distribution of the privacy loss, rounded up; null where it is not worked out. */
  readonly tightEpsilon: number | null
  readonly statement: readonly string[]
  readonly publishedExactly: readonly string[]
}

export interface QueryDocument {
  readonly level: string
  readonly query: string
  readonly regions: number
  readonly answers: number
  readonly share: number
  readonly sensitivity: string
  readonly noise: unknown
  readonly standardError: number
  readonly margin95: number
}

/** `tight` says whether the tight accountant is asked, which takes some tenths of a second. */
export function privacyDocument(plan: MeasurePlan, { tight = true } = {}): PrivacyDocument {
  const { budget, neighbours } = plan
  const tighter = tight ? tightLoss(plan) : undefined
  const spent = totalCost(plan.cost)
  const epsilon =
    budget.kind === 'zcdp' && budget.delta !== undefined
      ? epsilonOf(asZcdp(spent) ?? budget.total, budget.delta)
      : (asPure(spent) ?? budget.total)
  return {
    unit: neighbours.relation,
    budget: {
      kind: budget.kind,
      total: formatRational(budget.total),
      delta: budget.delta ? formatRational(budget.delta) : null,
      ...(budget.asked && {
        asked: { epsilon: formatRational(budget.asked.epsilon), accountant: budget.asked.accountant },
      }),
    },
    cost: eventToJson(plan.cost),
    words: describeCost(plan.cost, budget.delta),
    epsilon: toNumberUp(epsilon),
    tightEpsilon: tighter === undefined ? null : toNumberUp(tighter.epsilon),
    statement: [...plan.statement, ...(tighter === undefined ? [] : [tightWords(tighter)])],
    publishedExactly: plan.publishedExactly,
  }
}

export function queryDocuments(plan: MeasurePlan, hierarchy: Hierarchy): readonly QueryDocument[] {
  return plan.measurements.map((m) => ({
    level: hierarchy.levels[m.level].name,
    query: m.query.name,
    regions: hierarchy.levels[m.level].regions.length,
    answers: m.query.answers,
    share: shareSpent(plan, m),
    sensitivity: formatRational(m.sensitivity.l1),
    noise: noiseDocument(m),
    standardError: Math.sqrt(m.variance),
    margin95: m.margin,
  }))
}

export function levelDocuments(hierarchy: Hierarchy): readonly { readonly name: string; readonly nodes: number }[] {
  return hierarchy.levels.map((level) => ({ name: level.name, nodes: level.regions.length }))
}

function noiseDocument({ noise }: PlannedMeasurement): unknown {
  return noise === 'exact' ? 'exact' : lawDocument(noise)
}

function lawDocument(law: NoiseLaw): unknown {
  if (law.kind === 'discrete-gaussian') return { law: law.kind, variance: formatRational(law.variance) }
  return { law: law.kind, scale: formatRational(law.scale) }
}
