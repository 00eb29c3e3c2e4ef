/**
 * Private right-hand sides computed from a table of records, by the very queries that their sensitivity is computed from: a
 * number of records, or a sum of values each of which is first moved into [least, most]. A record counts for the constraint
 * that it names, so no record counts for two.
 */
import { createHash } from 'node:crypto'
import type { SideQuery } from '../../../decisions/index.ts'
import { matcher, valueFor } from '../../../decisions/sides/private-sides.ts'
import { add, compare, ONE, type Rational, ZERO } from '../../../exact/index.ts'
import { badInput } from '../../../request-error.ts'
import type { ModelTable } from './model-table.ts'

export type RecordTable = ModelTable<'row' | 'value' | 'person'>

/** A side that records could fill: of a range it is called by its side too, as where its sensitivity is computed. */
export interface CountedSide {
  readonly constraint: string
  readonly side: 'lower' | 'upper'
  readonly ofRange: boolean
}

/** What a spec declares of its sides, by name or pattern. */
export interface DeclaredSides {
  readonly private: readonly string[]
  readonly queries: readonly (readonly [string, SideQuery])[]
  /** Whose records are counted together, and how many at most. */
  readonly person?: { readonly column?: string | undefined; readonly atMost: number } | undefined
}

/** The side of each constraint that has a query; 0 where no record names it. Every one of them must be private. */
export function sidesFromRecords(
  table: RecordTable,
  counted: Iterable<CountedSide>,
  declared: DeclaredSides,
): ReadonlyMap<string, Rational> {
  const queryOf = new Map<string, SideQuery>()
  for (const { constraint, side, ofRange } of counted) {
    const query = valueFor(ofRange ? `${constraint}:${side}` : constraint, declared.queries)
    if (query === undefined) continue
    if (!declared.private.some((pattern) => isPrivate(pattern, constraint, side))) throw publicCount(constraint, side)
    queryOf.set(constraint, query)
  }
  const sides = new Map([...queryOf.keys()].map((name) => [name, ZERO]))
  for (const line of countedLines(table, declared.person)) {
    const name = table.label('row', line)
    const query = queryOf.get(name)
    if (query === undefined) throw table.error(line, 'the record names no constraint that has a query.')
    sides.set(name, add(sides.get(name) as Rational, query.kind === 'count' ? ONE : valueAt(table, line, query)))
  }
  return sides
}

/**
 * The lines that count: of each person at most so many, chosen by a hash of their number among the person's own. What one person's
 * lines are must not depend on anybody else's, so their position in the whole file plays no part.
 */
function countedLines(table: RecordTable, person: DeclaredSides['person']): Iterable<number> {
  const all = Array.from({ length: table.length }, (_, line) => line)
  if (person?.column === undefined) return all
  const linesOf = new Map<string, number[]>()
  for (const line of all) {
    const who = table.label('person', line)
    const own = linesOf.get(who)
    if (own === undefined) linesOf.set(who, [line])
    else own.push(line)
  }
  const rank = (own: number): string =>
    createHash('md5')
      .update(String(own + 1))
      .digest('hex')
  return [...linesOf.values()].flatMap((lines) =>
    lines
      .map((line, own) => ({ line, rank: rank(own) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, person.atMost)
      .map(({ line }) => line),
  )
}

function isPrivate(pattern: string, constraint: string, side: CountedSide['side']): boolean {
  const [, rows, only] = /^(.*?)(?::(upper|lower))?$/s.exec(pattern) as RegExpExecArray
  return (only === undefined || only === side) && matcher(rows)(constraint)
}

/** What is counted from records and is not private would be published exactly. */
function publicCount(constraint: string, side: CountedSide['side']): Error {
  return badInput(
    `decide.program.tables.records: the ${side} side of "${constraint}" would be taken from the records and is not private, so it ` +
      `would be published exactly. Name it under \`private\` ("${constraint}:${side}"), or give it no query.`,
  )
}

/** The value of a record, moved to the nearer end where it lies beyond one. */
function valueAt(table: RecordTable, line: number, { least, most }: Extract<SideQuery, { kind: 'sum' }>): Rational {
  if (least === null || most === null)
    throw badInput('A private sum has values without a bound. Declare the least and the largest: sum: [least, most].')
  const value = table.needed('value', line)
  if (compare(value, least) < 0) return least
  return compare(value, most) > 0 ? most : value
}
