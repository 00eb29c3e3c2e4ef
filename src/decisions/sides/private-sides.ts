/**
 * Which right-hand sides are private: takes them out of a program, locks them up, and keeps what is public about them.
 *
 * A side is `a_i x <= b` (upper) or `a_i x >= b` (lower); a private range has two. Its floor is the tightest value it can take
 * on any data set, public by declaration: the least b of an upper side, the largest b of a lower one (b* in section 3 of
 * Munoz Medina, Syed, Vassilvitskii, Vitercik, "Private Optimization Without Constraint Violations", 2021).
 *
 * It is declared, or follows from the query that the side is: never taken from the model. No b beyond the least value that a_i x can
 * take has a solution, but whether data are that tight is told by nobody: a floor that nobody declared would be kept by some data and
 * not by others, and the refusal would tell which. The model's value is suggested.
 */
import { compare, formatRational, type Rational } from '../../exact/rational.ts'
import { type Confidential, confidential } from '../../privacy/confidential.ts'
import { badInput } from '../../request-error.ts'
import { activityOf, type Box, boxOf } from '../program/box.ts'
import { type Bound, checkPublicRows, type Program } from '../program/program.ts'
import { limitsOfQuery, type QueriedSides, type SideQuery, sensitivityOfSides } from './sensitivity-of-sides.ts'

export interface PrivateSide {
  readonly row: number
  readonly side: 'upper' | 'lower'
  /** The row's name, with ":upper" or ":lower" when both sides of a range are private. */
  readonly name: string
  readonly floor: Rational
  readonly floorFrom: 'declared' | 'query'
  /** The loosest value that the side can take, where it is public. */
  readonly loosest: Bound
}

export interface PrivateProgram {
  /** The program with its private sides taken out: public. */
  readonly program: Program
  readonly sides: readonly PrivateSide[]
  /** The true values, in the order of `sides`. */
  readonly truth: Confidential<readonly Rational[]>
  /** The largest L1 distance between the sides of neighbouring data sets. */
  readonly sensitivity: Rational
  /** Every true value is a multiple of it, by declaration; null when nothing is declared. */
  readonly unit: Bound
}

export interface PrivateOptions {
  /** Names of rows, "*" for any text, with ":upper" or ":lower" for one side of a range. */
  readonly private: readonly string[]
  /** One floor for all, or floors by name or pattern, the first that fits counting. */
  readonly floor?: Rational | readonly (readonly [string, Rational])[] | undefined
  /** Public loosest values, likewise. */
  readonly loosest?: readonly (readonly [string, Rational])[] | undefined
  /** The joint L1 sensitivity, or the queries it is computed from, by name or pattern. */
  readonly sensitivity: Rational | DeclaredQueries
  readonly unit?: Rational | undefined
}

export interface DeclaredQueries extends QueriedSides {
  readonly queries: readonly (readonly [string, SideQuery])[]
  /** The number of records when it is public. */
  readonly records?: bigint | undefined
}

export function declarePrivate(program: Program, options: PrivateOptions): PrivateProgram {
  const found = sidesIn(program, options.private)
  const queries = isRational(options.sensitivity) ? undefined : options.sensitivity
  checkEntries('floor of', isRational(options.floor) ? undefined : options.floor, found)
  checkEntries('loosest value of', options.loosest, found)
  checkEntries('query of', queries?.queries, found)
  const chosen = found.map(({ name }) => queries && queryFor(name, queries))
  const limits = chosen.map((query) => query && limitsOfQuery(query, queries?.records ?? null))
  const sensitivity = isRational(options.sensitivity)
    ? options.sensitivity
    : sensitivityOfSides(chosen as SideQuery[], options.sensitivity)
  if (sensitivity.num <= 0n) {
    throw badInput('The sensitivity of the private right-hand sides must be above 0: how far can one person move them?')
  }
  const open = withoutSides(program, found)
  checkPublicRows(open)
  const box = boxOf(open, open.rowLower, open.rowUpper)
  const sides = found.map(({ row, side, name }, k): PrivateSide => {
    const [tight, loose] = side === 'upper' ? (['least', 'most'] as const) : (['most', 'least'] as const)
    const declared = isRational(options.floor) ? options.floor : valueFor(name, options.floor)
    const fromQuery = limits[k]?.[tight] ?? null
    const floor = declared ?? fromQuery
    if (floor === null) throw noFloor(name, side, suggestedFloor(open, box, row, side))
    const loosest = valueFor(name, options.loosest) ?? limits[k]?.[loose] ?? null
    return { row, side, name, floor, floorFrom: declared ? 'declared' : 'query', loosest }
  })
  const unit = options.unit ?? (limits.every((limit) => limit?.unit) ? limits[0]!.unit : null)
  if (unit !== null && unit.num <= 0n) throw badInput('The unit of the private right-hand sides must be above 0.')
  const truth = found.map(({ row, side }) => (side === 'upper' ? program.rowUpper[row]! : program.rowLower[row]!))
  return { program: open, sides, truth: confidential(truth), sensitivity, unit }
}

/** The end of what a_i x can be, or the public other side of the range where that is further in. */
function suggestedFloor(open: Program, box: Box, row: number, side: PrivateSide['side']): Bound {
  const reach = activityOf(open, row, box)
  const [end, other] = side === 'upper' ? [reach.low, open.rowLower[row]] : [reach.high, open.rowUpper[row]]
  if (end === null || other === null) return end ?? other
  return isTighter(side, end, other) ? other : end
}

interface FoundSide {
  readonly row: number
  readonly side: 'upper' | 'lower'
  readonly name: string
}

function sidesIn(program: Program, patterns: readonly string[]): FoundSide[] {
  const taken = program.rows.find((name) => /:(upper|lower)$/.test(name))
  if (taken !== undefined)
    throw badInput(
      `The constraint "${taken}" ends in the name of a side, as in "cap:upper" for the upper side of "cap". Give it another name.`,
    )
  const found = new Map<string, FoundSide>()
  for (const pattern of patterns) {
    let some = false
    const [, rowPattern, only] = /^(.*?)(?::(upper|lower))?$/s.exec(pattern)!
    const chosen = matcher(rowPattern)
    program.rows.forEach((name, row) => {
      if (!chosen(name)) return
      for (const side of sidesOf(program, row, only)) {
        found.set(side.name, side)
        some = true
      }
    })
    if (!some) throw unknownPattern(pattern, program)
  }
  if (found.size === 0) throw badInput('No right-hand side is declared private. Name the private constraints.')
  return [...found.values()]
}

function sidesOf(program: Program, row: number, only: string | undefined): FoundSide[] {
  const name = program.rows[row]
  const [lower, upper] = [program.rowLower[row], program.rowUpper[row]]
  if (program.equations.has(row)) {
    throw badInput(
      `The private constraint "${name}" is an equality. Two data sets with different right-hand sides have no solution in ` +
        'common, so no private answer can satisfy it on both. Write it as <= or >=, whichever must never be broken.',
    )
  }
  const both = lower !== null && upper !== null
  const sides: FoundSide[] = []
  if (upper !== null && only !== 'lower') sides.push({ row, side: 'upper', name: both ? `${name}:upper` : name })
  if (lower !== null && only !== 'upper') sides.push({ row, side: 'lower', name: both ? `${name}:lower` : name })
  return sides
}

function withoutSides(program: Program, sides: readonly FoundSide[]): Program {
  const rowLower = [...program.rowLower]
  const rowUpper = [...program.rowUpper]
  for (const { row, side } of sides) (side === 'upper' ? rowUpper : rowLower)[row] = null
  return { ...program, rowLower, rowUpper }
}

/** The sides of every row with these values in the private places. */
export function withValues({ program, sides }: Pick<PrivateProgram, 'program' | 'sides'>, values: readonly Bound[]) {
  const rowLower: Bound[] = [...program.rowLower]
  const rowUpper: Bound[] = [...program.rowUpper]
  sides.forEach(({ row, side }, k) => {
    ;(side === 'upper' ? rowUpper : rowLower)[row] = values[k]
  })
  return { rowLower, rowUpper }
}

/** Whether `a` is at least as tight as `b` on this side. */
export function isTighter(side: PrivateSide['side'], a: Rational, b: Rational): boolean {
  return side === 'upper' ? compare(a, b) <= 0 : compare(a, b) >= 0
}

/** A test for a pattern in which "*" stands for any text. */
export function matcher(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  const expression = new RegExp(`^${parts.join('.*')}$`, 's')
  return (name) => expression.test(name)
}

/** The value of the first entry that fits a side, by its own name or that of its constraint. */
export function valueFor<T>(name: string, entries: readonly (readonly [string, T])[] | undefined): T | undefined {
  return entries?.find(([pattern]) => fits(pattern, name))?.[1]
}

function fits(pattern: string, name: string): boolean {
  return matcher(pattern)(name) || matcher(pattern)(name.replace(/:(upper|lower)$/, ''))
}

/** Throws on an entry that is meant for no private side: a misspelt name would leave a side with what it has without. */
function checkEntries(
  what: string,
  entries: readonly (readonly [string, unknown])[] | undefined,
  sides: readonly FoundSide[],
): void {
  for (const [pattern] of entries ?? []) {
    if (sides.some(({ name }) => fits(pattern, name))) continue
    const names = listed(sides.map(({ name }) => name))
    throw badInput(`The ${what} "${pattern}" fits no private right-hand side. They are ${names}.`)
  }
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, 8).join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`
}

function queryFor(name: string, { queries }: DeclaredQueries): SideQuery {
  const query = valueFor(name, queries)
  if (query !== undefined) return query
  throw badInput(
    `The private right-hand side "${name}" has no declared query. Give it one, or give the sensitivity itself.`,
  )
}

function isRational(value: unknown): value is Rational {
  return typeof value === 'object' && value !== null && 'num' in value
}

function noFloor(name: string, side: PrivateSide['side'], suggested: Bound) {
  const [end, word, sign] = side === 'upper' ? ['least', 'floor', '<='] : ['largest', 'ceiling', '>=']
  const hint =
    suggested === null
      ? 'The model does not say how far it can go.'
      : `By the model it is ${formatRational(suggested)} wherever there is a solution at all.`
  return badInput(
    `The private constraint "${name}" (${sign}) has no public ${word}. Declare the ${end} value that its right-hand side can have on any data set (\`floor\`). ${hint}`,
    { constraint: name },
  )
}

function unknownPattern(pattern: string, { rows }: Program) {
  return badInput(
    `No inequality of the model fits the private pattern "${pattern}". The constraints are ${listed(rows)}.`,
  )
}
