import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import { type MeasureJob, measureJob } from './job.ts'
import { type MeasurePlanDocument, planMeasure } from './plan.ts'
import { type MeasureFigures, runMeasure } from './run.ts'

/** Noisy measurements of a workload over a geography. */
export const measure: Capability<MeasureJob, MeasurePlanDocument, MeasureFigures> = {
  name: 'measure',
  job: measureJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: planMeasure,
  run: runMeasure,
}
