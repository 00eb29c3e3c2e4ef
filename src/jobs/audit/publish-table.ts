/**
 * The table itself as a folder that may be published: shares, the report that shows them safe, a manifest. Only what a reader
 * may see is in it: no bounds, no counts but the number of records, which the audit takes to be known, and no fingerprint of
 * the data.
 */
import { type OutputFormat, type WriteColumn, writeTable } from '../../data/index.ts'
import type { Rational } from '../../exact/index.ts'
import { sha256Text } from '../../release/index.ts'
import { badField } from '../../request-error.ts'
import type { Site, WrittenRelease } from '../../run/make-release.ts'
import { parseSpec, withChanges } from '../../spec/index.ts'
import type { AuditedTable } from './audit-table.ts'
import { designWords } from './design-words.ts'
import type { AuditDocument } from './document.ts'
import type { AuditFigures } from './figures.ts'
import { publishedReport } from './published-report.ts'

/** The columns of the table besides those of the variables. */
const TAKEN = ['share', 'tacet_stamp']

export function checkTableNames(variables: readonly string[]): void {
  const taken = variables.find((name) => TAKEN.includes(name.toLowerCase()))
  if (taken !== undefined)
    throw badField('publish', `the table has a column "${taken.toLowerCase()}" of its own. Rename that of the data.`)
}

export interface WritePublished {
  readonly title: string
  readonly request: string
  readonly format: OutputFormat
  /** The variables of the table that was asked for. */
  readonly variables: readonly string[]
}

export async function writePublished(
  audited: AuditedTable,
  { title, request, format, variables }: WritePublished,
  { db, folder }: Site,
): Promise<WrittenRelease<AuditFigures>> {
  const { found, rows, columns } = audited
  const name = `table.${format}`
  const texts = audited.shares.map((row) => row.map((share) => shareText(share, found.decimals)))
  await writeTable(db, folder.path(name), format, tableColumns(audited, texts))
  const { n, shape, decimals, rounding } = found
  const published = unnamed(request)
  const sides = { rows: rows.variables.map((v) => v.name), columns: columns.variables.map((v) => v.name) }
  const omitted = variables.filter((name) => ![...sides.rows, ...sides.columns].includes(name))
  const design = { ...sides, merges: audited.merges, omitted }
  return {
    draft: {
      command: 'audit',
      title,
      stamp: null,
      cells: db.cells,
      spec: { text: published, sha256: sha256Text(published) },
      privacy: { statement: statement(found) },
      checks: { exact: found.exact },
      result: { n, shape, ...design, small: found.rules.small, decimals, rounding, smallDisclosed: 0 },
    },
    report: publishedReport(title, audited, texts, [...statement(found), ...designWords(design)], name),
    inputs: [],
    outputs: [name],
    figures: { kind: 'published', found, design },
  }
}

/** What was asked, without the name of the confidential file. */
function unnamed(request: string): string {
  const { file } = parseSpec(request, 'the spec').source
  if (file === undefined) return request
  const [ending = ''] = /(\.[a-z]+)(\.gz)?$/i.exec(file) ?? []
  return withChanges(request, [{ path: ['source', 'file'], value: `data${ending}` }])
}

function statement({ rules, counted, person }: AuditDocument): readonly string[] {
  return [
    'This table is not differentially private.',
    person === null
      ? `It counts lines of the data (${counted}), however many of them are one person's.`
      : `It counts ${counted} by the column "${person}", each once in a cell.`,
    `From these shares and the number of ${counted}, no count above 0 and below ${rules.small} can be worked out.`,
    `Readers who know more, or have other tables of the same ${counted}, may work out more.`,
  ]
}

/** A fraction, or a decimal with as many places as were asked for. */
export function shareText({ num, den }: Rational, decimals: number | null): string {
  if (decimals === null) return den === 1n ? String(num) : `${num}/${den}`
  const scaled = (num * 10n ** BigInt(decimals)) / den
  const digits = String(scaled).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** One line per cell: its levels and its share. */
function tableColumns({ rows, columns }: AuditedTable, texts: readonly (readonly string[])[]): readonly WriteColumn[] {
  const lines = rows.levels.flatMap((row) => columns.levels.map((column) => [...row, ...column]))
  const variables = [...rows.variables, ...columns.variables]
  return [
    ...variables.map(({ name }, v) => ({ name, kind: 'text' as const, values: lines.map((line) => line[v]) })),
    { name: 'share', kind: 'text', values: texts.flat() },
  ]
}
