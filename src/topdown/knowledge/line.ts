/**
 * Implied constraints when exact facts leave every leaf one direction (Lemma 1 of the TopDown paper, generalised).
 *
 * The exact sets at the leaves are the rows of M x = v. When M has one whole null vector d with d[c] = 1, the whole points of
 * a leaf are y + t d with y[c] = 0 and t = x[c] in an interval, whatever else is said there of sums of classes. Intervals add
 * up, so a node's set is again Y + t d with t in an interval, cut by the facts about the node: complete and integral.
 */
import { add, divide, multiply, ONE, type Rational, rational, subtract, ZERO } from '../../exact/rational.ts'
import { type FactSet, isExact, lowerAt, upperAt } from './fact-sets.ts'
import { contradiction, type Problem } from './problem.ts'
import type { RowBook } from './rows.ts'

export interface Line {
  describe(level: number, node: number, book: RowBook): void
}

const MOST_CLASSES = 64

/** How x follows from the values of the exact sets and t. */
interface Solution {
  /** -1 when the exact sets leave nothing open. */
  readonly free: number
  readonly direction: Float64Array
  /** y = inverse v, one row a class. */
  readonly inverse: readonly (readonly Rational[])[]
}

interface LineState {
  readonly start: Float64Array
  low: number
  high: number
}

/** Undefined when the facts are of another kind. */
export function line(problem: Problem): Line | undefined {
  const { hierarchy, knowledge, classes, leafSets } = problem
  if (knowledge.project !== undefined || classes.classes > MOST_CLASSES || classes.classes === 0) return undefined
  const last = hierarchy.levels.length - 1
  const leaves = hierarchy.levels[last].regions.length
  const exact = leafSets.filter((set) => isExact(set, leaves))
  const solution = solve(classes.classes, exact)
  if (solution === undefined) return undefined
  const readLeaf = (leaf: number): LineState => {
    const state = startOf(problem, exact, solution, leaf)
    if (!cut(problem, solution, state, last, leaf)) throw contradiction(problem, last, leaf)
    return state
  }
  if (last === 0) readLeaf(0)
  const levels = sumLevels(problem, solution, readLeaf)
  const only = Int32Array.of(solution.free)
  const tried = problem.tried || problem.ratios.some((ratio) => ratio.tried)
  return {
    describe: (level, node, book) => {
      const state = level === last ? readLeaf(node) : levels[level][node]
      for (const set of exact) {
        const sum = set.classes!.reduce((total, index) => total + state.start[index], 0)
        book.addImplied(set.classes!, sum, sum)
      }
      if (solution.free >= 0) book.addImplied(only, state.low, state.high, tried)
    },
  }
}

/** Gauss-Jordan elimination on [M | identity]. */
function solve(classes: number, exact: readonly FactSet[]): Solution | undefined {
  const rows = exact.map((set, i) => {
    const row: Rational[] = Array.from({ length: classes + exact.length }, () => ZERO)
    for (const index of set.classes!) row[index] = ONE
    row[classes + i] = ONE
    return row
  })
  const pivotOf = new Int32Array(classes).fill(-1)
  let used = 0
  for (let column = 0; column < classes; column++) {
    const pivot = rows.findIndex((row, i) => i >= used && row[column].num !== 0n)
    if (pivot < 0) continue
    ;[rows[used], rows[pivot]] = [rows[pivot], rows[used]]
    eliminate(rows, used, column)
    pivotOf[column] = used++
  }
  if (used < classes - 1) return undefined
  const free = pivotOf.indexOf(-1)
  const direction = Float64Array.from(pivotOf, (row) => (free < 0 ? 0 : row < 0 ? 1 : -whole(rows[row][free])))
  if (direction.some(Number.isNaN)) return undefined
  const nothing = exact.map(() => ZERO)
  return { free, direction, inverse: Array.from(pivotOf, (row) => (row < 0 ? nothing : rows[row].slice(classes))) }
}

function eliminate(rows: Rational[][], pivot: number, column: number): void {
  const by = rows[pivot][column]
  rows[pivot] = rows[pivot].map((value) => divide(value, by))
  for (const [i, row] of rows.entries()) {
    if (i === pivot || row[column].num === 0n) continue
    const times = row[column]
    rows[i] = row.map((value, j) => subtract(value, multiply(times, rows[pivot][j])))
  }
}

/** NaN for a fraction. */
function whole(value: Rational): number {
  return value.den === 1n ? Number(value.num) : Number.NaN
}

/** The point of a leaf with t = 0, and every t. A fraction or a sum that does not fit means that there is no point. */
function startOf(problem: Problem, exact: readonly FactSet[], { inverse }: Solution, leaf: number): LineState {
  const values = exact.map((set) => rational(BigInt(lowerAt(set, leaf))))
  const start = Float64Array.from(inverse, (row) =>
    whole(row.reduce((sum, factor, i) => add(sum, multiply(factor, values[i])), ZERO)),
  )
  const fits = exact.every((set) => {
    const sum = set.classes!.reduce((total, index) => total + start[index], 0)
    return sum === lowerAt(set, leaf)
  })
  if (!fits) throw contradiction(problem, problem.hierarchy.levels.length - 1, leaf)
  return { start, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY }
}

/** Narrows t to what non-negativity and the facts about a node allow; false when nothing is left. */
function cut(problem: Problem, { direction }: Solution, state: LineState, level: number, node: number): boolean {
  const narrow = (coefficient: (index: number) => number, lower: number, upper: number): boolean => {
    let [constant, slope] = [0, 0]
    direction.forEach((step, index) => {
      constant += coefficient(index) * state.start[index]
      slope += coefficient(index) * step
    })
    if (slope === 0) return constant >= lower && constant <= upper
    const [first, second] = [(lower - constant) / slope, (upper - constant) / slope]
    state.low = Math.max(state.low, Math.ceil(Math.min(first, second)))
    state.high = Math.min(state.high, Math.floor(Math.max(first, second)))
    return state.low <= state.high
  }
  const { innerSets, leafSets, ratios } = problem
  for (let j = 0; j < direction.length; j++) {
    if (!narrow((index) => Number(index === j), 0, Number.POSITIVE_INFINITY)) return false
  }
  for (const set of innerSets[level] ?? leafSets) {
    const members = new Set(set.classes)
    if (!narrow((index) => Number(members.has(index)), lowerAt(set, node), upperAt(set, node))) return false
  }
  return ratios
    .filter(({ source }) => source.level === level)
    .every((ratio) => narrow((index) => ratio.coefficients[index], Number.NEGATIVE_INFINITY, ratio.source.upper))
}

function sumLevels(
  problem: Problem,
  solution: Solution,
  readLeaf: (leaf: number) => LineState,
): readonly (readonly LineState[])[] {
  const { levels } = problem.hierarchy
  const last = levels.length - 1
  const states: LineState[][] = levels.slice(0, last).map(() => [])
  for (let level = last - 1; level >= 0; level--) {
    const { regions, firstChild } = levels[level]
    for (let node = 0; node < regions.length; node++) {
      const sum: LineState = { start: new Float64Array(problem.classes.classes), low: 0, high: 0 }
      for (let child = firstChild[node]; child < firstChild[node + 1]; child++) {
        const below = level + 1 === last ? readLeaf(child) : states[level + 1][child]
        below.start.forEach((value, index) => {
          sum.start[index] += value
        })
        sum.low += below.low
        sum.high += below.high
      }
      if (!cut(problem, solution, sum, level, node)) throw contradiction(problem, level, node)
      states[level].push(sum)
    }
  }
  return states
}
