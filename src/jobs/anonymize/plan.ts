/** The dry run of an anonymisation: how many records and attributes there are, and how long the search may take. */
import { withDatabase } from '../../data/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import type { AnonymizeJob } from './job.ts'
import { readRecords } from './read-records.ts'
import { askedAnonymity } from './task.ts'

export interface AnonymizePlan {
  readonly records: number
  readonly k: number
  readonly attributes: readonly { readonly name: string; readonly weight: number }[]
  readonly method: string
  readonly seconds: number
  /** Records that may be suppressed. */
  readonly mostSuppressed: number
}

/** Reads the file, and refuses what the run would refuse. */
export async function planAnonymize(asked: AnonymizeJob, context: RunContext): Promise<AnonymizePlan> {
  const { task } = askedAnonymity(asked)
  const { progress } = workingOf(context)
  return withDatabase({ memory: '2GB' }, async (db) => {
    const { problem, mostSuppressed } = (await readRecords(task, db, progress)).built
    context.signal.throwIfAborted()
    return {
      records: problem.records,
      k: task.k,
      attributes: problem.attributes.map(({ name, weight = 1 }) => ({ name, weight })),
      method: task.method,
      seconds: task.seconds,
      mostSuppressed,
    }
  })
}
