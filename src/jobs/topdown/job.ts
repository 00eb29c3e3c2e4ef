import { z } from 'zod'
import { field } from '../../spec/index.ts'
import { specRef } from '../spec-job.ts'

/** A top-down release is asked for by a spec. `fit`: a plan also finds the shares that fit `topdown.weights` or `topdown.targets`. */
export const topdownJob = z.strictObject({
  spec: specRef,
  extend: field(z.string().min(1).optional(), {
    flag: '--extend <release>',
    does: 'Add attributes to an earlier top-down release, which stays as it is.',
  }),
  fit: z.boolean().optional(),
})

export type TopdownJob = z.output<typeof topdownJob>
