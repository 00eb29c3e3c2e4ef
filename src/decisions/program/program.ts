/**
 * A decision program, every number of it exact:
 *   minimise or maximise  constant + c'x + sum of q x_i x_j   subject to  lower <= a_i x <= upper for every row i,
 *   lower <= x_j <= upper, x_j whole where integer[j] is 1. A missing bound is null.
 *
 * Rows are flat: entries starts[i] .. starts[i+1]-1 are row i. As read from a file, a program still holds its private
 * right-hand sides in the open: it is as confidential as the file until `declarePrivate` has taken them out.
 */
import { add, compare, type Rational, ZERO } from '../../exact/rational.ts'
import { badInput } from '../../request-error.ts'
import { DecimalVector } from './decimals.ts'

export type Bound = Rational | null

/** coefficient * x_first * x_second in the objective, first <= second. */
export interface QuadraticTerm {
  readonly first: number
  readonly second: number
  readonly coefficient: Rational
}

export interface Program {
  readonly sense: 'minimise' | 'maximise'
  readonly constant: Rational
  readonly variables: readonly string[]
  readonly lower: readonly Bound[]
  readonly upper: readonly Bound[]
  readonly integer: Uint8Array
  readonly cost: DecimalVector
  readonly quadratic: readonly QuadraticTerm[]
  readonly rows: readonly string[]
  readonly rowLower: readonly Bound[]
  readonly rowUpper: readonly Bound[]
  /** Rows written as one equation. A range whose sides happen to be equal is not among them: that would tell its sides. */
  readonly equations: ReadonlySet<number>
  readonly starts: Int32Array
  readonly columns: Int32Array
  readonly values: DecimalVector
}

/** Writes a program variable by variable, then row by row. */
export class ProgramBuilder {
  sense: Program['sense']
  constant: Rational = ZERO
  readonly #variables: string[] = []
  readonly #indexOf = new Map<string, number>()
  readonly #lower: Bound[] = []
  readonly #upper: Bound[] = []
  readonly #integer: number[] = []
  readonly #cost: Rational[] = []
  readonly #quadratic = new Map<string, QuadraticTerm>()
  readonly #rows: string[] = []
  readonly #rowNames = new Set<string>()
  readonly #rowLower: Bound[] = []
  readonly #rowUpper: Bound[] = []
  readonly #equations = new Set<number>()
  readonly #starts: number[] = []
  readonly #columns: number[] = []
  readonly #values = new DecimalVector()

  constructor(sense: Program['sense'] = 'minimise') {
    this.sense = sense
  }

  get variableCount(): number {
    return this.#variables.length
  }

  get rowCount(): number {
    return this.#rows.length
  }

  /** The index of a variable, which is added with 0 <= x when it is new. */
  variable(name: string): number {
    return this.#indexOf.get(name) ?? this.addVariable(name, ZERO, null, ZERO)
  }

  indexOf(name: string): number | undefined {
    return this.#indexOf.get(name)
  }

  addVariable(name: string, lower: Bound, upper: Bound, cost: Rational, integer = false): number {
    if (this.#indexOf.has(name)) throw badInput(`The variable "${name}" is declared twice. Give each its own name.`)
    const index = this.#variables.push(name) - 1
    this.#indexOf.set(name, index)
    this.#lower.push(lower)
    this.#upper.push(upper)
    this.#integer.push(integer ? 1 : 0)
    this.#cost.push(cost)
    return index
  }

  boundsOf(variable: number): { lower: Bound; upper: Bound } {
    return { lower: this.#lower[variable], upper: this.#upper[variable] }
  }

  setBounds(variable: number, lower: Bound, upper: Bound): void {
    this.#lower[variable] = lower
    this.#upper[variable] = upper
  }

  setInteger(variable: number): void {
    this.#integer[variable] = 1
  }

  costOf(variable: number): Rational {
    return this.#cost[variable]
  }

  addCost(variable: number, amount: Rational): void {
    this.#cost[variable] = this.#cost[variable].num === 0n ? amount : add(this.#cost[variable], amount)
  }

  addQuadratic(one: number, other: number, coefficient: Rational): void {
    const [first, second] = one <= other ? [one, other] : [other, one]
    const key = `${first},${second}`
    const before = this.#quadratic.get(key)
    const total = before === undefined ? coefficient : add(before.coefficient, coefficient)
    this.#quadratic.set(key, { first, second, coefficient: total })
  }

  /** Appends a row. Entries of the same variable must have been added up. */
  addRow(name: string, lower: Bound, upper: Bound, entries: Iterable<readonly [number, Rational]>): number {
    this.startRow(name, lower, upper)
    for (const [variable, value] of entries) {
      if (value.num === 0n) continue
      this.#columns.push(variable)
      this.#values.push(value)
    }
    return this.#rows.length - 1
  }

  /** Appends a row that must hold with equality. */
  addEquation(name: string, side: Rational, entries: Iterable<readonly [number, Rational]>): number {
    const row = this.addRow(name, side, side, entries)
    this.#equations.add(row)
    return row
  }

  /** Opens a row for `entry`: the way to write large models without an object for an entry. */
  startRow(name: string, lower: Bound, upper: Bound): void {
    if (this.#rowNames.has(name)) throw badInput(`The constraint "${name}" is declared twice. Give each its own name.`)
    this.#rowNames.add(name)
    this.#rows.push(name)
    this.#rowLower.push(lower)
    this.#rowUpper.push(upper)
    this.#starts.push(this.#columns.length)
  }

  /** Appends a coefficient to the open row; the double is read as the decimal it prints as. */
  entry(variable: number, value: number): void {
    this.#columns.push(variable)
    this.#values.pushNear(value)
  }

  build(): Program {
    const cost = new DecimalVector()
    for (const amount of this.#cost) cost.push(amount)
    const program: Program = {
      sense: this.sense,
      constant: this.constant,
      variables: this.#variables,
      lower: this.#lower,
      upper: this.#upper,
      integer: Uint8Array.from(this.#integer),
      cost,
      quadratic: [...this.#quadratic.values()].filter(({ coefficient }) => coefficient.num !== 0n),
      rows: this.#rows,
      rowLower: this.#rowLower,
      rowUpper: this.#rowUpper,
      equations: this.#equations,
      starts: Int32Array.from([...this.#starts, this.#columns.length]),
      columns: Int32Array.from(this.#columns),
      values: this.#values,
    }
    checkProgram(program)
    return program
  }
}

/**
 * Throws on bounds of variables that cross and on integers in a quadratic program. The sides of a row may be private, so they are
 * not compared here: `checkPublicRows` does that once the private ones are taken out.
 */
function checkProgram(program: Program): void {
  if (program.variables.length === 0) throw badInput('The model has no variable: there is nothing to decide.')
  const variable = program.variables.findIndex((_, j) => crossed(program.lower[j], program.upper[j]))
  if (variable >= 0) {
    throw badInput(`The lower bound of "${program.variables[variable]}" is above its upper bound. Correct one of them.`)
  }
  if (program.quadratic.length > 0 && program.integer.includes(1)) {
    throw badInput('The model has a quadratic objective and whole variables. Only one of the two can be solved.')
  }
}

/** Throws on a row whose sides cross. Requires that every private side has been taken out. */
export function checkPublicRows({ rows, rowLower, rowUpper }: Program): void {
  const row = rows.findIndex((_, i) => crossed(rowLower[i], rowUpper[i]))
  if (row >= 0) throw badInput(`The range of the constraint "${rows[row]}" is empty. Correct one of its sides.`)
}

function crossed(lower: Bound, upper: Bound): boolean {
  return lower !== null && upper !== null && compare(lower, upper) > 0
}
