import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import { type AnonymizeJob, anonymizeJob } from './job.ts'
import type { AnonymizePlan } from './plan.ts'
import type { AnonymizeFigures } from './run.ts'

/** k-anonymous records with the least loss. */
export const anonymize: Capability<AnonymizeJob, AnonymizePlan, AnonymizeFigures> = {
  name: 'anonymize',
  job: anonymizeJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: async (job, context) => (await import('./plan.ts')).planAnonymize(job, context),
  run: async (job, context) => (await import('./run.ts')).runAnonymize(job, context),
}
