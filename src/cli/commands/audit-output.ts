/** What `tacet audit` prints for people, and as JSON. */
import type {
  AuditDocument,
  AuditFigures,
  byWidth,
  FindingDocument,
  LinkedDocument,
  linkedVerdict,
  SuggestDocument,
  SuggestedDesign,
  verdict as verdictOf,
  verdictWords,
} from '../../jobs/index.ts'
import type { Manifest } from '../../release/index.ts'
import type { WorkTerminal } from '../command.ts'
import { wrote } from '../release-lines.ts'

/** The folder that was written. */
export interface Written {
  readonly out: string
  readonly manifest: Manifest
}

/** Findings and cells listed on a terminal; the rest is in --json and --out. */
const SHOWN = 20

export function showAudit(
  terminal: WorkTerminal,
  found: AuditDocument,
  written: Written | undefined,
  verdict: typeof verdictOf,
): void {
  const { n, shape, rows, cells, slack } = found
  terminal.print(
    `${shape.rows} x ${shape.columns} table of shares, ${n.toLocaleString('en')} records${slack === null ? '' : `, slack ${slack.toLocaleString('en')}`}`,
  )
  terminal.print(
    `Rows:  ${rows.disclosed} disclosed, ${rows.zero} without records${rows.unit ? `, ${rows.unit} with reduced sum 1` : ''}`,
  )
  terminal.print(
    `Cells: ${cells.disclosed} above 0 disclosed, ${cells.smallDisclosed} of them below ${found.rules.small}; ${cells.zero} known to be 0`,
  )
  terminal.print()
  terminal.mark(
    cells.smallDisclosed > 0
      ? 'wrong'
      : found.findings.length + found.hidden.length > 0 || !found.exact
        ? 'warning'
        : 'ok',
    verdict(found),
    '',
  )
  const worst = [...found.findings].sort(
    (a, b) => Number(b.small) - Number(a.small) || a.values - b.values || a.upper - b.upper,
  )
  if (worst.length > 0) {
    terminal.print()
    showFindings(terminal, worst.slice(0, SHOWN))
    if (worst.length > SHOWN) terminal.print(`and ${worst.length - SHOWN} more: see --json or --out`)
  }
  if (written !== undefined) {
    terminal.print()
    wrote(terminal, written.out, written.manifest)
  }
  terminal.result({ ...found, out: written?.out })
}

/** What was published: nothing that the folder does not hold. */
export function showPublished(
  terminal: WorkTerminal,
  { found, design }: Extract<AuditFigures, { kind: 'published' }>,
  written: Written,
): void {
  const { out } = written
  const { n, shape, decimals, rounding, rules } = found
  const shares =
    decimals === null
      ? 'exact shares'
      : `shares rounded to ${decimals} decimal${decimals === 1 ? '' : 's'} (${rounding})`
  terminal.print(
    `${design.columns.join(', ')} by ${design.rows.join(', ')}: ${shape.rows} x ${shape.columns} table of ${shares}, ${n.toLocaleString('en')} records`,
  )
  terminal.mark('ok', `No count below ${rules.small} can be worked out from it.`, '')
  if (decimals === 0)
    terminal.mark('warning', 'With 0 decimals every share is 0 or 1.', 'With --decimals 2 a share of 24 % is 0.24.')
  wrote(terminal, out, written.manifest)
  terminal.result({ out, n, shape, ...design, decimals, rounding, small: rules.small, smallDisclosed: 0 })
}

/** Reasons are few and long: each is printed once, under the table, and named by a letter in it. */
function showFindings(terminal: WorkTerminal, findings: readonly FindingDocument[]): void {
  const reasons = [...new Set(findings.map(({ reason }) => reason))]
  const letter = (reason: string): string => String.fromCharCode(97 + reasons.indexOf(reason))
  const lines = findings.map((f) => [
    f.row,
    f.column,
    f.lower === f.upper
      ? f.lower.toLocaleString('en')
      : `${f.lower.toLocaleString('en')} to ${f.upper.toLocaleString('en')}`,
    f.kind,
    letter(f.reason),
  ])
  terminal.table(['row', 'column', 'count', 'verdict', 'because'], lines)
  for (const reason of reasons) terminal.print(`  ${letter(reason)}: ${reason}`)
}

/** The words for verdicts, which live where reports are made. */
export interface LinkedWords {
  readonly linkedVerdict: typeof linkedVerdict
  readonly verdictWords: typeof verdictWords
  readonly byWidth: typeof byWidth
}

export function showLinked(
  terminal: WorkTerminal,
  found: LinkedDocument,
  written: Written | undefined,
  words: LinkedWords,
): void {
  const { cells, n, releases, variables, small } = found
  const more = written === undefined ? 'see --json or --out' : `see ${written.out}`
  terminal.print(
    `${releases.length} release${releases.length === 1 ? '' : 's'} of ${n.toLocaleString('en')} records, together: ${releases.join('; ')}`,
  )
  terminal.print(
    `Of ${cells.all} cells of ${variables.join(' x ')}: ${cells.disclosed} above 0 disclosed, ${cells.smallDisclosed} of them below ${small}; ${cells.zero} known to be 0`,
  )
  terminal.print()
  const [first, ...rest] = words.linkedVerdict(found)
  const doubtful = cells.disclosed + cells.knownSmall + cells.unproved > 0
  terminal.mark(cells.smallDisclosed > 0 ? 'wrong' : doubtful ? 'warning' : 'ok', first, '')
  for (const line of rest) terminal.print(line)
  const narrow = words.byWidth(found.table).filter(({ upper }) => upper > 0)
  terminal.print()
  terminal.table(
    ['cell', 'least', 'most', 'bounds', 'verdict'],
    narrow
      .slice(0, SHOWN)
      .map((c) => [
        Object.values(c.cell).join(', '),
        c.lower,
        c.upper,
        c.exact ? 'tightest' : 'hold',
        words.verdictWords(c.verdict),
      ]),
  )
  if (narrow.length > SHOWN) terminal.print(`and ${narrow.length - SHOWN} more: ${more}`)
  const loose = found.table.filter(({ exact }) => !exact).map(({ cell }) => Object.values(cell).join(', '))
  if (loose.length > 0) {
    const others = loose.length > SHOWN ? `; and ${loose.length - SHOWN} more: ${more}` : ''
    terminal.print(`\nBounds that hold but may not be the tightest: ${loose.slice(0, SHOWN).join('; ')}${others}`)
  }
  if (written !== undefined) {
    terminal.print()
    wrote(terminal, written.out, written.manifest)
  }
  terminal.result({ ...found, out: written?.out })
}

export function showSuggestions(terminal: WorkTerminal, found: SuggestDocument): void {
  const head = ['detail kept', 'shape', 'small', 'rows', 'columns', 'omitted', 'merged']
  const line = (d: SuggestedDesign): string[] => [
    `${(100 * d.kept).toFixed(1)} %`,
    `${d.shape.rows} x ${d.shape.columns}`,
    String(d.smallDisclosed),
    d.rows.join(','),
    d.columns.join(','),
    d.omitted.join(','),
    d.merges.join('; '),
  ]
  terminal.print(
    `The table given: ${found.start.shape.rows} x ${found.start.shape.columns}, ${found.start.smallDisclosed} small counts disclosed.`,
  )
  terminal.print(`\nDesigns that disclose no small count, most detailed first:\n`)
  if (found.safe.length === 0)
    terminal.print(
      `(none found) ${found.complete ? 'Leave out a variable.' : 'Leave out a variable, merge levels beforehand (--merge), or search longer (--time).'}`,
    )
  else terminal.table(head, found.safe.slice(0, SHOWN).map(line))
  terminal.print(`\nThe most detail for each number of small counts disclosed, with the sides as given:\n`)
  terminal.table(head, found.frontier.slice(-SHOWN).map(line))
  const more = found.frontier.length - SHOWN
  if (more > 0) terminal.print(`and ${more.toLocaleString('en')} that disclose more: see --json`)
  if (found.missingApart.length > 0)
    terminal.print(
      `\nMissing values of ${found.missingApart.join(', ')} were merged with no level; --merge-missing allows it.`,
    )
  const ended = found.complete ? 'The search is complete.' : 'The time was up: there may be better ones.'
  terminal.print(`\n${found.evaluated.toLocaleString('en')} designs audited in ${found.seconds.toFixed(1)} s. ${ended}`)
  terminal.result(found)
}
