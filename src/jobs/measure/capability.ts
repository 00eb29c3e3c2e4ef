import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import { type MeasureJob, measureJob } from './job.ts'
import type { MeasurePlanDocument } from './plan.ts'
import type { MeasureFigures } from './run.ts'

/** Noisy measurements of a workload over a geography. */
export const measure: Capability<MeasureJob, MeasurePlanDocument, MeasureFigures> = {
  name: 'measure',
  job: measureJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: async (job, context) => (await import('./plan.ts')).planMeasure(job, context),
  run: async (job, context) => (await import('./run.ts')).runMeasure(job, context),
}
