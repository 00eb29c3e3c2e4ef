import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import type { AuditFigures } from './figures.ts'
import { type AuditJob, auditJob } from './job.ts'
import type { AuditPlan } from './plan.ts'

/** What tables disclose. */
export const audit: Capability<AuditJob, AuditPlan, AuditFigures> = {
  name: 'audit',
  job: auditJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: async (job, context) => (await import('./plan.ts')).planAudit(job, context),
  run: async (job, context) => (await import('./run.ts')).runAudit(job, context),
}
