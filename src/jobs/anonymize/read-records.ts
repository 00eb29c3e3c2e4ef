/** The records of a task and the problem they make; what cannot be anonymised is refused here. */
import {
  checkColumn,
  type Database,
  type Likeness,
  likenesses,
  type Microdata,
  readMicrodata,
} from '../../data/index.ts'
import type { Progress } from '../../run/events.ts'
import { type BuiltProblem, buildProblem } from './build-problem.ts'
import { type ColumnRoles, checkOthers, columnRoles } from './column-roles.ts'
import type { AnonymizeTask } from './job.ts'
import { checkSplitNames } from './published-columns.ts'

export interface ReadRecords {
  readonly data: Microdata
  readonly roles: ColumnRoles
  /** What the columns look like that are published as they are. */
  readonly likeness: ReadonlyMap<string, Likeness>
  readonly built: BuiltProblem
}

export async function readRecords(task: AnonymizeTask, db: Database, progress: Progress): Promise<ReadRecords> {
  progress.phase({ id: 'read' })
  const columns = [...new Set([...task.quasiIdentifiers, ...task.sensitive.map((s) => s.column)])]
  const categorical = [...task.categorical, ...task.ordered]
  const { path, read, missing } = task
  const data = await readMicrodata(db, { path, read, columns, categorical, missing })
  const { table, names, doubtfulHeader = false } = data.file
  const relation = { sql: table, name: path, columns: names, doubtfulHeader }
  for (const name of Object.keys(task.roles)) checkColumn(relation, name, 'roles')
  const roles = columnRoles(task, data.file.names)
  const likeness = await likenesses(db, data.file, roles.untouched)
  checkOthers(task, likeness)
  const built = await buildProblem(db, task, data)
  if (task.split) checkSplitNames(data.file.names, built.problem.attributes)
  return { data, roles, likeness, built }
}
