/** The report of an audit: what the table discloses, cell by cell, and why. */
import type { Block, Report, Section } from '../../release/index.ts'
import { type AuditDocument, type FindingDocument, type RowDocument, sizeOf } from './document.ts'

const KINDS: Readonly<Record<FindingDocument['kind'], string>> = {
  disclosed: 'disclosed',
  'nearly-disclosed': 'nearly disclosed',
  narrow: 'interval too narrow',
  'known-small': 'known to be small',
  zero: 'known to be 0',
}

/** How halves were rounded, as an aside. */
export const ROUNDED: Readonly<Record<NonNullable<AuditDocument['rounding']>, string>> = {
  'half-up': ' (halves were rounded up)',
  'half-even': ' (halves were rounded to the even digit)',
  unknown: ' (how halves were rounded is not known)',
}

export function auditReport(title: string, found: AuditDocument, file: string): Report {
  const { cells, rows, shape, n } = found
  return {
    title,
    subtitle:
      found.decimals === null
        ? 'Audit of a table of shares'
        : `Audit of a table of shares rounded to ${found.decimals} decimals`,
    summary: [
      { label: 'Small counts disclosed', value: cells.smallDisclosed, note: `above 0 and below ${found.rules.small}` },
      {
        label: 'Cells disclosed',
        value: cells.disclosed,
        note: `of ${shape.rows * shape.columns - cells.zero} above 0`,
      },
      { label: 'Rows disclosed', value: rows.disclosed, note: `of ${shape.rows - rows.zero} with records` },
      { label: 'Records', value: n },
    ],
    sections: [verdictSection(found), findingsSection(found, file), valuesSection(found, file)],
  }
}

/** The verdict in a sentence. */
export function verdict({ cells, findings, exact, rules }: AuditDocument): string {
  const below = `below ${rules.small} can be worked out`
  const small = `${cells.smallDisclosed} count${cells.smallDisclosed === 1 ? '' : 's'} ${below} from these shares.`
  if (!exact) {
    const outer = 'Some intervals are outer bounds: more may be disclosed than is counted here.'
    return cells.smallDisclosed > 0 ? `${small} ${outer}` : outer
  }
  if (cells.smallDisclosed > 0) return small
  if (findings.length === 0) return `No count ${below}, and no cell breaks a rule that was set.`
  return findings.length === cells.disclosed && findings.every(({ kind }) => kind === 'disclosed')
    ? `No count ${below}; ${findings.length} larger count${findings.length === 1 ? '' : 's'} can.`
    : `No count ${below}; ${findings.length} cells break a rule that was set.`
}

function verdictSection(found: AuditDocument): Section {
  const bad = found.cells.smallDisclosed > 0
  const explained =
    found.decimals === null
      ? `The shares show each row's counts up to a common factor. The factors must make up the total of ${found.n}; ` +
        `after the smallest counts, ${found.slack} records are left to place.`
      : `Each share is known to within half of its last decimal${ROUNDED[found.rounding ?? 'unknown']}, and the counts must add up to ${found.n}.`
  const blocks: Block[] = [
    { kind: 'notice', tone: bad ? 'danger' : found.findings.length > 0 ? 'warn' : 'info', text: verdict(found) },
    { kind: 'paragraph', text: explained },
    {
      kind: 'paragraph',
      text: 'This page tells what the table would tell. It is as confidential as the table until the table is out.',
    },
  ]
  return { title: 'Verdict', blocks }
}

function findingsSection(found: AuditDocument, file: string): Section {
  if (found.findings.length === 0)
    return { title: 'Cells that break a rule', blocks: [{ kind: 'paragraph', text: 'None.' }] }
  const worst = [...found.findings].sort(
    (a, b) => Number(b.small) - Number(a.small) || a.values - b.values || a.upper - b.upper,
  )
  return {
    title: 'Cells that break a rule',
    blocks: [
      {
        kind: 'table',
        caption: 'The smallest first',
        columns: [
          { title: 'Row' },
          { title: 'Column' },
          { title: 'Verdict' },
          { title: 'Count', align: 'right' },
          { title: 'Because' },
        ],
        rows: worst.map((f) => [
          f.row,
          f.column,
          KINDS[f.kind],
          f.lower === f.upper ? String(f.lower) : `${f.lower} to ${f.upper}`,
          f.reason,
        ]),
        file,
      },
    ],
  }
}

/** How many rows have how many feasible tables of counts, and the bounds themselves where the table is small. */
function valuesSection(found: AuditDocument, file: string): Section {
  const counts = found.table.filter((row) => row.bounds.some(([, upper]) => upper > 0)).map(valuesOf)
  const bins: readonly [string, number, number][] = [
    ['1', 1, 1],
    ['2', 2, 2],
    ['3 to 5', 3, 5],
    ['6 to 20', 6, 20],
    ['21 to 100', 21, 100],
    ['over 100', 101, Number.POSITIVE_INFINITY],
  ]
  return {
    title: 'How much is left open',
    blocks: [
      {
        kind: 'chart',
        chart: {
          kind: 'bar',
          direction: 'horizontal',
          title: 'Rows by the number of their feasible values',
          description: 'A row with one feasible value is disclosed; the more values, the less a reader learns.',
          categories: bins.map(([label]) => label),
          series: [
            { name: 'rows', values: bins.map(([, from, to]) => counts.filter((c) => c >= from && c <= to).length) },
          ],
          valueLabel: 'rows',
        },
      },
      {
        kind: 'table',
        caption: 'Bounds of every cell',
        columns: [
          { title: 'Row' },
          ...found.columns.map((column) => ({ title: Object.values(column).join(', '), align: 'right' as const })),
        ],
        rows: found.table.map((row) => [
          Object.values(row.row).join(', '),
          ...row.bounds.map(([lower, upper]) => (lower === upper ? String(lower) : `${lower}–${upper}`)),
        ]),
        file,
      },
    ],
  }
}

/** How many feasible values a row has: multipliers, or the most of any of its cells when shares are rounded. */
export function valuesOf(row: RowDocument): number {
  return row.counts === undefined ? sizeOf(row.multipliers) : Math.max(...row.counts.map(sizeOf))
}
