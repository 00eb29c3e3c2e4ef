/** The solve with the standard error of every count, as a function that a worker thread exports. */
import {
  type GroupMeasurements,
  type GroupPlan,
  type GroupRelease,
  type MechanismName,
  scalable,
  solveRelease,
  standardErrors,
} from '../../groups/index.ts'
import { seededEntropy } from '../../noise/index.ts'
import { RequestError } from '../../request-error.ts'
import { type Answer, answer } from '../../run/thread-answer.ts'

export interface SolveTask {
  readonly measurements: GroupMeasurements
  readonly plan: GroupPlan
  readonly rounding: 'counts' | 'cumulative'
}

export interface SolvedGroups {
  readonly release: GroupRelease
  /** Why another mechanism than the one asked for solved the measurements, when one did. */
  readonly instead?: string
  /** Like the counts. */
  readonly errors: readonly Float64Array[]
}

export function solve({ measurements, plan, rounding }: SolveTask): Promise<Answer<SolvedGroups>> {
  return answer(async () => {
    const mechanism = scalable(plan.mechanism)
    const found = await solveOr(measurements, plan, mechanism, rounding)
    // Simulated from public values: a seed makes it repeatable and gives nothing away.
    const entropy = seededEntropy('standard errors')
    return {
      ...found,
      errors: await standardErrors({ ...plan, mechanism }, measurements, found.release.layers, entropy),
    }
  })
}

/** The budget is spent: a baseline that cannot solve what was drawn gives way to one that can. */
async function solveOr(
  measurements: GroupMeasurements,
  plan: GroupPlan,
  mechanism: MechanismName,
  rounding: SolveTask['rounding'],
): Promise<Omit<SolvedGroups, 'errors'>> {
  try {
    return { release: await solveRelease(measurements, plan.mechanism, { rounding }) }
  } catch (error) {
    if (!(error instanceof RequestError) || mechanism === plan.mechanism) throw error
    return { release: await solveRelease(measurements, mechanism, { rounding }), instead: error.message }
  }
}
