import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import { type DecideJob, decideJob } from './job.ts'
import type { DecidePlan } from './plan.ts'
import type { DecideFigures } from './run.ts'

/** Private solutions of optimisation problems. */
export const decide: Capability<DecideJob, DecidePlan, DecideFigures> = {
  name: 'decide',
  job: decideJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: async (job, context) => (await import('./plan.ts')).planDecide(job, context),
  run: async (job, context) => (await import('./run.ts')).runDecide(job, context),
}
