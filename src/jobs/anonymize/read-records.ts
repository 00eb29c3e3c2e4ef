/** The records of a task and the problem they make; what cannot be anonymised is refused here. */
import type { AnonymityProblem } from '../../anonymity/index.ts'
import {
  checkColumn,
  type Database,
  likenesses,
  type Microdata,
  readMicrodata,
  repeatedColumns,
  tellingColumns,
} from '../../data/index.ts'
import type { Progress } from '../../run/events.ts'
import { type BuiltProblem, buildProblem } from './build-problem.ts'
import {
  type ColumnRoles,
  checkOthers,
  codeWarnings,
  columnRoles,
  personWarnings,
  roleWarnings,
  TELLING_ADVICE,
  tellingWords,
} from './column-roles.ts'
import { checkSplitNames } from './published-columns.ts'
import type { AnonymizeTask } from './task.ts'
import { checkSets } from './verbatim-values.ts'

export interface ReadRecords {
  readonly data: Microdata
  readonly roles: ColumnRoles
  /** For the person who runs it. */
  readonly warnings: readonly string[]
  /** Columns published as they are that tell most records apart. */
  readonly telling: readonly string[]
  /** Columns that name people, were left out, and have several lines for some of them. */
  readonly repeated: readonly string[]
  readonly built: BuiltProblem
}

export async function readRecords(task: AnonymizeTask, db: Database, progress: Progress): Promise<ReadRecords> {
  progress.phase({ id: 'read' })
  const people = task.person === undefined ? [] : [task.person]
  const columns = [...new Set([...task.quasiIdentifiers, ...task.sensitive.map((s) => s.column), ...people])]
  const categorical = [...task.categorical, ...task.ordered, ...people]
  const numbers = task.hierarchies.flatMap(({ from, column }) => (from === 'interval' ? [column] : []))
  const { path, read, missing } = task
  const data = await readMicrodata(db, { path, read, columns, categorical, numbers, missing })
  const { table, names, doubtfulHeader = false, namesAreText = false } = data.file
  const relation = { sql: table, name: path, columns: names, doubtfulHeader, namesAreText }
  for (const name of task.roles.keys()) checkColumn(relation, name, 'roles')
  const roles = columnRoles(task, data.file.names)
  const likeness = await likenesses(db, data.file, roles.untouched)
  const repeated = task.person === undefined ? await repeatedColumns(db, data.file, roles.leftOut) : []
  checkOthers(task, likeness)
  const built = await buildProblem(db, task, data)
  checkSets(built.problem, task, await likenesses(db, data.file, task.quasiIdentifiers))
  if (task.split) checkSplitNames(data.file.names, built.problem.attributes)
  const telling = await tellingColumns(db, data.file, roles.untouched)
  const warnings = [
    ...roleWarnings(roles.untouched, likeness),
    ...tellingWords(telling).map((words) => `${words} ${TELLING_ADVICE}`),
    ...codeWarnings(fewNumbers(built.problem)),
    ...personWarnings(repeated),
  ]
  return { data, roles, warnings, repeated, telling, built }
}

/** Fewer whole numbers than these may be codes; so few values of two or three are the same either way. */
const FEWEST_RANGES = 4
const MOST_CODES = 12

function fewNumbers({ attributes }: AnonymityProblem): readonly string[] {
  return attributes.flatMap((attribute) => {
    if (attribute.kind !== 'numeric' || attribute.hierarchy !== undefined || attribute.dates !== undefined) return []
    const different = new Set<number>()
    for (const value of attribute.values) if (different.size <= MOST_CODES) different.add(value)
    const few = different.size >= FEWEST_RANGES && different.size <= MOST_CODES
    return few && [...different].every(Number.isInteger) ? [attribute.name] : []
  })
}
