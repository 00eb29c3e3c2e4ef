/** An audit, printed or as a folder. Nothing is drawn or spent. */
import { badField } from '../../request-error.ts'
import type { Release } from '../../run/capability.ts'
import { cellStyle } from '../../run/cell-style.ts'
import { type RunContext, type Working, workingOf } from '../../run/context.ts'
import { makeRelease, type ReleaseSteps, type Site, type WrittenRelease } from '../../run/make-release.ts'
import { checkOutFolder } from '../../run/out-folder.ts'
import { auditCells } from './audit-cells.ts'
import { type AuditedTable, auditData, auditShares } from './audit-table.ts'
import { chosenDesign } from './chosen-design.ts'
import type { AuditDocument } from './document.ts'
import type { AuditFigures } from './figures.ts'
import type { AuditJob } from './job.ts'
import { auditLinked, type LinkedDocument } from './linked-audit.ts'
import { BOUND_COLUMNS, checkBoundNames, type WriteAudit, writeAudit } from './publish.ts'
import { LINKED_COLUMNS, writeLinked } from './publish-linked.ts'
import { checkTableNames, writePublished } from './publish-table.ts'
import { checkPublishable } from './publishable.ts'
import { suggestDesigns } from './suggest-designs.ts'
import { type AskedAudit, type AuditTask, askedAudit, type LinkedTask, subjectOf, type TableTask } from './task.ts'
import { noteTotals } from './totals.ts'
import { auditVersions } from './versions-audit.ts'

type Published = Extract<AuditTask, { kind: 'publish' }>
type TableAudit = Extract<AuditTask, { kind: 'table' | 'shares' }>

export async function runAudit(job: AuditJob, context: RunContext): Promise<Release<AuditFigures>> {
  const asked = askedAudit(job)
  const { out } = context.options
  const working = workingOf(context)
  const task = asked.asked
  if (task.kind === 'table' || task.kind === 'shares') {
    if (out !== undefined) return writeBounds(asked, tableAudit(task), context)
    return unwritten({ kind: 'table', found: noteTotals(await auditTable(task, working), context) })
  }
  if (task.kind === 'releases') {
    if (out !== undefined) return writeBounds(asked, linkedAudit(task.task), context)
    return unwritten({ kind: 'releases', found: noteTotals(await auditLinked(task.task, working), context) })
  }
  if (task.kind === 'publish') return publishShares(asked, task, context)
  if (out !== undefined) throw badField('out', 'what is found is printed, and no folder is written. Leave it out.')
  if (task.kind === 'versions') return unwritten({ kind: 'versions', found: await auditVersions(task.task, working) })
  if (task.kind === 'figures') return unwritten({ kind: 'figures', found: await auditCells(task.task, working) })
  const found = await suggestDesigns(task.task, task.moves, task.seconds, working)
  return unwritten({ kind: 'suggest', found: noteTotals(found, context) })
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

interface Totalled {
  readonly totals: readonly string[]
}

/** An audit whose bounds are written to a confidential folder. */
interface WrittenAudit<T extends Totalled> {
  readonly variables: readonly string[]
  /** Columns of the table of bounds besides the variables. */
  readonly own: readonly string[]
  readonly audit: (working: Working) => Promise<T>
  readonly write: (found: T, how: WriteAudit, site: Site) => Promise<WrittenRelease<AuditFigures>>
}

function tableAudit(asked: TableAudit): WrittenAudit<AuditDocument> {
  const { rows, columns } = asked.task
  return {
    variables: [...rows, ...columns],
    own: BOUND_COLUMNS,
    audit: (working) => auditTable(asked, working),
    write: writeAudit,
  }
}

function linkedAudit(task: LinkedTask): WrittenAudit<LinkedDocument> {
  return {
    variables:
      task.cells.length > 0 ? task.cells : task.releases.flatMap(({ columns, given }) => [...columns, ...given]),
    own: LINKED_COLUMNS,
    audit: (working) => auditLinked(task, working),
    write: writeLinked,
  }
}

function writeBounds<T extends Totalled>(
  { asked, title = subjectOf(asked), request, inputs, about, output }: AskedAudit,
  { variables, own, audit, write }: WrittenAudit<T>,
  context: RunContext,
): Promise<Release<AuditFigures>> {
  const { out = '', format = output.format, spreadsheetSafe } = context.options
  checkOutFolder(out)
  checkBoundNames(variables, own)
  const steps: ReleaseSteps<T, T, T, AuditFigures> = {
    command: 'audit',
    guarantee: 'none: an audit',
    request,
    inputs,
    about,
    database: { stamp: 'CONFIDENTIAL', cells: cellStyle(spreadsheetSafe !== false && output.spreadsheetSafe) },
    spends: [],
    count: async (site) => noteTotals(await audit(site), context),
    fingerprint: () => undefined,
    ready: async (found) => found,
    draws: () => [],
    solve: async (found) => found,
    write: (found, site) => write(found, { title, request, inputs, format }, site),
  }
  return makeRelease(steps, context)
}

/** The audit comes first: a table that is refused leaves nothing behind. */
function publishShares(
  { asked, title = subjectOf(asked), request, inputs, about, output }: AskedAudit,
  { task, n, search }: Published,
  context: RunContext,
): Promise<Release<AuditFigures>> {
  const { out, format = output.format, spreadsheetSafe } = context.options
  if (out === undefined) throw badField('out', 'name the folder that the table is published in.')
  checkOutFolder(out)
  checkTableNames([...task.rows, ...task.columns])
  const steps: ReleaseSteps<AuditedTable, AuditedTable, AuditedTable, AuditFigures> = {
    command: 'audit',
    guarantee: 'none: an audit',
    request,
    inputs,
    about,
    database: { stamp: null, cells: cellStyle(spreadsheetSafe !== false && output.spreadsheetSafe) },
    spends: [],
    count: async (site) => {
      const audited = await auditCounted(search === undefined ? task : await chosenDesign(task, search, site), n, site)
      noteTotals(audited.found, context)
      return audited
    },
    fingerprint: () => undefined,
    ready: async (audited) => {
      checkPublishable(audited.found, { chosen: search !== undefined })
      return audited
    },
    draws: () => [],
    solve: async (audited) => audited,
    write: (audited, site) =>
      writePublished(audited, { title, request, format, variables: [...task.rows, ...task.columns] }, site),
  }
  return makeRelease(steps, context)
}
