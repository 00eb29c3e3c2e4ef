/** What is shown of an audit, for people and for programs. */
import type { Manifest } from '../../release/index.ts'
import type { Release } from '../../run/capability.ts'
import { Page, type Shown } from '../../run/page.ts'
import { wrote } from '../../run/release-lines.ts'
import { togetherWords } from '../linked-versions.ts'
import { designWords } from './design-words.ts'
import type { AuditDocument, FindingDocument } from './document.ts'
import type { AuditFigures } from './figures.ts'
import type { AuditJob } from './job.ts'
import type { LinkedDocument } from './linked-audit.ts'
import { byWidth, linkedVerdict } from './linked-report.ts'
import { verdictWords } from './linked-verdict.ts'
import type { AuditPlan } from './plan.ts'
import { ONCE, verdict } from './report.ts'
import { showCells } from './show-cells.ts'
import { strictAudit, strictCells, strictLinked, strictSuggest, strictVersions } from './strict.ts'
import type { SuggestDocument, SuggestedDesign } from './suggest-designs.ts'
import type { VersionsDocument } from './versions-audit.ts'

export function showAuditRelease({ out, manifest, figures }: Release<AuditFigures>, { strict }: AuditJob): Shown {
  const written = out === null || manifest === null ? undefined : { out, manifest }
  const { shown, complaint } = shownFigures(figures, written)
  return strict === true && complaint !== undefined ? { ...shown, complaint } : shown
}

/** With what speaks against the table. */
function shownFigures(
  figures: AuditFigures,
  written: Written | undefined,
): { shown: Shown; complaint?: string | undefined } {
  switch (figures.kind) {
    case 'published':
      return { shown: showPublished(figures, written!) }
    case 'releases':
      return { shown: showLinked(figures.found, written), complaint: strictLinked(figures.found) }
    case 'versions':
      return { shown: showVersions(figures.found), complaint: strictVersions(figures.found) }
    case 'figures':
      return { shown: showCells(figures.found), complaint: strictCells(figures.found) }
    case 'suggest':
      return { shown: showSuggestions(figures.found), complaint: strictSuggest(figures.found) }
    case 'table':
      return { shown: showAudit(figures.found, written), complaint: strictAudit(figures.found) }
  }
}

const KINDS: Readonly<Record<AuditPlan['kind'], string>> = {
  table: 'The audit of a table made from data',
  publish: 'The publication of a table, if no small count can be worked out from it',
  shares: 'The audit of shares that are read',
  figures: 'The audit of a finished table',
  releases: 'The audit of several releases together',
  suggest: 'A search for designs that disclose no small count',
  versions: 'The audit of anonymised versions of the same records',
}

export function showAuditPlan(plan: AuditPlan): Shown {
  const page = new Page()
  page.print(`${KINDS[plan.kind]}: ${plan.request}.`)
  if (plan.variables.length > 0) {
    page.print()
    page.table(
      ['variable', 'levels'],
      plan.variables.map(({ name, levels }) => [name, levels]),
    )
  }
  page.print('\nNothing is drawn or spent, and nothing is protected: an audit shows what a table discloses.')
  return page.shown({ audit: plan })
}

/** The folder that was written. */
export interface Written {
  readonly out: string
  readonly manifest: Manifest
}

/** "12,345 visits", or "9,876 patients, each once in a cell". */
function countWords({ n, counted, person }: AuditDocument): string {
  return `${n.toLocaleString('en')} ${counted}${person === null ? '' : `, ${ONCE}`}`
}

function slackWords({ slack }: AuditDocument): string {
  if (slack === null) return ''
  return slack === 0
    ? ', all of them in the smallest counts with these shares'
    : `; ${slack.toLocaleString('en')} could be in any row`
}

/** Findings and cells listed on a terminal; the rest is in --json and --out. */
const SHOWN = 20

function showAudit(found: AuditDocument, written: Written | undefined): Shown {
  const page = new Page()
  const { shape, rows, cells } = found
  page.print(`${shape.rows} x ${shape.columns} table of shares, ${countWords(found)}${slackWords(found)}`)
  page.print(
    `Rows:  ${rows.disclosed} disclosed, ${rows.zero} without ${found.counted}${rows.unit ? `, ${rows.unit} in one column alone` : ''}`,
  )
  page.print(
    `Cells: ${cells.disclosed} above 0 disclosed, ${cells.smallDisclosed} of them below ${found.rules.small}; ${cells.zero} known to be 0`,
  )
  page.print()
  page.mark(
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
    page.print()
    showFindings(page, worst.slice(0, SHOWN))
    if (worst.length > SHOWN) page.print(`and ${worst.length - SHOWN} more: see --json or --out`)
  }
  if (written !== undefined) {
    page.print()
    wrote(page, written.out, written.manifest)
  }
  return page.shown({ ...found, out: written?.out })
}

/** What was published: nothing that the folder does not hold. */
function showPublished({ found, design }: Extract<AuditFigures, { kind: 'published' }>, written: Written): Shown {
  const page = new Page()
  const { out } = written
  const { n, shape, decimals, rounding, rules } = found
  const shares =
    decimals === null
      ? 'exact shares'
      : `shares rounded to ${decimals} decimal${decimals === 1 ? '' : 's'} (${rounding})`
  page.print(
    `${design.columns.join(', ')} by ${design.rows.join(', ')}: ${shape.rows} x ${shape.columns} table of ${shares}, ${countWords(found)}`,
  )
  page.mark('ok', `No count below ${rules.small} can be worked out from it.`, '')
  if (decimals === 0)
    page.mark('warning', 'With 0 decimals every share is 0 or 1.', 'With --decimals 2 a share of 24 % is 0.24.')
  for (const line of designWords(design)) page.print(line)
  wrote(page, out, written.manifest)
  return page.shown({ out, n, shape, ...design, decimals, rounding, small: rules.small, smallDisclosed: 0 })
}

/** Reasons are few and long: each is printed once, under the table, and named by a letter in it. */
function showFindings(page: Page, findings: readonly FindingDocument[]): void {
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
  page.table(['row', 'column', 'count', 'verdict', 'because'], lines)
  for (const reason of reasons) page.print(`  ${letter(reason)}: ${reason}`)
}

function showLinked(found: LinkedDocument, written: Written | undefined): Shown {
  const page = new Page()
  const { cells, n, releases, variables, small } = found
  const more = written === undefined ? 'see --json or --out' : `see ${written.out}`
  page.print(
    `${releases.length} release${releases.length === 1 ? '' : 's'} of ${n.toLocaleString('en')} ${found.counted}, together: ${releases.join('; ')}`,
  )
  page.print(
    `Of ${cells.all} cells of ${variables.join(' x ')}: ${cells.disclosed} above 0 disclosed, ${cells.smallDisclosed} of them below ${small}; ${cells.zero} known to be 0`,
  )
  page.print()
  const [first, ...rest] = linkedVerdict(found)
  const doubtful = cells.disclosed + cells.knownSmall + cells.unproved > 0
  page.mark(cells.smallDisclosed > 0 ? 'wrong' : doubtful ? 'warning' : 'ok', first, '')
  for (const line of rest) page.print(line)
  const narrow = byWidth(found.table).filter(({ upper }) => upper > 0)
  page.print()
  page.table(
    ['cell', 'least', 'most', 'bounds', 'verdict'],
    narrow
      .slice(0, SHOWN)
      .map((c) => [
        Object.values(c.cell).join(', '),
        c.lower,
        c.upper,
        c.exact ? 'tightest' : 'hold',
        verdictWords(c.verdict),
      ]),
  )
  if (narrow.length > SHOWN) page.print(`and ${narrow.length - SHOWN} more: ${more}`)
  const loose = found.table.filter(({ exact }) => !exact).map(({ cell }) => Object.values(cell).join(', '))
  if (loose.length > 0) {
    const others = loose.length > SHOWN ? `; and ${loose.length - SHOWN} more: ${more}` : ''
    page.print(`\nBounds that hold but may not be the tightest: ${loose.slice(0, SHOWN).join('; ')}${others}`)
  }
  if (written !== undefined) {
    page.print()
    wrote(page, written.out, written.manifest)
  }
  return page.shown({ ...found, out: written?.out })
}

function apartWords(apart: SuggestDocument['missingApart']): string {
  return apart.map(({ variable, levels }) => `${variable} (${levels.join(', ')})`).join('; ')
}

function showVersions(found: VersionsDocument): Shown {
  const page = new Page()
  page.print(
    `${found.records.toLocaleString('en')} records in ${found.pairs.length === 1 ? 'two versions' : 'several versions, pair by pair'}`,
  )
  for (const { first, second, k, ...together } of found.pairs) {
    page.print(`\n${first} and ${second}`)
    page.mark(together.belowK > 0 ? 'wrong' : 'ok', togetherWords(together, k), '')
  }
  return page.shown(found)
}

function showSuggestions(found: SuggestDocument): Shown {
  const page = new Page()
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
  page.print(
    `The table given: ${found.start.shape.rows} x ${found.start.shape.columns}, ${found.start.smallDisclosed} small counts disclosed.`,
  )
  page.print(`\nDesigns that disclose no small count, most detailed first:\n`)
  if (found.safe.length === 0)
    page.print(
      `(none found) ${found.complete ? 'Leave out a variable.' : 'Leave out a variable, merge levels beforehand (--merge), or search longer (--time).'}`,
    )
  else page.table(head, found.safe.slice(0, SHOWN).map(line))
  page.print(`\nThe most detail for each number of small counts disclosed, with the sides as given:\n`)
  page.table(head, found.frontier.slice(-SHOWN).map(line))
  const more = found.frontier.length - SHOWN
  if (more > 0) page.print(`and ${more.toLocaleString('en')} that disclose more: see --json`)
  if (found.missingApart.length > 0)
    page.print(
      `\nMissing or unknown values were merged with no level: ${apartWords(found.missingApart)}. --merge-missing allows it.`,
    )
  if (found.countedTwice !== null)
    page.print(
      `\nSome ${found.countedTwice} are in several cells. Here a merged cell counts them as often; the table of a design counts each once, and is audited anew (--publish, or --merge with what is printed).`,
    )
  const ended = found.complete ? 'The search is complete.' : 'The time was up: there may be better ones.'
  page.print(`\n${found.evaluated.toLocaleString('en')} designs audited in ${found.seconds.toFixed(1)} s. ${ended}`)
  return page.shown(found)
}
