/**
 * The marginal QP as its dual method sees it: soft and hard rows in one list, each column with the rows it lies in.
 *
 * A soft row is an equality with compliance 1/v: the gradient of its dual is a.x - m + y/v. Rows with disjoint supports
 * (the sums of children to their parent, as a rule) make a diagonal block of the Newton matrix and are set apart, to be
 * eliminated exactly; what is left is as large as the other rows only.
 */
import type { MarginalDuals, MarginalProblem, RowBlock } from './marginal-problem.ts'

export interface MarginalSystem {
  readonly columns: number
  /** The rest rows come first, then the eliminated ones. */
  readonly rest: number
  readonly rows: number
  readonly weight: Float64Array
  readonly target: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly compliance: Float64Array
  /** compliance + sum of a^2 / w over the whole row: the largest that the curvature of its dual can be. */
  readonly curvature: Float64Array
  /** Rest rows of each column. */
  readonly starts: Int32Array
  readonly rowOf: Int32Array
  readonly coefficientOf: Float64Array
  /** The eliminated row of each column, or -1, and its coefficient; and the columns of each, row after row. */
  readonly eliminatedOf: Int32Array
  readonly eliminatedValue: Float64Array
  readonly memberStarts: Int32Array
  readonly members: Int32Array
  /** The largest number of the problem. */
  readonly scale: number
  /** The row of the problem, soft ones first, that each row here is. */
  readonly origin: Int32Array
  readonly softRows: number
  readonly hardRows: number
}

export function marginalSystem(problem: MarginalProblem, weight: Float64Array, target: Float64Array): MarginalSystem {
  const softRows = problem.softWeight.length
  const hardRows = problem.lower.length
  const size = (row: number): number => {
    const [block, r] = row < softRows ? [problem.soft, row] : [problem.hard, row - softRows]
    return block.starts[r + 1] - block.starts[r]
  }
  const used = usedRows(problem)
  const eliminated = disjointRows(
    problem,
    used.filter((row) => isEqual(problem, row)),
    size,
  )
  const isEliminated = new Set(eliminated)
  const rest = used.filter((row) => !isEliminated.has(row))
  const origin = Int32Array.from([...rest, ...eliminated])
  const sides = rowNumbers(problem, origin)
  return {
    columns: weight.length,
    rest: rest.length,
    rows: origin.length,
    weight,
    target,
    ...sides,
    ...columnRows(problem, origin, rest.length),
    ...eliminatedColumns(problem, eliminated, rest.length),
    curvature: curvatures(problem, origin, sides.compliance, weight),
    scale: largestNumber(problem),
    origin,
    softRows,
    hardRows,
  }
}

/** Rows that can have a price: a soft one with weight, a hard one with entries and a side. */
function usedRows({ softWeight, hard, lower, upper }: MarginalProblem): number[] {
  const used: number[] = []
  for (let r = 0; r < softWeight.length; r++) if (softWeight[r] > 0) used.push(r)
  for (let s = 0; s < lower.length; s++) {
    const sided = Number.isFinite(lower[s]) || Number.isFinite(upper[s])
    if (sided && hard.starts[s] < hard.starts[s + 1]) used.push(softWeight.length + s)
  }
  return used
}

function isEqual({ softWeight, lower, upper }: MarginalProblem, row: number): boolean {
  const s = row - softWeight.length
  return s < 0 || lower[s] === upper[s]
}

/** Rows without a common column: short ones first, hard before soft or soft before hard, whichever gives more. */
function disjointRows(problem: MarginalProblem, equal: readonly number[], size: (row: number) => number): number[] {
  const softRows = problem.softWeight.length
  const pick = (first: 0 | 1): number[] => {
    const taken = new Uint8Array(problem.weight.length)
    const kind = (row: number): number => (row < softRows === (first === 0) ? 0 : 1)
    const order = equal.toSorted((a, b) => kind(a) - kind(b) || size(a) - size(b) || a - b)
    return order.filter((row) => {
      const { block, from, to } = entriesOf(problem, row)
      for (let k = from; k < to; k++) if (taken[block.columns[k]] === 1) return false
      for (let k = from; k < to; k++) taken[block.columns[k]] = 1
      return true
    })
  }
  const [hardFirst, softFirst] = [pick(1), pick(0)]
  return hardFirst.length >= softFirst.length ? hardFirst : softFirst
}

function entriesOf(problem: MarginalProblem, row: number): { block: RowBlock; from: number; to: number } {
  const softRows = problem.softWeight.length
  const [block, r] = row < softRows ? [problem.soft, row] : [problem.hard, row - softRows]
  return { block, from: block.starts[r], to: block.starts[r + 1] }
}

function rowNumbers(problem: MarginalProblem, origin: Int32Array) {
  const softRows = problem.softWeight.length
  const side = (soft: Float64Array, hard: Float64Array): Float64Array =>
    Float64Array.from(origin, (row) => (row < softRows ? soft[row] : hard[row - softRows]))
  return {
    lower: side(problem.softTarget, problem.lower),
    upper: side(problem.softTarget, problem.upper),
    compliance: Float64Array.from(origin, (row) => (row < softRows ? 1 / problem.softWeight[row] : 0)),
  }
}

function columnRows(problem: MarginalProblem, origin: Int32Array, rest: number) {
  const starts = new Int32Array(problem.weight.length + 1)
  for (let row = 0; row < rest; row++) {
    const { block, from, to } = entriesOf(problem, origin[row])
    for (let k = from; k < to; k++) starts[block.columns[k] + 1]++
  }
  for (let i = 0; i < problem.weight.length; i++) starts[i + 1] += starts[i]
  const next = starts.slice()
  const rowOf = new Int32Array(starts[problem.weight.length])
  const coefficientOf = new Float64Array(rowOf.length)
  for (let row = 0; row < rest; row++) {
    const { block, from, to } = entriesOf(problem, origin[row])
    for (let k = from; k < to; k++) {
      const place = next[block.columns[k]]++
      rowOf[place] = row
      coefficientOf[place] = block.values?.[k] ?? 1
    }
  }
  return { starts, rowOf, coefficientOf }
}

function eliminatedColumns(problem: MarginalProblem, eliminated: readonly number[], rest: number) {
  const eliminatedOf = new Int32Array(problem.weight.length).fill(-1)
  const eliminatedValue = new Float64Array(problem.weight.length)
  const memberStarts = new Int32Array(eliminated.length + 1)
  const members: number[] = []
  eliminated.forEach((row, e) => {
    const { block, from, to } = entriesOf(problem, row)
    for (let k = from; k < to; k++) {
      eliminatedOf[block.columns[k]] = rest + e
      eliminatedValue[block.columns[k]] += block.values?.[k] ?? 1
      members.push(block.columns[k])
    }
    memberStarts[e + 1] = members.length
  })
  return { eliminatedOf, eliminatedValue, memberStarts, members: Int32Array.from(members) }
}

function curvatures(problem: MarginalProblem, origin: Int32Array, compliance: Float64Array, weight: Float64Array) {
  const curvature = compliance.slice()
  origin.forEach((row, r) => {
    const { block, from, to } = entriesOf(problem, row)
    for (let k = from; k < to; k++) curvature[r] += (block.values?.[k] ?? 1) ** 2 / weight[block.columns[k]]
  })
  return curvature
}

function largestNumber({ target, softTarget, lower, upper }: MarginalProblem): number {
  let most = 0
  for (const numbers of [target, softTarget, lower, upper]) {
    for (const value of numbers) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value))
  }
  return most || 1
}

/** Prices in the problem's own order, rows that can have none at 0. */
export function toDuals(system: MarginalSystem, dual: Float64Array): MarginalDuals {
  const all = new Float64Array(system.softRows + system.hardRows)
  for (let r = 0; r < system.rows; r++) all[system.origin[r]] = dual[r]
  return { soft: all.slice(0, system.softRows), hard: all.slice(system.softRows) }
}

/** The other way; a price on a side that a row has not got becomes 0. */
export function fromDuals(system: MarginalSystem, { soft, hard }: MarginalDuals): Float64Array {
  return Float64Array.from(system.origin, (row, r) => {
    const price = row < system.softRows ? soft[row] : hard[row - system.softRows]
    const side = price > 0 ? system.lower[r] : system.upper[r]
    return Number.isFinite(side) ? price : 0
  })
}
