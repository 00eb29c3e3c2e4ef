/** An audit, printed or as a folder. Nothing is drawn or spent. */
import { badField } from '../../request-error.ts'
import type { Release } from '../../run/capability.ts'
import { cellStyle } from '../../run/cell-style.ts'
import { type RunContext, type Working, workingOf } from '../../run/context.ts'
import { makeRelease, type ReleaseSteps } from '../../run/make-release.ts'
import { checkOutFolder } from '../../run/out-folder.ts'
import { auditData, auditShares } from './audit-table.ts'
import type { AuditDocument } from './document.ts'
import type { AuditFigures } from './figures.ts'
import { type AskedAudit, type AuditJob, type AuditTask, askedAudit } from './job.ts'
import { auditLinked } from './linked-audit.ts'
import { checkBoundNames, writeAudit } from './publish.ts'
import { suggestDesigns } from './suggest-designs.ts'

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
  const found = await auditData(asked.task, working)
  if (asked.n !== undefined && found.n !== asked.n)
    throw badField('n', 'the data hold another number of records. Leave it out: they are counted.')
  return found
}

function publishTable(
  { request, inputs, output }: AskedAudit,
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
