/** What `tacet audit` prints for people, and as JSON. */
import type {
  AuditDocument,
  AuditFigures,
  FindingDocument,
  LinkedDocument,
  SuggestDocument,
  SuggestedDesign,
  verdict as verdictOf,
} from '../../jobs/index.ts'
import type { WorkTerminal } from '../command.ts'

/** Findings and cells listed on a terminal; the rest is in --json and --out. */
const SHOWN = 20

export function showAudit(
  terminal: WorkTerminal,
  found: AuditDocument,
  written: string | undefined,
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
    cells.smallDisclosed > 0 ? 'wrong' : found.findings.length > 0 || !found.exact ? 'warning' : 'ok',
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
    terminal.mark('ok', 'Wrote', `${written}: the bounds of every cell, evidence.json, report.html, manifest.json`)
  }
  terminal.result({ ...found, out: written })
}

/** What was published: nothing that the folder does not hold. */
export function showPublished(
  terminal: WorkTerminal,
  { found, design }: Extract<AuditFigures, { kind: 'published' }>,
  out: string,
): void {
  const { n, shape, decimals, rounding, rules } = found
  const shares =
    decimals === null
      ? 'exact shares'
      : `shares rounded to ${decimals} decimal${decimals === 1 ? '' : 's'} (${rounding})`
  terminal.print(
    `${design.columns.join(', ')} by ${design.rows.join(', ')}: ${shape.rows} x ${shape.columns} table of ${shares}, ${n.toLocaleString('en')} records`,
  )
  terminal.mark('ok', `No count below ${rules.small} can be worked out from it.`, '')
  terminal.mark('ok', 'Wrote', `${out}: table, evidence.json, report.html, manifest.json`)
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

export function showLinked(terminal: WorkTerminal, found: LinkedDocument): void {
  const { cells, n, releases, variables } = found
  terminal.print(`${releases.length} releases of ${n.toLocaleString('en')} records, together: ${releases.join('; ')}`)
  terminal.print(
    `Of ${cells.all} cells of ${variables.join(' x ')}: ${cells.disclosed} above 0 disclosed, ${cells.smallDisclosed} of them small; ` +
      `${cells.zero} known to be 0; ${cells.unproved} with a bound not proved to be the tightest`,
  )
  const narrow = [...found.table]
    .filter(({ upper }) => upper > 0)
    .sort((a, b) => a.upper - a.lower - (b.upper - b.lower) || a.upper - b.upper)
  const lines = narrow
    .slice(0, SHOWN)
    .map((c) => [Object.values(c.cell).join(', '), c.lower, c.upper, c.exact ? 'tightest' : 'holds', c.method])
  terminal.print()
  terminal.table(['cell', 'lower', 'upper', 'proved', 'by'], lines)
  if (narrow.length > SHOWN) terminal.print(`and ${narrow.length - SHOWN} more: see --json`)
  const loose = found.table.filter(({ exact }) => !exact).map(({ cell }) => Object.values(cell).join(', '))
  if (loose.length > 0) {
    const rest = loose.length > SHOWN ? `; and ${loose.length - SHOWN} more: see --json` : ''
    terminal.print(`\nBounds that hold but may not be the tightest: ${loose.slice(0, SHOWN).join('; ')}${rest}`)
  }
  terminal.result(found)
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
  if (found.safe.length === 0) terminal.print('(none found)')
  else terminal.table(head, found.safe.slice(0, SHOWN).map(line))
  terminal.print(`\nThe most detail for each number of small counts disclosed, with the sides as given:\n`)
  terminal.table(head, found.frontier.map(line))
  const ended = found.complete ? 'The search is complete.' : 'The time was up: there may be better ones.'
  terminal.print(`\n${found.evaluated.toLocaleString('en')} designs audited in ${found.seconds.toFixed(1)} s. ${ended}`)
  terminal.result(found)
}
