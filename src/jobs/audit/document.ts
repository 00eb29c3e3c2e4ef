/** The result of an audit as one document: what `--json` prints, and what the report and the files are made of. */
import {
  type Audit,
  type Finding,
  findings,
  type Guesses,
  highest,
  intervalsOf,
  type KnownBound,
  lowest,
  nameOf,
  type RoundedAudit,
  type RoundingRule,
  rowReports,
  wordsFor,
} from '../../bounds/index.ts'
import { describeSide, type SideNames, sideObject } from './names.ts'
import type { AuditRules } from './task.ts'

export type Interval = readonly [number, number]

/** How many whole numbers closed intervals hold. */
export function sizeOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, [from, to]) => sum + to - from + 1, 0)
}

export interface AuditDocument {
  readonly n: number
  /** What the counts count, as a plural. */
  readonly counted: string
  /** Who is counted once per cell, by the column that names them; null where every line counts. */
  readonly person: string | null
  readonly reducedTotal: number | null
  readonly slack: number | null
  readonly shape: { readonly rows: number; readonly columns: number }
  readonly rows: { readonly zero: number; readonly unit: number | null; readonly disclosed: number }
  readonly cells: { readonly zero: number; readonly disclosed: number; readonly smallDisclosed: number }
  readonly rules: AuditRules
  /** Decimals of the published shares; null for exact fractions. */
  readonly decimals: number | null
  /** The rule they were rounded by. */
  readonly rounding: RoundingRule | null
  /** False when some intervals are outer bounds only. */
  readonly exact: boolean
  /** Levels whose shares are all printed as 0, of a table made from data: a reader knows that somebody has them. */
  readonly hidden: readonly string[]
  /** Levels whose counts are the sums of the others, where counts were given: people counted twice. */
  readonly totals: readonly string[]
  /** What a reader gets right who takes each small count for the least possible; null for shares that are read, whose counts are not known here. */
  readonly guesses: Guesses | null
  readonly findings: readonly FindingDocument[]
  readonly columns: readonly Readonly<Record<string, string>>[]
  readonly table: readonly RowDocument[]
}

const RECORDS = { counted: 'records', person: null, guesses: null } as const

export interface RowDocument {
  readonly row: Readonly<Record<string, string>>
  readonly reduced: readonly number[] | null
  readonly multipliers: readonly Interval[]
  readonly bounds: readonly Interval[]
  /** Feasible counts of each column, for rounded shares: there is no common multiplier. */
  readonly counts?: readonly (readonly Interval[])[]
}

export interface FindingDocument {
  readonly row: string
  readonly column: string
  readonly kind: Finding['kind']
  readonly small: boolean
  readonly lower: number
  readonly upper: number
  readonly values: number
  readonly reason: string
}

export function exactDocument(found: Audit, rules: AuditRules, rows: SideNames, columns: SideNames): AuditDocument {
  const { n, reducedTotal, slack, shape, rows: rowCounts, cells, known } = found
  const broken = [
    ...findings(found, { small: rules.small, few: rules.few, width: rules.width, zeros: rules.zerosAllowed }),
  ]
  return {
    n,
    ...RECORDS,
    reducedTotal,
    slack,
    shape,
    rows: rowCounts,
    cells,
    rules,
    decimals: null,
    rounding: null,
    exact: true,
    hidden: [],
    totals: [],
    findings: broken.map((finding) => ({
      row: describeSide(rows, finding.row),
      column: describeSide(columns, finding.column),
      kind: finding.kind,
      small: finding.small,
      lower: finding.lower,
      upper: finding.upper,
      values: finding.values,
      reason: wordsFor(finding.reason, (k) => factName(known, k)),
    })),
    columns: columns.levels.map((_, c) => sideObject(columns, c)),
    table: rowReports(found, (row) => sideObject(rows, row)),
  }
}

function factName(known: readonly KnownBound[], k: number): string {
  return nameOf(known[k], k)
}

export function roundedDocument(
  found: RoundedAudit,
  rules: AuditRules,
  rows: SideNames,
  columns: SideNames,
  hidden: readonly string[],
): AuditDocument {
  const broken: FindingDocument[] = []
  const table = found.values.map(({ cells }, row): RowDocument => {
    cells.forEach((set, column) => {
      const kind = brokenRule(lowest(set), highest(set), set.count, rules)
      if (kind === undefined) return
      const [lower, upper] = [lowest(set), highest(set)]
      const reason = found.exact
        ? 'no other count fits the rounded shares and the total'
        : 'within the outer bound that was computed'
      const small = upper > 0 && upper < rules.small
      broken.push({
        row: describeSide(rows, row),
        column: describeSide(columns, column),
        kind,
        small,
        lower,
        upper,
        values: set.count,
        reason,
      })
    })
    return {
      row: sideObject(rows, row),
      reduced: null,
      multipliers: [],
      bounds: cells.map((set) => [lowest(set), highest(set)] as const),
      counts: cells.map((set) => intervalsOf(set)),
    }
  })
  return {
    n: found.n,
    ...RECORDS,
    reducedTotal: null,
    slack: null,
    shape: found.shape,
    rows: { zero: found.rows.zero, unit: null, disclosed: found.rows.disclosed },
    cells: found.cells,
    rules,
    decimals: found.decimals,
    rounding: found.rounding,
    exact: found.exact,
    hidden,
    totals: [],
    findings: broken,
    columns: columns.levels.map((_, c) => sideObject(columns, c)),
    table,
  }
}

function brokenRule(lower: number, upper: number, values: number, rules: AuditRules): Finding['kind'] | undefined {
  if (upper === 0) return rules.zerosAllowed ? undefined : 'zero'
  if (values === 1) return 'disclosed'
  if (values <= rules.few) return 'nearly-disclosed'
  if (upper - lower < rules.width) return 'narrow'
  return upper < rules.small ? 'known-small' : undefined
}
