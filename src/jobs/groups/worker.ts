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
  readonly shrink: boolean
}

export interface SolvedGroups {
  readonly release: GroupRelease
  /** Why another mechanism than the one asked for solved the measurements, when one did. */
  readonly instead?: string
  /** Like the counts. */
  readonly errors: readonly Float64Array[]
}

export function solve({ measurements, plan, rounding, shrink }: SolveTask): Promise<Answer<SolvedGroups>> {
  return answer(async () => {
    const mechanism = scalable(plan.mechanism)
    const found = await solveOr(measurements, plan, mechanism, { rounding, shrink })
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
  options: Pick<SolveTask, 'rounding' | 'shrink'>,
): Promise<Omit<SolvedGroups, 'errors'>> {
  try {
    return { release: await solveRelease(measurements, plan.mechanism, options) }
  } catch (error) {
    if (!(error instanceof RequestError) || mechanism === plan.mechanism) throw error
    return { release: await solveRelease(measurements, mechanism, options), instead: error.message }
  }
}
