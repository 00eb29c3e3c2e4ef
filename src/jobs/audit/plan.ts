/** The dry run of an audit: the shape of the table, without its counts. */
import { countTable, withDatabase } from '../../data/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import type { AuditJob } from './job.ts'
import { type AuditTask, askedAudit, subjectOf, taskColumns } from './task.ts'

export interface AuditPlan {
  readonly kind: AuditTask['kind']
  /** What is audited, in the names of its variables. */
  readonly request: string
  /** The variables that are read, with the number of levels each has; none for shares, which are read when they are audited. */
  readonly variables: readonly { readonly name: string; readonly levels: number }[]
}

export async function planAudit(job: AuditJob, context: RunContext): Promise<AuditPlan> {
  const { asked } = askedAudit(job)
  const request = subjectOf(asked)
  if (asked.kind === 'shares' || asked.kind === 'versions' || asked.kind === 'figures')
    return { kind: asked.kind, request, variables: [] }
  const { task } = asked
  const names =
    'releases' in task
      ? [...new Set(task.releases.flatMap(({ columns, given }) => [...columns, ...given]).concat(task.cells))]
      : taskColumns(task)
  workingOf(context).progress.phase({ id: 'read' })
  const { variables } = await withDatabase({}, (db) => countTable(db, task.source, names, task.count))
  return {
    kind: asked.kind,
    request,
    variables: variables.map(({ name, levels }) => ({ name, levels: levels.length })),
  }
}
