/** What is to be audited, in the words of the data: the same from flags and from a spec. */

import { z } from 'zod'
import type { RoundingRule } from '../../bounds/index.ts'
import { auditLevels, besideSpec, compileSource, type OutputFormat, type Source, withLevels } from '../../data/index.ts'
import { badField } from '../../request-error.ts'
import { type About, auditSection, parseRelease, type ReleaseText, reading, type SpecAudit } from '../../spec/index.ts'
import { type HierarchyText, hierarchyTexts } from '../hierarchy.ts'
import { specFileOf, specRef } from '../spec-job.ts'
import type { LevelOrder, Merge } from './level-changes.ts'

/** Asked for by a spec, or by the fields of its `audit` with the file of the data. */
export const auditJob = z.union([
  z.strictObject({
    spec: specRef,
    /** In place of what the spec says. */
    few: z.int().min(1).optional(),
    suggest: auditSection.shape.suggest,
    publish: auditSection.shape.publish,
    seconds: z.number().min(0).optional(),
  }),
  auditSection.safeExtend({
    data: z.string().min(1),
    /** The data are counted: the column with the number of records that a line stands for. */
    count: z.string().min(1).optional(),
    /** How the file is read, as far as that is said. */
    read: reading.optional(),
  }),
])

export type AuditJob = z.output<typeof auditJob>

export interface AuditRules {
  readonly small: number
  /** Every cell must keep at least this many units between its bounds. */
  readonly width: number
  /** Cells with up to this many feasible counts are nearly disclosed. */
  readonly few: number
  readonly zerosAllowed: boolean
}

/** One table that is made from data. */
export interface TableTask {
  readonly source: Source
  readonly count: string | undefined
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

/** Several releases of one table. */
export interface LinkedTask {
  readonly source: Source
  readonly count: string | undefined
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
  | { readonly kind: 'suggest'; readonly task: TableTask; readonly moves: number; readonly seconds: number }

export interface AskedAudit {
  readonly asked: AuditTask
  /** What was asked, as text. */
  readonly request: string
  readonly inputs: readonly string[]
  readonly about: About | undefined
  readonly output: { readonly format: OutputFormat; readonly spreadsheetSafe: boolean }
}

export function askedAudit(job: AuditJob): AskedAudit {
  if (!('spec' in job)) {
    const { data, count, read, ...fields } = job
    const source = { kind: 'file', path: data, read: withLevels(read ?? {}, auditLevels(fields)) } as const
    const known = fields.known
    return {
      asked: taskOf({ fields: { ...fields, known }, source, path: data, count, beside: (file) => file }),
      request: JSON.stringify({ count, ...fields, read }),
      inputs: [data, ...(known === undefined ? [] : [known])],
      about: undefined,
      output: { format: 'csv', spreadsheetSafe: true },
    }
  }
  const file = specFileOf(job.spec)
  const { about, audit, source: named, output } = file.spec
  if (audit === undefined)
    throw badField(
      'audit',
      'it is missing. Say which variables make rows and columns: audit: { rows: [..], columns: [..] }.',
    )
  const known = audit.known === undefined ? undefined : besideSpec(file, audit.known)
  const beside = (name: string): string => besideSpec(file, name)
  const { few = audit.few, suggest = audit.suggest, seconds = audit.seconds, publish = audit.publish } = job
  const source = compileSource(file)
  const path = source.kind === 'file' ? source.path : undefined
  return {
    asked: taskOf({
      fields: { ...audit, known, few, suggest, seconds, publish },
      source,
      path,
      count: named.count,
      beside,
    }),
    request: file.text,
    inputs: [...(path === undefined ? [] : [path]), ...(known === undefined ? [] : [known])],
    about,
    output,
  }
}

interface Given {
  readonly fields: SpecAudit
  readonly source: Source
  readonly path: string | undefined
  readonly count: string | undefined
  readonly beside: (file: string) => string
}

function taskOf({ fields, source, path, count, beside }: Given): AuditTask {
  const { rows, columns, decimals, known, n, share, shares, small, width, few, seconds } = fields
  const rules: AuditRules = { small, width, few, zerosAllowed: fields.zeros === 'allowed' }
  const merges = Object.entries(fields.merge).flatMap(([variable, groups]) =>
    Object.entries(groups).map(([name, levels]) => ({ variable, name, levels })),
  )
  const publishedOrders = ordersOf(fields.order)
  if (fields.publish !== undefined && (fields.releases.length > 0 || share !== undefined || shares !== undefined))
    throw badField('publish', 'only a table made from data is published: name its `rows` and `columns`.')
  if (fields.releases.length > 0) {
    const releases = fields.releases.map(parseRelease)
    const rounding = roundingOf(fields, 'half-up', releases)
    const { cells } = fields
    return {
      kind: 'releases',
      task: { source, count, releases, cells, rounding, merges, publishedOrders, rules, known, seconds },
    }
  }
  if (share !== undefined || shares !== undefined) {
    if (publishedOrders.length > 0)
      throw badField('order', 'shares that are read are listed as their file lists them. Leave it out.')
    if (path === undefined) throw badField('source.file', 'shares are read from a file. Name it here.')
    if (n === undefined) throw badField('n', 'shares need the number of records behind them.')
    if (rows.length === 0) throw badField('rows', 'shares need the columns that name a row.')
    if (share !== undefined && columns.length === 0)
      throw badField('columns', 'name the variables whose shares are in the column of `share`.')
    const read = { path, rows, columns, share, shares: shares ?? [], n }
    return { kind: 'shares', task: { ...read, decimals, rounding: roundingOf(fields, 'unknown'), rules, known } }
  }
  const orders = ordersOf(fields.suggest?.ordered ?? {})
  const rounding = roundingOf(fields, 'half-up')
  if (fields.publish !== undefined && rounding === 'unknown')
    throw badField(
      'rounding',
      'what Tacet rounds is rounded by a rule that a reader can find out. Say half-up or half-even.',
    )
  const hierarchies = hierarchyTexts(fields.suggest?.hierarchies ?? {}, beside)
  const mergeMissing = fields.suggest?.mergeMissing ?? false
  const changes = { merges, publishedOrders, orders, hierarchies, mergeMissing }
  const task = { source, count, rows, columns, ...changes, rules, decimals, rounding, known }
  if (fields.publish !== undefined) return { kind: 'publish', task, n, search: searchOf(fields, task) }
  if (fields.suggest === undefined) return { kind: 'table', task, n }
  checkSuggest(task)
  return { kind: 'suggest', task, moves: fields.suggest.moves, seconds }
}

function ordersOf(lists: Readonly<Record<string, readonly string[]>>): LevelOrder[] {
  return Object.entries(lists).map(([variable, levels]) => ({ variable, levels }))
}

/** The rule asked for; one that nothing is rounded by is refused. */
function roundingOf(
  { rounding, decimals }: Pick<SpecAudit, 'rounding' | 'decimals'>,
  usual: RoundingRule,
  releases: readonly ReleaseText[] = [],
): RoundingRule {
  if (rounding === undefined) return usual
  if (decimals === undefined && releases.every((release) => release.decimals === undefined))
    throw badField('rounding', 'nothing is rounded: no number of decimals is given. Give it, or leave this out.')
  return rounding
}

/** The search whose design is published; undefined when the design given is. */
function searchOf({ suggest, publish, seconds }: SpecAudit, task: TableTask): DesignSearch | undefined {
  const choose = publish?.choose
  if (suggest === undefined) {
    if (choose === undefined) return undefined
    throw badField('publish.choose', 'there is nothing to choose from. Search for designs (`suggest`) too.')
  }
  if (choose === undefined)
    throw badField('publish.choose', 'say which of the designs found is published: 1 is the most detailed.')
  checkSuggest({ ...task, decimals: undefined }) // the search looks at exact shares, and the table may be rounded
  return { moves: suggest.moves, seconds, choose }
}

function checkSuggest({ decimals, known, rules, orders, hierarchies, merges, rows, columns }: TableTask): void {
  const idle =
    decimals !== undefined
      ? 'decimals'
      : known !== undefined
        ? 'known'
        : rules.width > 0
          ? 'width'
          : rules.zerosAllowed
            ? undefined
            : 'zeros'
  if (idle !== undefined)
    throw badField(idle, 'the search for designs looks at exact shares that disclose no small count. Leave it out.')
  const stray = orders.find(({ variable }) => ![...rows, ...columns].includes(variable))
  if (stray !== undefined) throw badField('ordered', `"${stray.variable}" is not among the rows and columns.`)
  for (const { column } of hierarchies) {
    if (![...rows, ...columns].includes(column))
      throw badField('hierarchies', `"${column}" is not among the rows and columns.`)
    const other = orders.some(({ variable }) => variable === column)
      ? 'an order'
      : merges.some(({ variable }) => variable === column)
        ? 'merges'
        : undefined
    if (other !== undefined)
      throw badField(
        'hierarchies',
        `"${column}" has a tree and ${other}. Give one of them: a tree says which levels merge.`,
      )
  }
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
