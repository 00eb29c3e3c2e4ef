/** An audit as a folder: every cell's bounds and feasible values, a report, a manifest. */
import { type Database, type OutputFormat, type WriteColumn, writeTable } from '../../data/index.ts'
import { sha256Text } from '../../release/index.ts'
import { badField } from '../../request-error.ts'
import type { Site, WrittenRelease } from '../../run/make-release.ts'
import { type AuditDocument, type Interval, sizeOf } from './document.ts'
import type { AuditFigures } from './figures.ts'
import { auditReport } from './report.ts'

/** Columns of the table of bounds besides those of the variables. */
export const BOUND_COLUMNS: readonly string[] = ['lower', 'upper', 'values', 'feasible', 'tacet_stamp']

/** Throws when a variable could not be told from another column of the table of bounds. */
export function checkBoundNames(variables: readonly string[], own: readonly string[]): void {
  const taken = variables.find((name) => own.includes(name.toLowerCase()))
  if (taken !== undefined)
    throw badField(
      'out',
      `the table of bounds has a column "${taken.toLowerCase()}" of its own. Rename that column of the data, or leave this out.`,
    )
}

/** Writes the bounds of every cell. */
export async function writeAudit(
  found: AuditDocument,
  { title, request, inputs, format }: WriteAudit,
  { db, folder }: Site,
): Promise<WrittenRelease<AuditFigures>> {
  const name = `bounds.${format}`
  await writeTable(db, folder.path(name), format, boundColumns(found))
  const { findings: _findings, table: _table, columns: _columns, ...figures } = found
  return {
    draft: auditDraft(db, { title, request }, 'the table it is', found.exact, figures),
    report: auditReport(title, found, name),
    inputs,
    outputs: [name],
    figures: { kind: 'table', found },
  }
}

/** What the manifest of an audit says, of one table or of several. */
export function auditDraft(
  db: Database,
  { title, request }: Pick<WriteAudit, 'title' | 'request'>,
  subject: 'the table it is' | 'the tables it is',
  exact: boolean,
  figures: object,
): WrittenRelease<AuditFigures>['draft'] {
  return {
    command: 'audit',
    title,
    stamp: 'CONFIDENTIAL',
    cells: db.cells,
    spec: { text: request, sha256: sha256Text(request) },
    privacy: { statement: [`An audit is not differentially private. It is as confidential as ${subject} about.`] },
    checks: { exact },
    result: { ...figures },
  }
}

export interface WriteAudit {
  readonly title: string
  readonly request: string
  readonly inputs: readonly string[]
  readonly format: OutputFormat
}

/** One line per cell: its levels, its bounds, how many counts are feasible, and which. */
function boundColumns({ table, columns }: AuditDocument): readonly WriteColumn[] {
  const lines = table.flatMap((row) =>
    columns.map((column, c) => ({
      levels: { ...row.row, ...column },
      bound: row.bounds[c],
      feasible: feasibleCounts(row, c),
    })),
  )
  const names = Object.keys(lines[0]?.levels ?? {})
  const text = (name: string, values: readonly string[]): WriteColumn => ({ name, kind: 'text', values })
  const whole = (name: string, values: readonly number[]): WriteColumn => ({
    name,
    kind: 'whole',
    values: Float64Array.from(values),
  })
  return [
    ...names.map((name) =>
      text(
        name,
        lines.map((line) => line.levels[name]),
      ),
    ),
    whole(
      'lower',
      lines.map((line) => line.bound[0]),
    ),
    whole(
      'upper',
      lines.map((line) => line.bound[1]),
    ),
    whole(
      'values',
      lines.map((line) => line.feasible.count),
    ),
    text(
      'feasible',
      lines.map((line) => line.feasible.words),
    ),
  ]
}

/** "1-3 6 8" for counts; "2 x (1-3)" where they are multiples of a reduced count. */
function feasibleCounts(row: AuditDocument['table'][number], column: number): { count: number; words: string } {
  if (row.counts !== undefined) return { count: sizeOf(row.counts[column]), words: words(row.counts[column]) }
  const reduced = row.reduced?.[column] ?? 0
  if (reduced === 0) return { count: 1, words: '0' }
  const factors = row.multipliers.map(([from, to]): Interval => [from + 1, to + 1])
  return { count: sizeOf(factors), words: reduced === 1 ? words(factors) : `${reduced} x (${words(factors)})` }
}

function words(intervals: readonly Interval[]): string {
  return intervals.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(' ')
}
