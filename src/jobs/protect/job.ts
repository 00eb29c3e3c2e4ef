import { z } from 'zod'
import { specRef } from '../spec-job.ts'

/** A protected table is asked for by a spec. */
export const protectJob = z.strictObject({ spec: specRef })

export type ProtectJob = z.output<typeof protectJob>
