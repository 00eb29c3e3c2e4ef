import { z } from 'zod'
import { field } from '../../spec/index.ts'
import { specRef } from '../spec-job.ts'

/** An audit is asked for by a spec. */
export const auditJob = z.strictObject({
  spec: specRef,
  strict: field(z.boolean().optional(), {
    flag: '--strict',
    does: 'Exit with 1 unless it is shown that no small count is disclosed.',
  }),
})

export type AuditJob = z.output<typeof auditJob>
