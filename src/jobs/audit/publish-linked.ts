/** The audit of several releases as a folder: the bounds of every cell, a report, a manifest. */
import { type WriteColumn, writeTable } from '../../data/index.ts'
import type { Site, WrittenRelease } from '../../run/make-release.ts'
import type { AuditFigures } from './figures.ts'
import type { LinkedDocument } from './linked-audit.ts'
import { linkedReport } from './linked-report.ts'
import { verdictWords } from './linked-verdict.ts'
import { auditDraft, type WriteAudit } from './publish.ts'

/** Columns of the table besides those of the variables. */
export const LINKED_COLUMNS: readonly string[] = ['lower', 'upper', 'proved', 'method', 'verdict', 'tacet_stamp']

export async function writeLinked(
  found: LinkedDocument,
  { title, request, inputs, format }: WriteAudit,
  { db, folder }: Site,
): Promise<WrittenRelease<AuditFigures>> {
  const name = `bounds.${format}`
  await writeTable(db, folder.path(name), format, boundColumns(found))
  const { table: _table, ...figures } = found
  return {
    draft: auditDraft(db, { title, request }, 'the tables it is', found.cells.unproved === 0, figures),
    report: linkedReport(title, found, name),
    inputs,
    outputs: [name],
    figures: { kind: 'releases', found },
  }
}

/** One line per cell: its levels, its bounds, how they were found and what they say. */
function boundColumns({ table, variables }: LinkedDocument): readonly WriteColumn[] {
  const text = (name: string, values: readonly string[]): WriteColumn => ({ name, kind: 'text', values })
  const whole = (name: 'lower' | 'upper'): WriteColumn => ({
    name,
    kind: 'whole',
    values: Float64Array.from(table, (cell) => cell[name]),
  })
  return [
    ...variables.map((name) =>
      text(
        name,
        table.map(({ cell }) => cell[name]),
      ),
    ),
    whole('lower'),
    whole('upper'),
    text(
      'proved',
      table.map(({ exact }) => (exact ? 'tightest' : 'holds')),
    ),
    text(
      'method',
      table.map(({ method }) => method),
    ),
    text(
      'verdict',
      table.map(({ upper, verdict }) => (upper === 0 ? 'known to be 0' : verdictWords(verdict))),
    ),
  ]
}
