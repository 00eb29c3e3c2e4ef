import { z } from 'zod'
import { field } from '../../spec/index.ts'
import { specRef } from '../spec-job.ts'

/** Anonymous records are asked for by a spec. */
export const anonymizeJob = z.strictObject({
  spec: specRef,
  classes: field(z.string().min(1).optional(), {
    flag: '--classes <file>',
    does: 'Also write record,class to this new file, both counted from 0.',
  }),
})

export type AnonymizeJob = z.output<typeof anonymizeJob>
