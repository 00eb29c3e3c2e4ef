import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import { type AnonymizeJob, anonymizeJob } from './job.ts'
import { type AnonymizePlan, planAnonymize } from './plan.ts'
import { type AnonymizeFigures, runAnonymize } from './run.ts'

/** k-anonymous records with the least loss. */
export const anonymize: Capability<AnonymizeJob, AnonymizePlan, AnonymizeFigures> = {
  name: 'anonymize',
  job: anonymizeJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: planAnonymize,
  run: runAnonymize,
}
