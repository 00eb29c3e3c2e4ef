/**
 * The simplex method in rationals, for small programs on which doubles give up: no tolerance, so every ending is proved.
 *
 * Variables and rows are treated alike: row i is a variable r_i = a_i x with bounds of its own, on the basis at first. Feasibility
 * after Dutertre and de Moura, "A fast linear-arithmetic solver for DPLL(T)" (CAV 2006), section 3; then the primal method with
 * bounds. The smallest index is always taken (Bland, Mathematics of Operations Research 2 (1977), 103-107), so neither cycles.
 */
import { add, compare, divide, multiply, ONE, type Rational, subtract, ZERO } from '../../exact/rational.ts'
import type { Basis } from '../../optimize/index.ts'
import type { Bound, Program } from '../program/program.ts'
import type { RowSides, VariableBounds } from '../program/solver-model.ts'

export type SimplexEnd =
  | { readonly status: 'optimal'; readonly point: readonly Rational[]; readonly basis: Basis }
  | { readonly status: 'infeasible' }
  | { readonly status: 'unbounded' }
  | { readonly status: 'too large' }

/** Rows times columns, and pivots, at most. */
const MOST_ENTRIES = 4000
const MOST_PIVOTS = 3000

export function exactSimplex(program: Program, sides: RowSides, bounds: VariableBounds): SimplexEnd {
  if (program.rows.length * program.variables.length > MOST_ENTRIES) return { status: 'too large' }
  return new Tableau(program, sides, bounds).solve()
}

class Tableau {
  readonly #program: Program
  /** Of variable k, columns first and rows after them. */
  readonly #lower: readonly Bound[]
  readonly #upper: readonly Bound[]
  readonly #value: Rational[]
  /** Line i: the variable that is on the basis there, as a sum of those off it. */
  readonly #basic: number[]
  readonly #free: number[]
  readonly #lines: Rational[][]
  #costs: Rational[]
  #pivots = 0

  constructor(program: Program, { rowLower, rowUpper }: RowSides, { lower, upper }: VariableBounds) {
    const count = program.variables.length
    this.#program = program
    this.#lower = [...lower, ...rowLower]
    this.#upper = [...upper, ...rowUpper]
    this.#free = program.variables.map((_, j) => j)
    this.#basic = program.rows.map((_, i) => count + i)
    this.#lines = program.rows.map((_, i) => {
      const line = this.#free.map(() => ZERO)
      for (let e = program.starts[i]; e < program.starts[i + 1]; e++) line[program.columns[e]] = program.values.at(e)
      return line
    })
    const turn = program.sense === 'minimise' ? ONE : subtract(ZERO, ONE)
    this.#costs = this.#free.map((j) => multiply(turn, program.cost.at(j)))
    this.#value = this.#lower.map((bound, k) => (k < count ? (bound ?? this.#upper[k] ?? ZERO) : ZERO))
    this.#lines.forEach((line, i) => {
      this.#value[count + i] = this.#free.reduce((sum, j, at) => add(sum, multiply(line[at], this.#value[j])), ZERO)
    })
  }

  solve(): SimplexEnd {
    for (const step of [() => this.#towardsFeasible(), () => this.#towardsOptimal()]) {
      for (;;) {
        const end = step()
        if (end === 'done') break
        if (end !== 'moved') return { status: end }
        if (++this.#pivots > MOST_PIVOTS) return { status: 'too large' }
      }
    }
    const count = this.#program.variables.length
    return { status: 'optimal', point: this.#value.slice(0, count), basis: this.#basis(count) }
  }

  #towardsFeasible(): 'moved' | 'done' | 'infeasible' {
    const line = this.#smallest(this.#basic, (k) => this.#outside(k) !== 0)
    if (line < 0) return 'done'
    const k = this.#basic[line]
    const side = this.#outside(k) // -1: too small
    const at = this.#smallest(this.#free, (j, place) => {
      const slope = this.#lines[line][place].num
      return slope !== 0n && this.#canMove(j, slope > 0n === side < 0 ? 1 : -1)
    })
    if (at < 0) return 'infeasible'
    const target = (side < 0 ? this.#lower[k] : this.#upper[k]) as Rational
    const step = divide(subtract(target, this.#value[k]), this.#lines[line][at])
    this.#shift(at, step)
    this.#pivot(line, at)
    return 'moved'
  }

  #towardsOptimal(): 'moved' | 'done' | 'unbounded' {
    const at = this.#smallest(this.#free, (j, place) => {
      const slope = this.#costs[place].num
      return slope !== 0n && this.#canMove(j, slope < 0n ? 1 : -1)
    })
    if (at < 0) return 'done'
    const rises = this.#costs[at].num < 0n
    const j = this.#free[at]
    const own = rises ? this.#upper[j] : this.#lower[j]
    let least = own === null ? null : absolute(subtract(own, this.#value[j]))
    let line = -1
    this.#lines.forEach((entries, i) => {
      const slope = entries[at]
      if (slope.num === 0n) return
      const k = this.#basic[i]
      const limit = slope.num > 0n === rises ? this.#upper[k] : this.#lower[k]
      if (limit === null) return
      const step = absolute(divide(subtract(limit, this.#value[k]), slope))
      const order = least === null ? -1 : compare(step, least)
      if (order < 0 || (order === 0 && line >= 0 && k < this.#basic[line])) [least, line] = [step, i]
    })
    if (least === null) return 'unbounded'
    this.#shift(at, rises ? least : subtract(ZERO, least))
    if (line >= 0) this.#pivot(line, at)
    return 'moved'
  }

  /** The place of the smallest variable that fits, or -1. */
  #smallest(variables: readonly number[], fits: (variable: number, place: number) => boolean): number {
    let found = -1
    variables.forEach((variable, place) => {
      if ((found < 0 || variable < variables[found]) && fits(variable, place)) found = place
    })
    return found
  }

  #outside(k: number): -1 | 0 | 1 {
    const [lower, upper] = [this.#lower[k], this.#upper[k]]
    if (lower !== null && compare(this.#value[k], lower) < 0) return -1
    return upper !== null && compare(this.#value[k], upper) > 0 ? 1 : 0
  }

  #canMove(j: number, direction: 1 | -1): boolean {
    const limit = direction > 0 ? this.#upper[j] : this.#lower[j]
    return limit === null || compare(this.#value[j], limit) * direction < 0
  }

  /** Moves a variable off the basis, and those on it with it. */
  #shift(at: number, step: Rational): void {
    if (step.num === 0n) return
    const j = this.#free[at]
    this.#value[j] = add(this.#value[j], step)
    this.#lines.forEach((line, i) => {
      if (line[at].num === 0n) return
      const k = this.#basic[i]
      this.#value[k] = add(this.#value[k], multiply(line[at], step))
    })
  }

  /** Exchanges the variable of a line and the one at a place. */
  #pivot(line: number, at: number): void {
    const entries = this.#lines[line]
    const inverse = divide(ONE, entries[at])
    // x_at = (x_line - the others) / pivot.
    const solved = entries.map((value, place) => (place === at ? inverse : subtract(ZERO, multiply(value, inverse))))
    this.#lines[line] = solved
    const replace = (old: Rational[]): Rational[] => {
      const factor = old[at]
      if (factor.num === 0n) return old
      return old.map((value, place) => {
        const more = multiply(factor, solved[place])
        return place === at ? more : add(value, more)
      })
    }
    for (let i = 0; i < this.#lines.length; i++) if (i !== line) this.#lines[i] = replace(this.#lines[i])
    this.#costs = replace(this.#costs)
    ;[this.#basic[line], this.#free[at]] = [this.#free[at], this.#basic[line]]
  }

  /** 1 on the basis; off it 0 at the lower bound, 2 at the upper one, 3 where there is none. */
  #basis(count: number): Basis {
    const statuses = this.#value.map((value, k): number => {
      const [lower, upper] = [this.#lower[k], this.#upper[k]]
      if (lower !== null && compare(value, lower) === 0) return 0
      return upper !== null && compare(value, upper) === 0 ? 2 : 3
    })
    for (const k of this.#basic) statuses[k] = 1
    return { columns: Int32Array.from(statuses.slice(0, count)), rows: Int32Array.from(statuses.slice(count)) }
  }
}

function absolute({ num, den }: Rational): Rational {
  return num < 0n ? { num: -num, den } : { num, den }
}
