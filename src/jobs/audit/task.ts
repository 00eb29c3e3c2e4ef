/** What is to be audited, in the words of the data. */

import type { RoundingRule } from '../../bounds/index.ts'
import { besideSpec, compileSource, type OutputFormat, type Source } from '../../data/index.ts'
import { badField } from '../../request-error.ts'
import {
  type About,
  type LevelOrder,
  linesWord,
  type Merge,
  parseRelease,
  peopleWord,
  type Reading,
  type ReleaseText,
  type SpecAudit,
  type SpecFile,
  type SpecGrouping,
} from '../../spec/index.ts'
import { type HierarchyText, hierarchyTexts } from '../hierarchy.ts'
import { specFileOf } from '../spec-job.ts'
import type { AuditJob } from './job.ts'

export interface AuditRules {
  readonly small: number
  /** Every cell must keep at least this many units between its bounds. */
  readonly width: number
  /** Cells with up to this many feasible counts are nearly disclosed. */
  readonly few: number
  readonly zerosAllowed: boolean
}

/** What the counts of a table count. */
export interface Counted {
  readonly source: Source
  /** The column of counts, where a line stands for many. */
  readonly count: string | undefined
  /** What is counted, in the words of the spec; undefined where a column of counts says it by itself. */
  readonly lines: string | undefined
  /** The column of the person, where people are counted and not lines. */
  readonly person: string | undefined
  /** As a plural: visits, patients. */
  readonly counted: string
}

/** One table that is made from data. */
export interface TableTask extends Counted {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly merges: readonly Merge[]
  /** The order in which levels are published, where it is not that of the data. */
  readonly publishedOrders: readonly LevelOrder[]
  /** Variables whose levels have an order, in a search for designs. */
  readonly orders: readonly LevelOrder[]
  /** Variables whose levels are merged only along a tree, in a search for designs. */
  readonly hierarchies: readonly HierarchyText[]
  /** Whether a search may merge missing values with a level. */
  readonly mergeMissing: boolean
  readonly rules: AuditRules
  /** Shares are published with this many decimals; exact fractions without it. */
  readonly decimals: number | undefined
  readonly rounding: RoundingRule
  /** A file of what the reader may know already. */
  readonly known: string | undefined
}

/** A table of shares that is out already, or about to be. */
export interface SharesTask {
  readonly path: string
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** Long form: the column with the share. */
  readonly share: string | undefined
  /** Wide form: the columns with the shares. */
  readonly shares: readonly string[]
  readonly n: number
  readonly decimals: number | undefined
  readonly rounding: RoundingRule
  readonly rules: AuditRules
  readonly known: string | undefined
}

/** A finished table with withheld cells, from whatever made it. */
export interface FiguresTask {
  readonly path: string
  readonly read: Reading
  readonly variables: readonly string[]
  readonly groupings: readonly SpecGrouping[]
  readonly total: string
  readonly isFinished: true
  /** The column of figures. */
  readonly figure: string
  /** What a cell without a line is. */
  readonly absent: 'refuse' | 'zero' | 'withheld'
  /** Figures are rounded to multiples of this. */
  readonly base: number | undefined
  readonly mayBeNegative: boolean
  /** Percent. */
  readonly within: number
  readonly small: number
}

/** Several releases of one table. */
export interface LinkedTask extends Counted {
  readonly releases: readonly ReleaseText[]
  /** The variables of the table whose cells are bounded; all that are released without it. */
  readonly cells: readonly string[]
  readonly rounding: RoundingRule
  readonly merges: readonly Merge[]
  readonly publishedOrders: readonly LevelOrder[]
  readonly rules: AuditRules
  /** A file of what the reader may know already. */
  readonly known: string | undefined
  /** Seconds for all integer programs together; the bounds reached by then are returned. */
  readonly seconds: number
}

/** Anonymised versions of the records of a file. */
export interface VersionsTask {
  readonly path: string
  readonly read: Reading
  readonly folders: readonly string[]
}

/** A search for safe designs, one of which is taken. */
export interface DesignSearch {
  readonly moves: number
  readonly seconds: number
  /** Which of the safe designs, from 1. */
  readonly choose: number
}

export type AuditTask =
  | { readonly kind: 'table'; readonly task: TableTask; readonly n: number | undefined }
  | {
      readonly kind: 'publish'
      readonly task: TableTask
      readonly n: number | undefined
      readonly search: DesignSearch | undefined
    }
  | { readonly kind: 'shares'; readonly task: SharesTask }
  | { readonly kind: 'releases'; readonly task: LinkedTask }
  | { readonly kind: 'versions'; readonly task: VersionsTask }
  | { readonly kind: 'figures'; readonly task: FiguresTask }
  | { readonly kind: 'suggest'; readonly task: TableTask; readonly moves: number; readonly seconds: number }

export interface AskedAudit {
  readonly asked: AuditTask
  /** Of the spec, where it has one. */
  readonly title: string | undefined
  /** What was asked, as text. */
  readonly request: string
  readonly inputs: readonly string[]
  readonly about: About | undefined
  readonly output: { readonly format: OutputFormat; readonly spreadsheetSafe: boolean }
}

export function askedAudit(job: AuditJob): AskedAudit {
  const file = specFileOf(job.spec)
  const { about, audit, title, output } = file.spec
  if (audit === undefined)
    throw badField(
      'audit',
      'it is missing. Say which variables make rows and columns: audit: { rows: [..], columns: [..] }.',
    )
  const source = compileSource(file)
  const known = 'known' in audit && audit.known !== undefined ? besideSpec(file, audit.known) : undefined
  const given = { file, source, known }
  return {
    asked: taskOf(audit, given),
    title,
    request: file.text,
    inputs: [...(source.kind === 'file' ? [source.path] : []), ...(known === undefined ? [] : [known])],
    about,
    output,
  }
}

interface Given {
  readonly file: SpecFile
  readonly source: Source
  /** The path of the file of what a reader knows. */
  readonly known: string | undefined
}

type OfKind<K extends SpecAudit['kind']> = Extract<SpecAudit, { kind: K }>

function taskOf(audit: SpecAudit, given: Given): AuditTask {
  switch (audit.kind) {
    case 'releases':
      return { kind: 'releases', task: linkedTask(audit, given) }
    case 'versions':
      return { kind: 'versions', task: versionsTask(audit, given) }
    case 'cells':
    case 'shares':
      return { kind: 'shares', task: sharesTask(audit, given) }
    case 'figures':
      return { kind: 'figures', task: figuresTask(audit, given) }
    case 'suggest':
      return { kind: 'suggest', task: tableTask(audit, given), moves: audit.suggest.moves, seconds: audit.seconds }
    case 'table':
      return { kind: 'table', task: tableTask(audit, given), n: audit.n }
    case 'publish':
      return { kind: 'publish', task: publishedTask(audit, given), n: audit.n, search: undefined }
    case 'design':
      return { kind: 'publish', task: publishedTask(audit, given), n: audit.n, search: searchOf(audit) }
  }
}

function versionsTask({ versions }: OfKind<'versions'>, { file, source }: Given): VersionsTask {
  if (source.kind !== 'file') throw badField('source.file', 'records are read from a file. Name it here.')
  return { path: source.path, read: source.read ?? {}, folders: versions.map((folder) => besideSpec(file, folder)) }
}

/** The rules that a kind of audit has; the others ask nothing. */
function rulesOf(audit: Exclude<SpecAudit, { kind: 'versions' }>): AuditRules {
  const { small } = audit
  if (!('width' in audit)) return { small, width: 0, few: 1, zerosAllowed: true }
  const { width, few, zeros } = audit
  return { small, width, few, zerosAllowed: zeros === 'allowed' }
}

function mergesOf({ merge }: OfKind<'table' | 'releases'> | Pick<OfKind<'table'>, 'merge'>): readonly Merge[] {
  return Object.entries(merge).flatMap(([variable, groups]) =>
    Object.entries(groups).map(([name, levels]) => ({ variable, name, levels })),
  )
}

/** People, where the spec says whose lines are whose; else lines. */
function countedOf(audit: { readonly person?: string | undefined }, { spec }: SpecFile, source: Source): Counted {
  const { count, lines } = spec.source
  const person = audit.person ?? spec.privacy?.person?.column
  if (person !== undefined && count !== undefined)
    throw badField('person', 'with a column of counts a line is not one of a person. Leave one of them out.')
  return { source, count, lines, person, counted: person === undefined ? linesWord(spec) : peopleWord(spec) }
}

function figuresTask(audit: OfKind<'figures'>, { file, source }: Given): FiguresTask {
  const { rows, columns, subtotals, total, table, absent, base, negative, within, small } = audit
  if (source.kind !== 'file') throw badField('source.file', 'a finished table is read from a file. Name it here.')
  const variables = [...rows, ...columns]
  if (variables.length === 0)
    throw badField('rows', 'name the columns of the codes: those of the rows and of the columns.')
  const groupings = subtotals.map((one) => ('file' in one ? { ...one, file: besideSpec(file, one.file) } : one))
  const { path, read = {} } = source
  const asked = { variables, groupings, total, figure: table, absent, base, mayBeNegative: negative, within, small }
  return { path, read, isFinished: true, ...asked }
}

function linkedTask(audit: OfKind<'releases'>, { file, source, known }: Given): LinkedTask {
  const releases = audit.releases.map(parseRelease)
  return {
    ...countedOf(audit, file, source),
    releases,
    cells: audit.cells,
    rounding: roundingOf(audit, 'half-up', releases),
    merges: mergesOf(audit),
    publishedOrders: ordersOf(audit.order),
    rules: rulesOf(audit),
    known,
    seconds: audit.seconds,
  }
}

function sharesTask(audit: OfKind<'cells' | 'shares'>, { source, known }: Given): SharesTask {
  const { rows, n, decimals } = audit
  if (source.kind !== 'file') throw badField('source.file', 'shares are read from a file. Name it here.')
  if (n === undefined) throw badField('n', 'shares need the number of records behind them.')
  if (rows.length === 0) throw badField('rows', 'shares need the columns that name a row.')
  const columns = audit.kind === 'cells' ? audit.columns : []
  if (audit.kind === 'cells' && columns.length === 0)
    throw badField('columns', 'name the variables whose shares are in the column of `share`.')
  const share = audit.kind === 'cells' ? audit.share : undefined
  const shares = audit.kind === 'shares' ? audit.shares : []
  const read = { path: source.path, rows, columns, share, shares, n }
  return { ...read, decimals, rounding: roundingOf(audit, 'unknown'), rules: rulesOf(audit), known }
}

const NOT_ROUNDED = { decimals: undefined, rounding: undefined }

function tableTask(
  audit: OfKind<'table' | 'publish' | 'design' | 'suggest'>,
  { file, source, known }: Given,
): TableTask {
  const { rows, columns } = audit
  const { ordered = {}, hierarchies = {}, mergeMissing = false } = 'suggest' in audit ? audit.suggest : {}
  const { decimals, rounding } = audit.kind === 'suggest' ? NOT_ROUNDED : audit
  const task = {
    ...countedOf(audit, file, source),
    rows,
    columns,
    merges: mergesOf(audit),
    publishedOrders: ordersOf(audit.order),
    orders: ordersOf(ordered),
    hierarchies: hierarchyTexts(hierarchies, (name) => besideSpec(file, name)),
    mergeMissing,
    rules: rulesOf(audit),
    decimals,
    rounding: roundingOf({ decimals, rounding }, 'half-up'),
    known,
  }
  checkSearched(task)
  return task
}

function publishedTask(audit: OfKind<'publish' | 'design'>, given: Given): TableTask {
  if (audit.rounding === 'unknown')
    throw badField(
      'rounding',
      'what Tacet rounds is rounded by a rule that a reader can find out. Say half-up or half-even.',
    )
  if (audit.kind === 'publish' && 'choose' in audit.publish)
    throw badField('publish.choose', 'there is nothing to choose from. Search for designs (`suggest`) too.')
  return tableTask(audit, given)
}

function ordersOf(lists: Readonly<Record<string, readonly string[]>>): LevelOrder[] {
  return Object.entries(lists).map(([variable, levels]) => ({ variable, levels }))
}

/** The rule asked for; one that nothing is rounded by is refused. */
function roundingOf(
  { rounding, decimals }: { readonly rounding?: RoundingRule | undefined; readonly decimals?: number | undefined },
  usual: RoundingRule,
  releases: readonly ReleaseText[] = [],
): RoundingRule {
  if (rounding === undefined) return usual
  if (decimals === undefined && releases.every((release) => release.decimals === undefined))
    throw badField('rounding', 'nothing is rounded: no number of decimals is given. Give it, or leave this out.')
  return rounding
}

/** The search whose design is published. */
function searchOf({ suggest: { moves }, publish: { choose }, seconds }: OfKind<'design'>): DesignSearch {
  if (choose === undefined)
    throw badField('publish.choose', 'say which of the designs found is published: 1 is the most detailed.')
  return { moves, seconds, choose }
}

/** What a search is told of variables must be of variables that it looks at. */
function checkSearched({ orders, hierarchies, merges, rows, columns }: TableTask): void {
  const stray = orders.find(({ variable }) => ![...rows, ...columns].includes(variable))
  if (stray !== undefined) throw badField('suggest.ordered', `"${stray.variable}" is not among the rows and columns.`)
  for (const { column } of hierarchies) {
    if (![...rows, ...columns].includes(column))
      throw badField('suggest.hierarchies', `"${column}" is not among the rows and columns.`)
    const other = orders.some(({ variable }) => variable === column)
      ? 'an order'
      : merges.some(({ variable }) => variable === column)
        ? 'merges'
        : undefined
    if (other !== undefined)
      throw badField(
        'suggest.hierarchies',
        `"${column}" has a tree and ${other}. Give one of them: a tree says which levels merge.`,
      )
  }
}

/** What is audited, as a title. */
export function subjectOf(asked: AuditTask): string {
  if (asked.kind === 'versions') return `${asked.task.folders.join(', ')} together`
  if (asked.kind === 'releases') return `${asked.task.releases.map(({ text }) => text).join('; ')} together`
  if (asked.kind === 'figures') return `${asked.task.figure} by ${asked.task.variables.join(', ')}`
  const { rows, columns } = asked.task
  const shares = asked.kind === 'shares' ? asked.task.shares : []
  return `${columns.join(', ') || shares.join(', ')} by ${rows.join(', ')}`
}

/** The columns a task reads, each once. */
export function taskColumns({ rows, columns }: Pick<TableTask, 'rows' | 'columns'>): readonly string[] {
  const both = [...rows, ...columns]
  const twice = both.find((name, i) => both.indexOf(name) !== i)
  if (twice !== undefined)
    throw badField('columns', `"${twice}" is named twice. A variable makes rows or columns, once.`)
  if (rows.length === 0) throw badField('rows', 'an audit needs at least one variable that makes rows.')
  if (columns.length === 0) throw badField('columns', 'an audit needs at least one variable that makes columns.')
  return both
}
