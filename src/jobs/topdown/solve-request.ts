/** What is solved, from which measurements, and where. */
import type { MeasurePlan } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import type { Working } from '../../run/context.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import type { ImpliedWithTried, Knowledge } from '../../topdown/index.ts'
import type { SolvePlan } from './solve-plan.ts'
import type { StoredMeasurements } from './stored-measurements.ts'

export interface SolveRequest {
  readonly hierarchy: Hierarchy
  readonly plans: readonly MeasurePlan[]
  readonly stores: readonly StoredMeasurements[]
  readonly solve: SolvePlan
  readonly knowledge: Knowledge
  readonly implied: ImpliedWithTried
  readonly folder: RunFolder
  readonly working: Working
}
