/** What the manifest of a decision says: the guarantee, the certificate, and what privacy can have cost. */
import { basename } from 'node:path'
import {
  brokenBy,
  type Decision,
  type LossBounds,
  OPTIMAL_WITHIN,
  type PreparedDecision,
  withValues,
} from '../../decisions/index.ts'
import { describeShare } from '../../decisions/sides/shared-budget.ts'
import { formatRational, type Rational } from '../../exact/index.ts'
import { describeCost, eventToJson, groupPrivacyWords, type LedgerHead } from '../../privacy/index.ts'
import { type ManifestDraft, type Stamp, sha256Text } from '../../release/index.ts'
import { describeQueries } from './model-files/declared-queries.ts'
import type { DecideTask } from './task.ts'

export interface DecideFound {
  readonly job: DecideTask
  readonly prepared: PreparedDecision
  readonly decision: Decision
  readonly bounds: LossBounds
  readonly stamp: Stamp | null
  /** The constraints that the point breaks; null where nobody looked. */
  readonly violations: number | null
  readonly seeded: boolean
}

export type DecideDraft = Omit<ManifestDraft, 'runId'> & {
  readonly privacy: { readonly statement: readonly string[] }
  readonly checks: { readonly violations: number | null }
}

export function decideManifest(
  found: DecideFound,
  measurementsSha256: string,
  ledgerHead: LedgerHead | null,
): DecideDraft {
  const { job, prepared, decision, bounds, stamp, violations, seeded } = found
  const { program, plan, anchor } = prepared
  const { route, solvedAgain, rows, variables, digits } = decision.certificate
  return {
    command: 'decide',
    title: job.title,
    stamp,
    spec: { text: job.request, sha256: sha256Text(job.request) },
    privacy: {
      unit: `L1 sensitivity ${formatRational(program.sensitivity)}`,
      mechanism: plan.mechanism,
      cost: eventToJson(plan.cost),
      words: describeCost(plan.cost),
      statement: decisionStatement(job, prepared),
      publishedExactly: [
        'the model without its private right-hand sides',
        ...program.sides.map((side) => `floor of ${side.name}`),
      ],
      ledger: seeded ? null : basename(job.ledgerPath),
      ledgerHead,
    },
    checks: { violations, route, certificate: { route, solvedAgain, rows, variables, digits }, measurementsSha256 },
    result: {
      status: decision.status,
      gap: decision.gap,
      optimalWithin: OPTIMAL_WITHIN,
      ...(job.shared?.chosen?.name == null ? {} : { release: job.shared.chosen.name }),
      note: noteOf(decision),
      objective: formatRational(decision.objective),
      objectiveAtFloor: formatRational(anchor.objective),
      shift: formatRational(plan.shift),
      bounds,
    },
  }
}

/**
 * How many constraints the point breaks. The measured sides are never looser than the true ones, so it is checked against them;
 * those of the baseline can be looser, and only the true sides would tell, which are looked at with `--evaluate` alone.
 */
export function violationsOf(
  { program, plan }: PreparedDecision,
  { measured, point }: Decision,
  truth: readonly Rational[] | undefined,
): number | null {
  const values = truth ?? (plan.neverViolates ? measured.values : undefined)
  return values === undefined ? null : brokenBy(program.program, withValues(program, values), point).length
}

/** What must be said of a decision besides its figures, or null. */
export function noteOf({ status, gap }: Pick<Decision, 'status' | 'gap'>): string | null {
  if (status === 'optimal') return null
  const better =
    gap.absolute === null
      ? 'how much better the best one is was not proved'
      : `the best one is better by at most ${Number(gap.absolute.toPrecision(3))}`
  if (status === 'feasible') {
    return `This solution satisfies every constraint, and it is not proved to be the best at the measured right-hand sides: ${better}.`
  }
  return (
    'Nothing better than the public floors was found: the solver had no usable answer for the measured right-hand sides, so the ' +
    `solution is the best that the floors allow; at the measured sides ${better}. The privacy loss is spent all the same.`
  )
}

const FLOOR_FROM = { declared: 'declared', query: 'from its query' } as const

/** Whose loss is stated: with a declared sensitivity that of a person. */
function protectedBy(sensitivity: DecideTask['sensitivity']): 'person' | 'record' {
  return 'queries' in sensitivity && sensitivity.recordsPerPerson === undefined ? 'record' : 'person'
}

function decisionStatement(job: DecideTask, { program, plan }: PreparedDecision): readonly string[] {
  const lines = [
    plan.neverViolates
      ? 'The solution, exact where a column `exact` says more than its readable value, satisfies every constraint with its true right-hand side, in exact arithmetic: it was checked against right-hand sides that are never looser than the true ones.'
      : 'This is the baseline that can break constraints. It is here to be compared with and must not be used.',
    `Two data sets are neighbours when their private right-hand sides differ by at most ${formatRational(program.sensitivity)} in all (${describeCost(plan.cost)}).`,
    ...('queries' in job.sensitivity ? [describeQueries(job.sensitivity)] : []),
    ...(job.shared === null ? [] : [describeShare(job.shared)]),
    `Private: ${program.sides.map((side) => side.name).join(', ')}. Everything else in the model is public, and so are the floors: ` +
      `${program.sides.map((side) => `${side.name} ${formatRational(side.floor)} (${FLOOR_FROM[side.floorFrom]})`).join(', ')}.`,
  ]
  if (job.mechanism !== 'pure') lines.push(groupPrivacyWords('approximate', protectedBy(job.sensitivity)))
  else
    lines.push(
      'The floor itself is published: it tells nothing, and no epsilon-private mechanism that never breaks a constraint does better.',
    )
  return lines
}
