/** The solve, as a function that a worker thread exports. */
import { type GroupMeasurements, type GroupRelease, type MechanismName, solveRelease } from '../../groups/index.ts'
import { type Answer, answer } from '../thread-answer.ts'

export interface SolveTask {
  readonly measurements: GroupMeasurements
  readonly mechanism: MechanismName
}

export function solve({ measurements, mechanism }: SolveTask): Promise<Answer<GroupRelease>> {
  return answer(() => solveRelease(measurements, mechanism))
}
