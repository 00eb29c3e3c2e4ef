/** The records of a task and the problem they make; what cannot be anonymised is refused here. */
import { type Database, type Microdata, readMicrodata } from '../../data/index.ts'
import type { Progress } from '../../run/events.ts'
import { type BuiltProblem, buildProblem } from './build-problem.ts'
import type { AnonymizeTask } from './job.ts'
import { checkSplitNames } from './published-columns.ts'

export interface ReadRecords {
  readonly data: Microdata
  readonly built: BuiltProblem
}

export async function readRecords(task: AnonymizeTask, db: Database, progress: Progress): Promise<ReadRecords> {
  progress.phase({ id: 'read' })
  const columns = [...new Set([...task.quasiIdentifiers, ...task.sensitive.map((s) => s.column)])]
  const categorical = [...task.categorical, ...task.ordered]
  const data = await readMicrodata(db, { path: task.path, columns, categorical, missing: task.missing })
  const built = await buildProblem(db, task, data)
  if (task.split) checkSplitNames(data.file.names, built.problem.attributes)
  return { data, built }
}
