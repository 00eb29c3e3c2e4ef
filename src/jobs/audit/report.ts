/** The report of an audit: what the table discloses, cell by cell, and why. */
import type { Block, Fact, Report, Section } from '../../release/index.ts'
import { asHeading } from '../../spec/index.ts'
import { type AuditDocument, type FindingDocument, type RowDocument, sizeOf } from './document.ts'
import { hiddenWords } from './hidden-words.ts'
import { totalNotice } from './totals.ts'

const KINDS: Readonly<Record<FindingDocument['kind'], string>> = {
  disclosed: 'disclosed',
  'nearly-disclosed': 'nearly disclosed',
  narrow: 'interval too narrow',
  'known-small': 'known to be small',
  zero: 'known to be 0',
}

/** Rounding rule, in parentheses. */
export const ROUNDED: Readonly<Record<NonNullable<AuditDocument['rounding']>, string>> = {
  'half-up': ' (halves were rounded up)',
  'half-even': ' (halves were rounded to the even digit)',
  unknown: ' (how halves were rounded is not known)',
}

/** How people are counted where each may have several lines. */
export const ONCE = 'each once in a cell'

export function auditReport(title: string, found: AuditDocument, file: string): Report {
  const { cells, rows, shape, n } = found
  const reasons = reasonsOf(found.findings)
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
      { label: 'Rows disclosed', value: rows.disclosed, note: `of ${shape.rows - rows.zero} with ${found.counted}` },
      { label: asHeading(found.counted), value: n, ...(found.person !== null && { note: ONCE }) },
    ],
    sections: [
      verdictSection(found),
      crossSection(found, reasons, file),
      ...(found.findings.length === 0 ? [] : [findingsSection(found, reasons, file)]),
      valuesSection(found),
    ],
  }
}

/** The verdict in a sentence. */
export function verdict({ cells, findings, exact, hidden, rules }: AuditDocument): string {
  const below = `below ${rules.small} can be worked out`
  const small = `${cells.smallDisclosed} count${cells.smallDisclosed === 1 ? '' : 's'} ${below} from these shares.`
  if (!exact) {
    const outer = 'Some intervals are outer bounds: more may be disclosed than is counted here.'
    return cells.smallDisclosed > 0 ? `${small} ${outer}` : outer
  }
  if (cells.smallDisclosed > 0) return small
  if (hidden.length > 0) return hiddenWords(hidden)
  if (findings.length === 0) return `No count ${below}, and no cell breaks a rule that was set.`
  return findings.length === cells.disclosed && findings.every(({ kind }) => kind === 'disclosed')
    ? `No count ${below}; ${findings.length} larger count${findings.length === 1 ? '' : 's'} can.`
    : `No count ${below}; ${findings.length} cells break a rule that was set.`
}

function verdictSection(found: AuditDocument): Section {
  const bad = found.cells.smallDisclosed > 0
  const explained =
    found.decimals === null
      ? `The shares show each row's counts up to a common factor. The factors must make up the total of ${readable(found.n)}; ` +
        `after the smallest counts, ${readable(found.slack ?? 0)} ${found.counted} are left to place.`
      : `Each share is known to within half of its last decimal${ROUNDED[found.rounding ?? 'unknown']}, and the counts must add up to ${readable(found.n)}.`
  const blocks: Block[] = [
    {
      kind: 'notice',
      tone: bad ? 'danger' : found.findings.length + found.hidden.length > 0 ? 'warn' : 'info',
      text: verdict(found),
    },
    ...totalNotice(found.totals),
    { kind: 'paragraph', text: explained },
    {
      kind: 'paragraph',
      text: 'This page tells what the table would tell. It is as confidential as the table until the table is out.',
    },
  ]
  return { title: 'Verdict', blocks }
}

/** What a reader can work out, cell by cell, in the form of the table itself; every reason once, by its letter. */
function crossSection(found: AuditDocument, reasons: Reasons, file: string): Section {
  const broken = new Map(found.findings.map((finding) => [`${finding.row}\n${finding.column}`, finding]))
  const text = (row: RowDocument, c: number): string => {
    const [lower, upper] = row.bounds[c]
    const bounds = lower === upper ? readable(lower) : `${readable(lower)}–${readable(upper)}`
    const finding = broken.get(`${nameOfSide(row.row)}\n${nameOfSide(found.columns[c])}`)
    if (finding === undefined) return bounds
    return `${finding.small ? '! ' : '= '}${bounds} ${reasons.letterOf(finding.reason)}`
  }
  return {
    title: 'What a reader can work out',
    blocks: [
      {
        kind: 'table',
        caption: 'The counts behind the shares: one number where it is certain, else the least and the most',
        columns: [
          { title: Object.keys(found.table[0]?.row ?? {}).join(', ') },
          ...found.columns.map((column) => ({ title: Object.values(column).join(', '), align: 'right' as const })),
        ],
        rows: found.table.map((row) => [Object.values(row.row).join(', '), ...row.bounds.map((_, c) => text(row, c))]),
        file,
      },
      ...(found.findings.length === 0 ? [] : [markNote(found), { kind: 'facts', facts: reasons.facts } as const]),
    ],
  }
}

function markNote({ rules }: AuditDocument): Block {
  return {
    kind: 'paragraph',
    text: `! marks a cell with a count below ${rules.small} that breaks a rule, = any other cell that does. The letter says why.`,
  }
}

const readable = (count: number): string => count.toLocaleString('en')

const nameOfSide = (side: Readonly<Record<string, string>>): string =>
  Object.entries(side)
    .map(([variable, level]) => `${variable} = ${level}`)
    .join(', ')

interface Reasons {
  readonly facts: readonly Fact[]
  letterOf(reason: string): string
}

/** a, b, ... z, aa, ab, in the order in which they are met. */
function reasonsOf(findings: readonly FindingDocument[]): Reasons {
  const known = [...new Set(findings.map(({ reason }) => reason))]
  const letter = (k: number): string =>
    k < 26 ? String.fromCharCode(97 + k) : letter(Math.floor(k / 26) - 1) + letter(k % 26)
  return {
    facts: known.map((value, k) => ({ label: letter(k), value })),
    letterOf: (reason) => letter(known.indexOf(reason)),
  }
}

function findingsSection(found: AuditDocument, reasons: Reasons, file: string): Section {
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
          f.lower === f.upper ? readable(f.lower) : `${readable(f.lower)} to ${readable(f.upper)}`,
          reasons.letterOf(f.reason),
        ]),
        file,
      },
    ],
  }
}

/** How many rows have how many feasible tables of counts. */
function valuesSection(found: AuditDocument): Section {
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
    ],
  }
}

/** How many feasible values a row has: multipliers, or the most of any of its cells when shares are rounded. */
export function valuesOf(row: RowDocument): number {
  return row.counts === undefined ? sizeOf(row.multipliers) : Math.max(...row.counts.map(sizeOf))
}
