/** A decision before any noise is drawn: what would be spent, how far sides would be tightened, what that can cost. */
import {
  type Available,
  type LossBounds,
  lossBounds,
  type NotAvailable,
  type PrivateSide,
  prepareDecision,
} from '../../decisions/index.ts'
import { formatRational, toNumber, toNumberUp } from '../../exact/index.ts'
import { describeCost, eventToJson } from '../../privacy/index.ts'
import { type DecideJob, privateProgram } from './decide-job.ts'
import { describeQueries } from './declared-queries.ts'

export interface DecidePlan {
  readonly mechanism: string
  readonly privacy: { readonly words: string; readonly cost: unknown }
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
    readonly floorFrom: 'declared' | 'query' | 'model'
    readonly loosest: string | null
  }[]
  /** The objective that the public floors allow: what needs no privacy. */
  readonly objectiveAtFloor: number
  /** Known before any data are seen. */
  readonly bounds: { readonly theorem: LossBounds['theorem']; readonly lower: Available | NotAvailable }
  readonly size: { readonly variables: number; readonly constraints: number }
  readonly ledger: string
}

/** Reads the model and solves it at the public floors. Draws and spends nothing. */
export async function planDecide(job: DecideJob): Promise<DecidePlan> {
  const { mechanism, epsilon, delta } = job
  const prepared = await prepareDecision(await privateProgram(job), { mechanism, epsilon, delta })
  const { program, plan, anchor } = prepared
  const { theorem, lower } = await lossBounds(prepared, null)
  return {
    mechanism,
    privacy: { words: describeCost(plan.cost), cost: eventToJson(plan.cost) },
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
    size: { variables: program.program.variables.length, constraints: program.program.rows.length },
    ledger: job.ledgerPath,
  }
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
