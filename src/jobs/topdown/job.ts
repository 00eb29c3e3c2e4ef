import { z } from 'zod'
import { specRef } from '../spec-job.ts'

/**
 * A top-down release is asked for by a spec; `extend` names the folder of a release that it adds attributes to. `fit`: a plan also finds
 * the shares that fit `topdown.weights` or `topdown.targets`.
 */
export const topdownJob = z.strictObject({
  spec: specRef,
  extend: z.string().min(1).optional(),
  fit: z.boolean().optional(),
})

export type TopdownJob = z.output<typeof topdownJob>
