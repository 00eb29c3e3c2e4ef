import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import { type DecideJob, decideJob } from './job.ts'
import { type DecidePlan, planDecide } from './plan.ts'
import { type DecideFigures, runDecide } from './run.ts'

/** Private solutions of optimisation problems. */
export const decide: Capability<DecideJob, DecidePlan, DecideFigures> = {
  name: 'decide',
  job: decideJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: planDecide,
  run: runDecide,
}
