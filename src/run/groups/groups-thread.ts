/** The solve with the standard error of every count, as a function that a worker thread exports. */
import {
  type GroupMeasurements,
  type GroupPlan,
  type GroupRelease,
  solveRelease,
  standardErrors,
} from '../../groups/index.ts'
import { seededEntropy } from '../../noise/index.ts'
import { type Answer, answer } from '../thread-answer.ts'

export interface SolveTask {
  readonly measurements: GroupMeasurements
  readonly plan: GroupPlan
  readonly rounding: 'counts' | 'cumulative'
}

export interface SolvedGroups {
  readonly release: GroupRelease
  /** Like the counts. */
  readonly errors: readonly Float64Array[]
}

export function solve({ measurements, plan, rounding }: SolveTask): Promise<Answer<SolvedGroups>> {
  return answer(async () => {
    const release = await solveRelease(measurements, plan.mechanism, { rounding })
    // Simulated from public values: a seed makes it repeatable and gives nothing away.
    const errors = await standardErrors(plan, measurements, release.layers, seededEntropy('standard errors'))
    return { release, errors }
  })
}
