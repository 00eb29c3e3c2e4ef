import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import { type TopdownJob, topdownJob } from './job.ts'
import type { TopdownPlanDocument } from './plan.ts'
import type { TopdownFigures } from './run.ts'

/** Consistent private counts for every level of a geography. */
export const topdown: Capability<TopdownJob, TopdownPlanDocument, TopdownFigures> = {
  name: 'topdown',
  job: topdownJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: async (job, context) => (await import('./plan.ts')).planTopdown(job, context),
  run: async (job, context) => (await import('./run.ts')).runTopdown(job, context),
}
