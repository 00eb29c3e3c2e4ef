import { z } from 'zod'
import { field } from '../../spec/index.ts'
import { specRef } from '../spec-job.ts'

const sweep = z.strictObject({
  points: field(z.array(z.string()).min(1), {
    flag: '--sweep <points...>',
    read: (text) => [text],
    repeats: true,
    does: 'Draw the trade-off by simulation, over epsilon=0.1:5 and delta=1e-6,1e-4: CONFIDENTIAL.',
  }),
  runs: field(z.int().min(1).default(20), { flag: '--runs <n>', does: 'Simulations per point of the sweep.' }),
})

/** A decision is asked for by a spec; `release` is one of those that share its budget by name. */
export const decideJob = z.strictObject({
  spec: specRef,
  release: field(z.string().optional(), {
    flag: '--release <name>',
    does: 'With a spec that shares its budget by name: which release this is.',
  }),
  sweep: sweep.optional(),
})

export type DecideJob = z.output<typeof decideJob>
