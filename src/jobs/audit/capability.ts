import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import type { AuditFigures } from './figures.ts'
import { type AuditJob, auditJob } from './job.ts'
import { type AuditPlan, planAudit } from './plan.ts'
import { runAudit } from './run.ts'

/** What tables disclose. */
export const audit: Capability<AuditJob, AuditPlan, AuditFigures> = {
  name: 'audit',
  job: auditJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: planAudit,
  run: runAudit,
}
