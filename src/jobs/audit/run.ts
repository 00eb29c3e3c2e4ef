/** An audit, printed or as a folder. Nothing is drawn or spent. */
import { badField } from '../../request-error.ts'
import type { Release } from '../../run/capability.ts'
import { cellStyle } from '../../run/cell-style.ts'
import { type RunContext, type Working, workingOf } from '../../run/context.ts'
import { makeRelease, type ReleaseSteps } from '../../run/make-release.ts'
import { checkOutFolder } from '../../run/out-folder.ts'
import { type AuditedTable, auditData, auditShares } from './audit-table.ts'
import { chosenDesign } from './chosen-design.ts'
import type { AuditDocument } from './document.ts'
import type { AuditFigures } from './figures.ts'
import { type AskedAudit, type AuditJob, type AuditTask, askedAudit, type TableTask } from './job.ts'
import { auditLinked } from './linked-audit.ts'
import { checkBoundNames, writeAudit } from './publish.ts'
import { checkTableNames, writePublished } from './publish-table.ts'
import { checkPublishable } from './publishable.ts'
import { suggestDesigns } from './suggest-designs.ts'

type Published = Extract<AuditTask, { kind: 'publish' }>
type TableAudit = Extract<AuditTask, { kind: 'table' | 'shares' }>

export async function runAudit(job: AuditJob, context: RunContext): Promise<Release<AuditFigures>> {
  const asked = askedAudit(job)
  const { out } = context.options
  const working = workingOf(context)
  const task = asked.asked
  if (task.kind === 'table' || task.kind === 'shares') {
    if (out !== undefined) return publishTable(asked, task, context)
    return unwritten({ kind: 'table', found: await auditTable(task, working) })
  }
  if (task.kind === 'publish') return publishShares(asked, task, context)
  if (out !== undefined) throw badField('out', 'only the audit of one table is written to a folder. Leave it out.')
  return unwritten(
    task.kind === 'releases'
      ? { kind: 'releases', found: await auditLinked(task.task, working) }
      : { kind: 'suggest', found: await suggestDesigns(task.task, task.moves, task.seconds, working) },
  )
}

function unwritten(figures: AuditFigures): Release<AuditFigures> {
  return { out: null, manifest: null, figures, resumed: false }
}

async function auditTable(asked: TableAudit, working: Working): Promise<AuditDocument> {
  if (asked.kind === 'shares') return auditShares(asked.task, working)
  return (await auditCounted(asked.task, asked.n, working)).found
}

async function auditCounted(task: TableTask, n: number | undefined, working: Working): Promise<AuditedTable> {
  const audited = await auditData(task, working)
  if (n !== undefined && audited.found.n !== n)
    throw badField('n', 'the data hold another number of records. Leave it out: they are counted.')
  return audited
}

function publishTable(
  { request, inputs, about, output }: AskedAudit,
  asked: TableAudit,
  context: RunContext,
): Promise<Release<AuditFigures>> {
  const { out = '', format = output.format, spreadsheetSafe } = context.options
  checkOutFolder(out)
  const { rows, columns } = asked.task
  checkBoundNames([...rows, ...columns])
  const shares = asked.kind === 'shares' ? asked.task.shares : []
  const title = `${columns.join(', ') || shares.join(', ')} by ${rows.join(', ')}`
  const steps: ReleaseSteps<AuditDocument, AuditDocument, AuditDocument, AuditFigures> = {
    command: 'audit',
    request,
    inputs,
    about,
    database: { stamp: 'CONFIDENTIAL', cells: cellStyle(spreadsheetSafe !== false && output.spreadsheetSafe) },
    spends: [],
    count: (site) => auditTable(asked, site),
    fingerprint: () => undefined,
    ready: async (found) => found,
    draws: () => [],
    solve: async (found) => found,
    write: (found, site) => writeAudit(found, { title, request, inputs, format }, site),
  }
  return makeRelease(steps, context)
}

/** The audit comes first: a table that is refused leaves nothing behind. */
function publishShares(
  { request, inputs, about, output }: AskedAudit,
  { task, n, search }: Published,
  context: RunContext,
): Promise<Release<AuditFigures>> {
  const { out, format = output.format, spreadsheetSafe } = context.options
  if (out === undefined) throw badField('out', 'name the folder that the table is published in.')
  checkOutFolder(out)
  checkTableNames([...task.rows, ...task.columns])
  const title = `${task.columns.join(', ')} by ${task.rows.join(', ')}`
  const steps: ReleaseSteps<AuditedTable, AuditedTable, AuditedTable, AuditFigures> = {
    command: 'audit',
    request,
    inputs,
    about,
    database: { stamp: null, cells: cellStyle(spreadsheetSafe !== false && output.spreadsheetSafe) },
    spends: [],
    count: async (site) => auditCounted(search === undefined ? task : await chosenDesign(task, search, site), n, site),
    fingerprint: () => undefined,
    ready: async (audited) => {
      checkPublishable(audited.found)
      return audited
    },
    draws: () => [],
    solve: async (audited) => audited,
    write: (audited, site) => writePublished(audited, { title, request, format }, site),
  }
  return makeRelease(steps, context)
}
