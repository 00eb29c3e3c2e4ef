/** A decision before any noise is drawn: what would be spent, how far sides would be tightened, what that can cost. */

import {
  type Available,
  type LossBounds,
  lossBounds,
  type NotAvailable,
  type PreparedDecision,
  type PrivateSide,
  planNoise,
  prepareDecision,
} from '../../decisions/index.ts'
import { spentBy } from '../../decisions/sides/shared-budget.ts'
import { formatRational, toNumber, toNumberUp } from '../../exact/index.ts'
import { describeCost, eventToJson, largeLossWords } from '../../privacy/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import type { DecideJob } from './job.ts'
import { describeQueries } from './model-files/declared-queries.ts'
import { type DecideTask, openDecideTask, privateProgram } from './task.ts'
import { type TradeoffPoint, tradeoffOf } from './tradeoff.ts'

export interface DecidePlan {
  readonly mechanism: string
  /** `epsilon`: what the noise is drawn for; null without noise. */
  readonly privacy: {
    readonly words: string
    readonly cost: unknown
    readonly epsilon: string | null
    /** On a loss that protects hardly anybody. */
    readonly remarks: readonly string[]
  }
  /** The largest L1 distance between the sides of neighbours, and where it comes from. */
  readonly sensitivity: { readonly value: string; readonly from: string }
  /** Noise is drawn in whole steps of this. */
  readonly step: string
  /** What is taken off every side. */
  readonly shift: string
  /** The delta that the noise truly has, rounded up; 0 without noise. */
  readonly exactDelta: number
  /** No side is tightened by more; null where the noise has no end, or there is none. */
  readonly furthest: string | null
  readonly neverViolates: boolean
  readonly sides: readonly {
    readonly name: string
    readonly side: 'upper' | 'lower'
    readonly floor: string
    readonly floorFrom: 'declared' | 'query'
    readonly loosest: string | null
  }[]
  /** The objective that the public floors allow: what needs no privacy. */
  readonly objectiveAtFloor: number
  /** Known before any data are seen. */
  readonly bounds: { readonly theorem: LossBounds['theorem']; readonly lower: Available | NotAvailable }
  /** The same at other budgets, this one among them. */
  readonly tradeoff: readonly TradeoffPoint[]
  readonly size: { readonly variables: number; readonly constraints: number }
  /** Every release that shares the budget, each with its own noise; empty where it is not shared. */
  readonly releases: readonly {
    readonly name: string | null
    readonly epsilon: string
    readonly delta: number
    readonly shift: string
    readonly furthest: string | null
  }[]
  readonly ledger: string
}

/** Reads the model and solves it at the public floors. Draws and spends nothing. */
export async function planDecide(asked: DecideJob, context: RunContext): Promise<DecidePlan> {
  const job = openDecideTask(asked)
  workingOf(context).progress.phase({ id: 'floor' })
  const { mechanism, epsilon, delta } = job
  const prepared = await prepareDecision(await privateProgram(job), { mechanism, epsilon, delta })
  const { program, plan, anchor } = prepared
  const { theorem, lower } = await lossBounds(prepared, null)
  return {
    mechanism,
    privacy: {
      words: describeCost(plan.cost),
      cost: eventToJson(plan.cost),
      remarks: largeLossWords(plan.cost),
      epsilon: mechanism === 'pure' ? null : formatRational(prepared.options.epsilon),
    },
    sensitivity: {
      value: formatRational(program.sensitivity),
      from: 'queries' in job.sensitivity ? describeQueries(job.sensitivity) : 'It is declared.',
    },
    step: formatRational(plan.grid.step),
    shift: formatRational(plan.shift),
    exactDelta: plan.noise === null || !plan.neverViolates ? 0 : toNumberUp(plan.noise.delta),
    furthest: plan.furthest === null ? null : formatRational(plan.furthest),
    neverViolates: plan.neverViolates,
    sides: program.sides.map(sideDocument),
    objectiveAtFloor: toNumber(anchor.objective),
    bounds: { theorem, lower },
    tradeoff: tradeoffOf(program, prepared.options, theorem),
    size: { variables: program.program.variables.length, constraints: program.program.rows.length },
    releases: releasesOf(job, prepared),
    ledger: job.ledgerPath,
  }
}

/** The noise of each release that shares the budget. Equal ones are shown once. */
function releasesOf({ shared, mechanism }: DecideTask, { program }: PreparedDecision): DecidePlan['releases'] {
  if (shared === null) return []
  const known = new Map<string, Omit<DecidePlan['releases'][number], 'name'>>()
  return shared.shares.map((share) => {
    const key = formatRational(share.share)
    let figures = known.get(key)
    if (figures === undefined) {
      const spent = spentBy(shared, share)
      const { shift, furthest } = planNoise(program, { mechanism, ...spent })
      figures = {
        epsilon: formatRational(spent.epsilon),
        delta: toNumberUp(spent.delta),
        shift: formatRational(shift),
        furthest: furthest === null ? null : formatRational(furthest),
      }
      known.set(key, figures)
    }
    return { name: share.name, ...figures }
  })
}

function sideDocument({ name, side, floor, floorFrom, loosest }: PrivateSide): DecidePlan['sides'][number] {
  return {
    name,
    side,
    floor: formatRational(floor),
    floorFrom,
    loosest: loosest === null ? null : formatRational(loosest),
  }
}
