/** The report of several releases audited together: the verdict, then every cell with its bounds. */
import type { Report, Section } from '../../release/index.ts'
import { asHeading } from '../../spec/index.ts'
import type { LinkedCell, LinkedDocument } from './linked-audit.ts'
import { verdictWords } from './linked-verdict.ts'
import { totalNotice } from './totals.ts'

export function linkedReport(title: string, found: LinkedDocument, file: string): Report {
  const { cells, n, releases, small, variables } = found
  return {
    title,
    subtitle: `Audit of ${releases.length} release${releases.length === 1 ? '' : 's'} of the same ${found.counted} together`,
    summary: [
      { label: 'Small counts disclosed', value: cells.smallDisclosed, note: `above 0 and below ${small}` },
      { label: 'Cells disclosed', value: cells.disclosed, note: `of ${cells.all - cells.zero} above 0` },
      { label: 'By margins alone', value: cells.byMargins.disclosed, note: 'cells that tables of counts disclose' },
      { label: asHeading(found.counted), value: n },
    ],
    sections: [verdictSection(found), cellSection(found, variables, file)],
  }
}

/** The verdict on all cells, a sentence each. */
export function linkedVerdict({ cells, known: facts, small, releases }: LinkedDocument): readonly string[] {
  const counted = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`
  const from = `${releases.length === 1 ? 'this release' : 'these releases'}${facts === 0 ? '' : ' and what is known'}`
  const larger = cells.disclosed - cells.smallDisclosed
  const first =
    cells.smallDisclosed > 0
      ? `${counted(cells.smallDisclosed, 'count')} below ${small} can be worked out from ${from}.`
      : `No count below ${small} was worked out from ${from}${larger === 0 ? '' : `; ${counted(larger, 'larger count')} can be`}.`
  const { disclosed, small: known } = cells.byMargins
  return [
    first,
    ...(cells.knownSmall === 0 ? [] : [`${counted(cells.knownSmall, 'more cell')} must be below ${small}.`]),
    ...(disclosed === 0 ? [] : [`Margins (tables of counts) alone disclose ${counted(disclosed, 'cell')}.`]),
    ...(known === 0 ? [] : [`Margins alone show that ${counted(known, 'more cell')} must be below ${small}.`]),
    ...(cells.unproved === 0
      ? []
      : [`The bounds of ${counted(cells.unproved, 'cell')} hold but may not be the tightest: more may be disclosed.`]),
  ]
}

function verdictSection(found: LinkedDocument): Section {
  const { cells, known, n, releases } = found
  const tone = cells.smallDisclosed > 0 ? 'danger' : cells.disclosed + cells.knownSmall > 0 ? 'warn' : 'info'
  return {
    title: 'Verdict',
    blocks: [
      { kind: 'notice', tone, text: linkedVerdict(found).join(' ') },
      ...totalNotice(found.totals),
      {
        kind: 'paragraph',
        text:
          `A reader has these releases and the number of ${found.counted} (${n.toLocaleString('en')}): ${releases.join('; ')}. ` +
          (known === 0
            ? ''
            : `The reader knows ${known === 1 ? 'one fact' : `${known} facts`} beforehand (\`known\`). `) +
          'a,b is a table of counts, which is also called a margin; c|a,b are the shares of c within a and b, c|a,b@2 the same rounded to 2 decimals.',
      },
      {
        kind: 'paragraph',
        text: 'This page tells what the releases would tell. It is as confidential as they are until all of them are out.',
      },
    ],
  }
}

/** Disclosed cells first, the smallest before the others; known zeros last. */
function cellSection({ table }: LinkedDocument, variables: readonly string[], file: string): Section {
  return {
    title: 'What a reader can work out',
    blocks: [
      {
        kind: 'table',
        caption: 'The least and the most that each count can be, the narrowest first',
        columns: [
          ...variables.map((title) => ({ title })),
          { title: 'Least', align: 'right' },
          { title: 'Most', align: 'right' },
          { title: 'Bounds' },
          { title: 'Verdict' },
        ],
        rows: byWidth(table).map(({ cell, lower, upper, exact, verdict }) => [
          ...Object.values(cell),
          lower.toLocaleString('en'),
          upper.toLocaleString('en'),
          exact ? 'the tightest' : 'hold',
          upper === 0 ? 'known to be 0' : verdictWords(verdict),
        ]),
        file,
      },
    ],
  }
}

/** The narrowest first, the smallest of one width before the others, known zeros last. */
export function byWidth(table: readonly LinkedCell[]): LinkedCell[] {
  return [...table].sort(
    (a, b) =>
      Number(a.upper === 0) - Number(b.upper === 0) || a.upper - a.lower - (b.upper - b.lower) || a.upper - b.upper,
  )
}
