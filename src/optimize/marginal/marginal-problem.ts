/**
 * The marginal QP: a histogram near its own measurement and near the measurements of its marginals, within public rows.
 *   minimise    sum_i w_i/2 (x_i - d_i)^2 + sum_r v_r/2 (a_r.x - m_r)^2
 *   subject to  lower_s <= b_s.x <= upper_s,  x >= 0
 */
import { badInput } from '../../request-error.ts'

/** Sparse rows: entries starts[r]..starts[r+1]-1 are row r. Every value is 1 when `values` is absent. */
export interface RowBlock {
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values?: Float64Array
}

export interface MarginalProblem {
  /** w and d, one a column; a weight may be 0. */
  readonly weight: Float64Array
  readonly target: Float64Array
  /** a, v and m, one a soft row; a weight may be 0. */
  readonly soft: RowBlock
  readonly softWeight: Float64Array
  readonly softTarget: Float64Array
  /** b and its sides; an equality when they are equal, an infinite one for no side. */
  readonly hard: RowBlock
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/** Prices of the rows: v_r (m_r - a_r.x) of a soft row; of a hard one above 0 at its lower side, below 0 at its upper. */
export interface MarginalDuals {
  readonly soft: Float64Array
  readonly hard: Float64Array
}

/** How far a point and its duals are from optimal, each relative to the largest number of its kind. */
export interface MarginalResiduals {
  /** The worst broken hard row or sign, and the worst soft row whose price does not fit the point. */
  readonly primal: number
  /** The worst stationarity: a negative reduced cost, or the wrong sign of a hard row's price. */
  readonly dual: number
  /** The worst product of a column and its reduced cost, or of a hard row's slack and its price. */
  readonly complementarity: number
  /** Objective against the value of the dual. */
  readonly gap: number
}

export interface MarginalOptions {
  /** Residuals of the rows, relative to the largest number of the problem; 1e-9 unless given. */
  readonly tolerance?: number
  readonly mostNewton?: number
  readonly mostConjugate?: number
  readonly start?: MarginalDuals
  readonly shouldStop?: () => boolean
}

interface Reached {
  readonly x: Float64Array
  readonly duals: MarginalDuals
  readonly residuals: MarginalResiduals
  /** Steps taken, of Newton and of conjugate gradients. */
  readonly newton: number
  readonly conjugate: number
}

export type MarginalOutcome =
  | ({ readonly status: 'optimal' } & Reached)
  | ({ readonly status: 'stopped'; readonly why: 'steps' | 'aborted' | 'numerical' } & Reached)

/** Throws on lengths that differ, entries out of range, weights below 0, sides that cross, and anything not a number. */
export function checkMarginal(problem: MarginalProblem): void {
  const columns = problem.weight.length
  checkLength('target', problem.target, columns)
  checkRows('soft', problem.soft, columns, problem.softWeight, problem.softTarget)
  checkRows('hard', problem.hard, columns, problem.lower, problem.upper)
  checkFinite('weight', problem.weight, 0)
  checkFinite('softWeight', problem.softWeight, 0)
  checkFinite('target', problem.target)
  checkFinite('softTarget', problem.softTarget)
  for (let s = 0; s < problem.lower.length; s++) {
    const [low, high] = [problem.lower[s], problem.upper[s]]
    if (low <= high && low !== Number.POSITIVE_INFINITY && high !== Number.NEGATIVE_INFINITY) continue
    throw badInput(`Hard row ${s} lies between ${low} and ${high}. The lower side must not be above the upper.`)
  }
}

/** Throws unless `rows` are as many as the numbers given for them and mention only columns that there are. */
export function checkRows(name: string, rows: RowBlock, columns: number, ...numbers: readonly Float64Array[]): void {
  const count = rows.starts.length - 1
  const entries = rows.columns.length
  for (const given of numbers) checkLength(`numbers of the ${name} rows`, given, count)
  if (rows.values !== undefined) checkLength(`values of the ${name} rows`, rows.values, entries)
  let rises = rows.starts[0] === 0 && rows.starts[count] === entries
  for (let r = 0; r < count; r++) rises &&= rows.starts[r] <= rows.starts[r + 1]
  if (!rises) throw badInput(`The starts of the ${name} rows must rise from 0 to the number of entries, ${entries}.`)
  const lastSeen = new Int32Array(columns).fill(-1)
  for (let r = 0; r < count; r++) {
    for (let k = rows.starts[r]; k < rows.starts[r + 1]; k++) {
      const column = rows.columns[k]
      if (!(column >= 0 && column < columns)) {
        throw badInput(`A ${name} row has an entry at column ${column}; columns run from 0 to ${columns - 1}.`)
      }
      if (lastSeen[column] === r) throw badInput(`Row ${r} of the ${name} rows has column ${column} twice.`)
      lastSeen[column] = r
    }
  }
  if (rows.values !== undefined) checkFinite(`values of the ${name} rows`, rows.values)
}

function checkLength(what: string, found: Float64Array, wanted: number): void {
  if (found.length !== wanted) throw badInput(`The ${what} has ${found.length} entries where ${wanted} are needed.`)
}

function checkFinite(what: string, numbers: Float64Array, least = Number.NEGATIVE_INFINITY): void {
  const wrong = numbers.find((value) => !(Number.isFinite(value) && value >= least))
  if (wrong !== undefined) {
    throw badInput(`The ${what} has the entry ${wrong}. It takes finite numbers${least === 0 ? ', 0 or more' : ''}.`)
  }
}
