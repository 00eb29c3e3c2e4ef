/**
 * Implied constraints of small general facts by Fourier-Motzkin elimination (section 7.1 of the TopDown paper).
 *
 * Every node's set is a system of rows on the totals of classes; the sum of two, { z : z - x in Y, x in X }, loses x by
 * elimination. The rows are complete over the real numbers. Bounds are rounded inward, which keeps every whole point.
 */
import { type EliminationRow, eliminate, withoutImplied } from '../../optimize/linear/fourier-motzkin.ts'
import { lowerAt, upperAt } from './fact-sets.ts'
import { contradiction, type Problem } from './problem.ts'
import type { ClassRow, RowBook } from './rows.ts'

export interface Small {
  describe(level: number, node: number, book: RowBook): void
}

const MOST_LEAVES = 12
const MOST_CLASSES = 8
const MOST_ROWS = 250

type System = readonly EliminationRow[]

/** Undefined when the facts are too many for elimination. */
export function small(problem: Problem): Small | undefined {
  const { hierarchy, knowledge, classes } = problem
  const last = hierarchy.levels.length - 1
  const leaves = hierarchy.levels[last].regions.length
  if (knowledge.project !== undefined || leaves > MOST_LEAVES) return undefined
  if (classes.classes === 0 || classes.classes > MOST_CLASSES) return undefined
  const systems: System[][] = new Array(hierarchy.levels.length)
  for (let level = last; level >= 0; level--) {
    const { regions, firstChild } = hierarchy.levels[level]
    systems[level] = []
    for (let node = 0; node < regions.length; node++) {
      const below = level === last ? [] : systems[level + 1].slice(firstChild[node], firstChild[node + 1])
      const system = sumOf(below.length === 0 ? [nonNegative(classes.classes)] : below)
      if (system === 'too large') return undefined
      if (system === 'infeasible') throw contradiction(problem, level, node)
      systems[level].push([...system, ...ownRows(problem, level, node)])
    }
  }
  const tried = problem.tried || problem.ratios.some((ratio) => ratio.tried)
  return {
    describe: (level, node, book) => {
      if (level < last) for (const row of systems[level][node]) book.addRow(classRow(row, tried))
    },
  }
}

function nonNegative(classes: number): System {
  return Array.from({ length: classes }, (_, j) => rowOn(classes, (i) => (i === j ? -1n : 0n), 0, false))
}

function rowOn(classes: number, coefficient: (index: number) => bigint, bound: number, equal: boolean): EliminationRow {
  return {
    coefficients: Array.from({ length: classes }, (_, index) => coefficient(index)),
    bound: BigInt(bound),
    equal,
  }
}

/** What the facts say of the node itself. */
function ownRows({ classes: { classes }, innerSets, leafSets, ratios }: Problem, level: number, node: number): System {
  const rows: EliminationRow[] = []
  for (const set of innerSets[level] ?? leafSets) {
    const members = new Set(set.classes)
    const [low, high] = [lowerAt(set, node), upperAt(set, node)]
    const sign = (value: bigint) => (index: number) => (members.has(index) ? value : 0n)
    if (low === high) rows.push(rowOn(classes, sign(1n), low, true))
    else {
      if (low > 0) rows.push(rowOn(classes, sign(-1n), -low, false))
      if (high < Number.POSITIVE_INFINITY) rows.push(rowOn(classes, sign(1n), high, false))
    }
  }
  for (const { source, coefficients } of ratios) {
    if (source.level === level) {
      rows.push(rowOn(classes, (index) => BigInt(coefficients[index]), Math.floor(source.upper), false))
    }
  }
  return rows
}

function sumOf(systems: readonly System[]): System | 'too large' | 'infeasible' {
  let total = systems[0]
  for (const next of systems.slice(1)) {
    const size = total[0].coefficients.length
    const zeros = new Array<bigint>(size).fill(0n)
    const joint = [
      ...next.map((row) => ({ ...row, coefficients: [...zeros, ...row.coefficients] })),
      ...total.map((row) => ({
        ...row,
        coefficients: [...row.coefficients, ...row.coefficients.map((value) => -value)],
      })),
    ]
    const away = zeros.map((_, j) => size + j)
    const result = eliminate(joint, away, { mostRows: MOST_ROWS })
    if (result.status !== 'done') return result.status
    total = result.rows.map((row) => ({ ...row, coefficients: row.coefficients.slice(0, size) }))
    if (total.length === 0) return nonNegative(size)
  }
  return withoutEqual(total)
}

function withoutEqual(system: System): System {
  return [...system.filter((row) => row.equal), ...withoutImplied(system.filter((row) => !row.equal))]
}

function classRow({ coefficients, bound, equal }: EliminationRow, tried: boolean): ClassRow {
  const classes = Int32Array.from(coefficients.keys()).filter((index) => coefficients[index] !== 0n)
  const values = Float64Array.from(classes, (index) => Number(coefficients[index]))
  // Rows come in lowest terms with their bound: what the coefficients share beyond it is divided out and rounded.
  const shared = values.reduce((all, value) => commonDivisor(all, Math.abs(value)), 0) || 1
  const upper = Number(bound) / shared
  return {
    classes,
    coefficients: values.map((value) => value / shared),
    lower: equal ? upper : Number.NEGATIVE_INFINITY,
    upper: equal ? upper : Math.floor(upper),
    fact: -1,
    tried,
  }
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
