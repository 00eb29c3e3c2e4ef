/** The dry run of an anonymisation: how many records and attributes there are, and how long the search may take. */
import { readMicrodata, withDatabase } from '../../data/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import { buildProblem } from './build-problem.ts'
import { type AnonymizeJob, askedAnonymity } from './job.ts'

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
  workingOf(context).progress.phase({ id: 'read' })
  return withDatabase({ memory: '2GB' }, async (db) => {
    const columns = [...new Set([...task.quasiIdentifiers, ...task.sensitive.map((s) => s.column)])]
    const categorical = [...task.categorical, ...task.ordered]
    const data = await readMicrodata(db, { path: task.path, columns, categorical, missing: task.missing })
    context.signal.throwIfAborted()
    const { problem, mostSuppressed } = await buildProblem(db, task, data)
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
