/**
 * What rounded shares disclose: every feasible count of every cell when each share is known to d decimals and the total
 * N is known. Wright and Smucker (2014) leave this case open (section 4.4); Sage and Wright (2016) treat it by FFT.
 *
 * Each row has a set A_i of totals that fit its rounded shares (`rounded-row.ts`). Row i can have the total t exactly when
 * t is in A_i and N - t is a sum of one member of every other A_k: a knapsack with set-valued items, solved for all rows by
 * divide and conquer over distinct rows. A cell's counts are the union over these t of its interval at t.
 * Beyond the work limit the answer is the outer bound of `rounded-relaxed.ts`, and says so by `exact: false`.
 */

import { compare, ONE, type Rational, rational } from '../exact/rational.ts'
import { badInput } from '../request-error.ts'
import { infeasible, irreducible } from './conflict.ts'
import { AuditStopped, type Control } from './feasible-values.ts'
import { checkKnown, type KnownBound, nameOf } from './known.ts'
import { checkTotal } from './reduced.ts'
import { feasibleCounts, feasibleTotals, workOf } from './rounded-counts.ts'
import { relaxedRows } from './rounded-relaxed.ts'
import { type RoundedRow, roundedRow } from './rounded-row.ts'
import type { RoundedRowValues, RowType } from './rounded-values.ts'
import type { RoundingRule } from './rounding-rule.ts'
import { Sumset } from './sumset.ts'
import { fromRuns, highest, lowest } from './value-set.ts'

export interface RoundedTable {
  readonly rows: number
  readonly columns: number
  readonly n: number
  readonly decimals: number
  readonly rounding: RoundingRule
  /** share * 10^decimals, row by row. */
  readonly scaled: Float64Array
}

export interface RoundedValues {
  /** Feasible totals and feasible counts of each cell, by row; ranges that contain them when `exact` is false. */
  readonly rows: readonly RoundedRowValues[]
  readonly exact: boolean
}

export interface RoundedOptions extends Control {
  readonly known?: readonly KnownBound[] | undefined
  /** Elementary steps before the relaxation is taken; 2 * 10^9, some seconds, when left out. */
  readonly workLimit?: number | undefined
}

const MOST_DECIMALS = 15

/** A table of shares printed to `decimals` decimals. A row without records has zeros only. */
export function roundedTable(
  shares: readonly (readonly Rational[])[],
  decimals: number,
  n: number,
  rounding: RoundingRule = 'unknown',
): RoundedTable {
  checkTotal(n)
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS)
    throw badInput(`Shares rounded to ${decimals} decimals: 0 to ${MOST_DECIMALS} are supported. Give exact fractions.`)
  const columns = shares[0]?.length ?? 0
  const scale = 10n ** BigInt(decimals)
  const scaled = new Float64Array(shares.length * columns)
  shares.forEach((row, i) => {
    if (row.length !== columns)
      throw badInput(`Row ${i + 1} has ${row.length} shares where the first has ${columns}. Give one a column.`)
    row.forEach((share, j) => {
      const { num, den } = rational(share.num * scale, share.den)
      if (den !== 1n || num < 0n || compare(share, ONE) > 0)
        throw badInput(`Row ${i + 1}, column ${j + 1}: not a share from 0 to 1 with at most ${decimals} decimals.`)
      scaled[i * columns + j] = Number(num)
    })
  })
  return { rows: shares.length, columns, n, decimals, rounding, scaled }
}

/** Every feasible total and count. Shares or knowledge that no table meets are an error that names what clashes. */
export function solveRounded(table: RoundedTable, options: RoundedOptions = {}): RoundedValues {
  const known = options.known ?? []
  checkKnown(table, known)
  const types = withinOuterBound(distinctRows(table, known), table.n)
  if (types === 'infeasible') throw clash(table, known, options)
  const solved = solveTypes(types, table.n, options)
  if (solved === 'infeasible') throw clash(table, known, options)
  const unused = types.some((type) => type.row.unused > 0)
  const found = solved ?? relaxedRows(types, table.n)
  if (found === 'infeasible') throw clash(table, known, options)
  const rows = new Array<RoundedRowValues>(table.rows)
  types.forEach((type, k) => {
    for (const i of type.members) rows[i] = found[k]
  })
  return { rows, exact: solved !== undefined && !unused }
}

/** The same rows with totals cut to the outer bound: every table that fits lies within, and far fewer totals are tried. */
function withinOuterBound(types: readonly RowType[], n: number): readonly RowType[] | 'infeasible' {
  const outer = relaxedRows(types, n)
  if (outer === 'infeasible') return outer
  return types.map(({ row, members }, k) => ({
    row: { ...row, totalLower: lowest(outer[k].total), totalUpper: highest(outer[k].total) },
    members,
  }))
}

function distinctRows(table: RoundedTable, known: readonly KnownBound[]): RowType[] {
  const types = new Map<string, { row: RoundedRow; members: number[] }>()
  const factsOf = new Map<number, KnownBound[]>()
  for (const fact of known) factsOf.set(fact.row, [...(factsOf.get(fact.row) ?? []), fact])
  for (let i = 0; i < table.rows; i++) {
    const scaled = table.scaled.slice(i * table.columns, (i + 1) * table.columns)
    const facts = factsOf.get(i) ?? []
    const key = `${scaled.join()};${facts.map((fact) => `${fact.columns}:${fact.lower}:${fact.upper}`).join(';')}`
    const type = types.get(key)
    if (type !== undefined) type.members.push(i)
    else types.set(key, { row: roundedRow(scaled, table.decimals, table.n, facts, table.rounding), members: [i] })
  }
  return [...types.values()]
}

interface Budget {
  left: number
}

interface Item {
  /** The totals less the smallest, as runs. */
  readonly runs: readonly number[]
  readonly smallest: number
  readonly copies: number
}

/** Exact values by row type; undefined when the work limit is reached first. */
function solveTypes(
  types: readonly RowType[],
  n: number,
  control: RoundedOptions,
): RoundedRowValues[] | 'infeasible' | undefined {
  const budget = { left: control.workLimit ?? 2e9 }
  for (const type of types) budget.left -= workOf(type.row, n)
  if (budget.left <= 0) return undefined
  const items: Item[] = []
  for (const { row, members } of types) {
    if (control.shouldStop?.()) throw new AuditStopped()
    const totals = feasibleTotals(row, n)
    if (totals.length === 0) return 'infeasible'
    items.push({ runs: totals.map((t) => t - totals[0]), smallest: totals[0], copies: members.length })
  }
  const target = items.reduce((left, item) => left - item.smallest * item.copies, n)
  if (target < 0) return 'infeasible'
  const values: RoundedRowValues[] = []
  const visit = (others: Sumset, k: number): boolean => {
    const { smallest, runs } = items[k]
    const total = totalsWith(others, runs, smallest)
    if (total.length === 0) return false
    const counts = feasibleCounts(types[k].row, total)
    values[k] = { total: fromRuns(0, 1, total), cells: counts.map((runs) => fromRuns(0, 1, runs)) }
    control.progress?.(k + 1, items.length)
    return true
  }
  const done = divide(new Sumset(target, fullFrom(items, target)), items, 0, items.length, budget, control, visit)
  return done === 'stopped' ? undefined : done === 'infeasible' ? 'infeasible' : values
}

/**
 * A sum from which on the rows other than any one reach everything: the second smallest end of gaps, counting copies,
 * over rows whose totals have no gap above it.
 */
function fullFrom(items: readonly Item[], target: number): number {
  const ends: number[] = []
  for (const { runs, copies } of items) {
    if (runs[runs.length - 1] < target) continue
    for (let copy = 0; copy < Math.min(2, copies); copy++) ends.push(runs[runs.length - 2])
  }
  return ends.sort((a, b) => a - b)[1] ?? target
}

/** `sums` holds every item outside from..to; each half is solved after the other half has been added. */
function divide(
  sums: Sumset,
  items: readonly Item[],
  from: number,
  to: number,
  budget: Budget,
  control: Control,
  visit: (others: Sumset, k: number) => boolean,
): 'done' | 'stopped' | 'infeasible' {
  if (control.shouldStop?.()) throw new AuditStopped()
  if (budget.left < 0) return 'stopped'
  if (to - from === 1) {
    for (let copy = 1; copy < items[from].copies; copy++) budget.left -= sums.add(items[from].runs)
    return visit(sums, from) ? 'done' : 'infeasible'
  }
  const middle = (from + to) >> 1
  for (const [first, last, addFirst, addLast] of [
    [from, middle, middle, to],
    [middle, to, from, middle],
  ]) {
    const withOthers = sums.clone()
    for (let k = addFirst; k < addLast; k++)
      for (let copy = 0; copy < items[k].copies; copy++) {
        budget.left -= withOthers.add(items[k].runs)
        if (budget.left < 0) return 'stopped'
      }
    const ending = divide(withOthers, items, first, last, budget, control, visit)
    if (ending !== 'done') return ending
  }
  return 'done'
}

/** The members of a set (runs from 0, smallest added back) whose remainder the others can make up, as runs. */
function totalsWith(others: Sumset, runs: readonly number[], smallest: number): number[] {
  const kept: number[] = []
  for (let r = 0; r < runs.length; r += 2) {
    const end = Math.min(runs[r + 1], others.target)
    if (runs[r] > end) break
    // Totals that leave the others more than their limit fit without a look.
    const sure = Math.min(end, others.target - others.limit - 1)
    let open = sure >= runs[r]
    if (open) kept.push(smallest + runs[r])
    for (let x = Math.max(runs[r], sure + 1); x <= end; x++) {
      const fits = others.has(others.target - x)
      if (fits !== open) kept.push(smallest + (fits ? x : x - 1))
      open = fits
    }
    if (open) kept.push(smallest + end)
  }
  return kept
}

function clash(table: RoundedTable, known: readonly KnownBound[], options: RoundedOptions): Error {
  const contradicts = (subset: readonly number[]): boolean => {
    const facts = subset.map((k) => known[k])
    const types = withinOuterBound(distinctRows(table, facts), table.n)
    if (types === 'infeasible') return true
    return solveTypes(types, table.n, options) === 'infeasible'
  }
  const clashing = irreducible(
    known.map((_, k) => k),
    contradicts,
  )
  const advice = 'Check the total, the shares and their number of decimals, or drop a fact.'
  const misfit = distinctRows(table, []).find(({ row }) => feasibleTotals(row, Math.min(table.n, 1e6)).length === 0)
  if (misfit !== undefined && clashing.length === 0) {
    const row = misfit.members[0]
    return infeasible(`Row ${row + 1}: no counts have these shares to ${table.decimals} decimals. ${advice}`, { row })
  }
  if (clashing.length === 0)
    return infeasible(`No table of ${table.n} records has these shares to ${table.decimals} decimals. ${advice}`, {
      clashing,
    })
  const names = clashing.map((k) => `  ${nameOf(known[k], k)}`).join('\n')
  return infeasible(`No table of ${table.n} records with these shares meets what is known.\n\n${names}\n\n${advice}`, {
    clashing,
  })
}
