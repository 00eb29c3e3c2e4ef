import { z } from 'zod'
import { specRef } from '../spec-job.ts'

/** Group sizes are asked for by a spec. `fit`: a plan also finds the shares of the levels that fit their weights. */
export const groupsJob = z.strictObject({ spec: specRef, fit: z.boolean().optional() })

export type GroupsJob = z.output<typeof groupsJob>
