/** The report beside a published table: the table, and what was shown of it. A reader may see all of it. */
import type { Report } from '../../release/index.ts'
import { asHeading } from '../../spec/index.ts'
import type { AuditedTable } from './audit-table.ts'
import { ONCE, ROUNDED } from './report.ts'

export function publishedReport(
  title: string,
  { found, rows, columns }: AuditedTable,
  texts: readonly (readonly string[])[],
  statement: readonly string[],
  file: string,
): Report {
  const { n, shape, decimals, rounding, rules } = found
  const shares =
    decimals === null
      ? `Shares are exact fractions. A row of zeros has no ${found.counted}.`
      : `Shares are rounded to ${decimals} decimals${ROUNDED[rounding ?? 'unknown']}.`
  return {
    title,
    subtitle: 'Shares within each row',
    summary: [
      { label: 'Small counts that can be worked out', value: 0, note: `above 0 and below ${rules.small}` },
      { label: 'Rows', value: shape.rows },
      { label: 'Columns', value: shape.columns },
      { label: asHeading(found.counted), value: n, ...(found.person !== null && { note: ONCE }) },
    ],
    sections: [
      {
        title: 'The table',
        blocks: [
          { kind: 'paragraph', text: shares },
          {
            kind: 'table',
            caption: 'Shares',
            columns: [
              { title: rows.variables.map(({ name }) => name).join(', ') },
              ...columns.levels.map((levels) => ({ title: levels.join(', '), align: 'right' as const })),
            ],
            rows: rows.levels.map((levels, i) => [levels.join(', '), ...texts[i]]),
            file,
          },
        ],
      },
      {
        title: 'What was shown of it',
        blocks: statement.map((text) => ({ kind: 'paragraph' as const, text })),
      },
    ],
  }
}
