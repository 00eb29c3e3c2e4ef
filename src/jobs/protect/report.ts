/** The report of a protected table, for readers: what was done, the table, how wide the intervals are, what is not covered. */
import type { Block, Report, Section } from '../../release/index.ts'
import type { Compared, ProtectedTable } from './result.ts'
import { gapOf } from './search-gap.ts'

export function protectReport(title: string, figure: string, found: ProtectedTable, file: string): Report {
  const { figures, statement } = found
  return {
    title,
    subtitle: SUBTITLES[figures.method],
    summary: summaryOf(found),
    sections: [
      { title: 'What is guaranteed', blocks: [...statement.map(paragraph), NOT_COVERED] },
      tableSection(figure, found, file),
      ...(figures.intervals === null ? [] : [intervalSection(found)]),
    ],
  }
}

const SUBTITLES: Readonly<Record<ProtectedTable['figures']['method'], string>> = {
  suppress: 'A table with cells withheld',
  round: 'A rounded table',
  cellkey: 'A table of perturbed counts',
  compare: 'Methods compared on one table',
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

const NOT_COVERED: Block = {
  kind: 'notice',
  tone: 'warn',
  title: 'Not covered',
  text: 'Other tables of the same data that were not looked at together with this one, tables of other versions of the data, parts of the population that are chosen by a filter, and readers who know more than is stated here.',
}

function summaryOf({ figures }: ProtectedTable): Report['summary'] {
  const { cells, withheld, search, change } = figures
  return [
    { label: 'Cells', value: cells },
    ...(search === null ? [] : [{ label: 'Withheld', value: withheld, note: gapOf(search) }]),
    ...(change === null ? [] : [{ label: 'Largest change', value: change.largest }]),
  ]
}

const SHOWN = 60

function tableSection(figure: string, { contents: { system }, published }: ProtectedTable, file: string): Section {
  const { variables, codes } = system
  const rows = published
    .slice(0, SHOWN + 1)
    .map((text, cell) => [...variables.map(({ codes: names }, v) => names[codes[cell * variables.length + v]]), text])
  while (rows.length < published.length) rows.push([])
  const columns = [...variables.map(({ name }) => ({ title: name })), { title: figure, align: 'right' as const }]
  return {
    title: 'The table',
    blocks: [{ kind: 'table', caption: 'As it is published', columns, rows, limit: SHOWN, file }],
  }
}

function intervalSection({ figures: { intervals } }: ProtectedTable): Section {
  if (intervals === null) return { title: '', blocks: [] }
  const percent = (share: number | null): string => (share === null ? 'none' : `${(100 * share).toFixed(1)} %`)
  return {
    title: 'What can be worked out',
    blocks: [
      paragraph(
        'Anybody can bound a withheld cell by the published ones and the sums. These are the exact bounds, from the published table alone.',
      ),
      {
        kind: 'facts',
        facts: [
          { label: 'Withheld cells', value: intervals.withheld },
          { label: 'Known exactly', value: intervals.exact },
          { label: 'Without an upper bound', value: intervals.unbounded },
          { label: 'Narrowest interval', value: percent(intervals.narrowest), note: 'of its upper end' },
          { label: 'Median interval', value: percent(intervals.median), note: 'of its upper end' },
          { label: 'Cells that hang together at most', value: intervals.largestComponent },
        ],
      },
    ],
  }
}

/** What each method costs readers, side by side. */
export function comparedSection(compared: readonly Compared[], file: string): Section {
  return {
    title: 'The methods side by side',
    blocks: [
      {
        kind: 'table',
        caption: 'On the same cells',
        columns: COMPARED_HEAD.map((title) => ({ title })),
        rows: compared.map(comparedRow),
        file,
      },
    ],
  }
}

export const COMPARED_HEAD: readonly string[] = [
  'method',
  'cells lost',
  'amount lost',
  'mean error',
  'largest error',
  'adds up',
  'unprotected',
]

export function comparedRow(one: Compared): string[] {
  const number = (value: number | null): string => (value === null ? '-' : String(Number(value.toPrecision(4))))
  const { method, cellsLost, valueLost, meanError, largestError, additive, unprotected } = one
  if (cellsLost === null) return [method, 'no such table', '-', '-', '-', '-', '-']
  return [
    method,
    number(cellsLost),
    number(valueLost),
    number(meanError),
    number(largestError),
    additive ? 'yes' : 'no',
    number(unprotected),
  ]
}
