/**
 * What the spec in a manifest says of all tables together, worked out again: which counts are exact, which lines must hold. A cell's
 * class is told by where every fact and every line puts it; the plan of the release has no part in it.
 */
import { parseRational, type Rational } from '../exact/index.ts'
import { cellCount, compileQuery, type Schema, selectCells } from '../model/index.ts'
import type { Classes, JointFact, JointLine, JointTables } from '../privacy/index.ts'
import { badInput } from '../request-error.ts'
import type { Spec, SpecFact } from '../spec/index.ts'
import type { ListedFact } from './exact-elsewhere.ts'

export type TableName = 'people' | 'units'
type Link = NonNullable<Spec['units']>['links'][number]

export interface FrameTable {
  readonly name: TableName
  readonly schema: Schema
  readonly spec: Pick<Spec, 'public' | 'impossible' | 'privacy' | 'workload'>
}

export interface FrameRequest {
  readonly tables: readonly FrameTable[]
  readonly levels: readonly string[]
  readonly links: readonly Link[]
  readonly inherited: readonly ListedFact[]
  /** The fields of public tables that are said to have every count; undefined where public tables are not reckoned with. */
  readonly whole: ReadonlySet<string> | undefined
  readonly modes?: readonly Link['mode'][]
}

export interface FrameFact extends JointFact {
  readonly table: TableName
}

export interface ExactFrame extends JointTables {
  readonly request: FrameRequest
  readonly facts: readonly FrameFact[]
  readonly bounds: readonly FrameFact[]
  readonly classes: Classes
}

export function exactFrame(request: FrameRequest): ExactFrame {
  const { tables, links, modes = ['enforced'] } = request
  const sizes = tables.map(({ schema }) => cellCount(schema))
  const firsts = sizes.map((_, t) => sizes.slice(0, t).reduce((sum, size) => sum + size, 0))
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const placed = tables.map((table, t): Placed => ({ ...table, first: firsts[t], all }))
  const zero = new Uint8Array(all)
  for (const { schema, spec, first } of placed)
    for (const where of spec.impossible)
      selectCells(schema, where, 'impossible').forEach((one, cell) => {
        zero[first + cell] |= one
      })
  const declared = placed.flatMap((table) => declaredFacts(table, request))
  const facts = [
    ...declared.filter(({ kind }) => kind === 'fact'),
    ...request.inherited.map((one) => earlier(placed[0], one, request)),
  ]
  const lines = [
    ...placed.flatMap((table) => timesLines(table, request)),
    ...links.flatMap((link) => (modes.includes(link.mode) ? bothWays(placed, link, request) : [])),
  ]
  const bounds = declared.filter(({ kind }) => kind === 'bound')
  const joint = {
    tables: sizes.map((cells, t) => ({ first: firsts[t], cells })),
    levels: request.levels.length,
    zero,
    facts,
    lines,
  }
  return { ...joint, bounds, request, classes: classesByKey(joint) }
}

/** Classes are numbered by their lowest cell. */
export function classesByKey({ tables, zero, facts, lines }: JointTables): Classes {
  const known = new Map<string, number>()
  const cellOf: number[] = []
  const classOf = Int32Array.from(zero, (never, cell) => {
    if (never === 1) return -1
    const parts = [
      tables.findIndex(({ first, cells }) => cell >= first && cell < first + cells),
      ...facts.map(({ bucketOf }) => bucketOf[cell]),
      ...lines.flatMap(({ terms }) => terms.map(({ cells }) => cells[cell])),
    ]
    const key = parts.join()
    const found = known.get(key) ?? known.size
    if (found === known.size) cellOf.push(cell)
    known.set(key, found)
    return found
  })
  return { count: known.size, classOf, cellOf }
}

interface Placed extends FrameTable {
  readonly first: number
  readonly all: number
}

const fieldOf = ({ name }: FrameTable, i: number): string => (name === 'people' ? `public[${i}]` : `units.public[${i}]`)

function levelOf({ levels }: FrameRequest, name: string): number {
  const level = levels.indexOf(name)
  if (level < 0) throw badInput(`the release has no level "${name}"`)
  return level
}

type Declared = FrameFact & { readonly kind: 'fact' | 'bound' }

function declaredFacts(table: Placed, request: FrameRequest): readonly Declared[] {
  const { schema, spec, name } = table
  const found = spec.public.flatMap((fact, i): Declared[] => {
    const kind = kindOf(fact, request.whole, fieldOf(table, i))
    if (kind === undefined || fact.mode !== 'enforced' || speaksOfOthers(schema, fact)) return []
    const query = compileQuery(schema, fact.query)
    const meant = selectCells(schema, fact.where ?? {}, 'where')
    const label = fact.name ?? (fact.exactly === 'data' ? `${query.name} by ${fact.level}` : fieldOf(table, i))
    const answerOf = query.answerOf.map((answer, cell) => (meant[cell] === 1 ? answer : -1))
    const one = placedFact(table, label, levelOf(request, fact.level), answerOf, fact.exactly === 'data')
    return [{ ...one, kind }]
  })
  if (!totalStays(table, request)) return found
  const total = compileQuery(schema, 'total')
  const label = name === 'people' ? 'the number of records' : 'the number of units'
  return [...found, { ...placedFact(table, label, 0, total.answerOf, true), kind: 'fact' }]
}

function kindOf(
  { exactly, atLeast, atMost }: SpecFact,
  whole: ReadonlySet<string> | undefined,
  field: string,
): Declared['kind'] | undefined {
  if (exactly === 'data') return 'fact'
  if (exactly === undefined) return atLeast === undefined && atMost === undefined ? undefined : 'bound'
  if (whole === undefined) return undefined
  return typeof exactly === 'number' || exactly.absent === 'zero' || whole.has(field) ? 'fact' : 'bound'
}

function speaksOfOthers({ attributes, recodes }: Schema, { query, where = {} }: SpecFact): boolean {
  const names = [...attributes, ...recodes].map(({ name }) => name)
  const asked = query.split('*').map((name) => name.trim())
  return [...asked, ...Object.keys(where)].some(
    (name) => !names.includes(name) && name !== 'total' && name !== 'detailed',
  )
}

/** People or units that change and none come or go, and whose number is asked for at the top. */
function totalStays({ spec: { privacy, workload }, schema }: Placed, { levels }: FrameRequest): boolean {
  if (privacy?.unit !== 'change-person' || (privacy.person?.atMost ?? 1) > 1) return false
  if (schema.attributes.some(({ missing }) => missing.rule === 'drop')) return false
  if (privacy.levels !== undefined && Number(privacy.levels[levels[0]] ?? 0) === 0) return false
  return workload.some((one) => one.query.trim() === 'total' && (one.levels?.includes(levels[0]) ?? true))
}

function earlier(table: Placed, { name, level, query }: ListedFact, request: FrameRequest): Declared {
  const { answerOf } = compileQuery(table.schema, query)
  return { ...placedFact(table, name, levelOf(request, level), answerOf, true), kind: 'fact' }
}

function placedFact(
  { name, first, all }: Placed,
  label: string,
  level: number,
  answerOf: Int32Array,
  disclosed: boolean,
): FrameFact {
  const bucketOf = new Int32Array(all).fill(-1)
  bucketOf.set(answerOf, first)
  return { table: name, name: label, level, bucketOf, disclosed }
}

function timesLines(table: Placed, request: FrameRequest): readonly JointLine[] {
  return table.spec.public.flatMap((fact, i): JointLine[] => {
    const { atMostTimes, mode, where = {}, level, name = fieldOf(table, i) } = fact
    if (atMostTimes === undefined || mode !== 'enforced' || speaksOfOthers(table.schema, fact)) return []
    return [
      line(
        name,
        levelOf(request, level),
        cells(table, where),
        cells(table, atMostTimes.of),
        parseRational(atMostTimes.times),
        1n,
      ),
    ]
  })
}

function bothWays([people, units]: readonly Placed[], link: Link, request: FrameRequest): readonly JointLine[] {
  const level = levelOf(request, link.level)
  const [persons, homes] = [cells(people, link.people), cells(units, link.units)]
  const one = (times: string | number | undefined, sign: bigint): JointLine[] =>
    times === undefined ? [] : [line(nameOfLink(link), level, persons, homes, parseRational(times), sign)]
  return [...one(link.atMostTimes, 1n), ...one(link.atLeastTimes, -1n)]
}

export function nameOfLink({ name, people, units }: Link): string {
  const words = (where: Link['people']): string =>
    Object.entries(where)
      .map(([attribute, levels]) => `${attribute} ${levels.join(' or ')}`)
      .join(', ')
  return name ?? `${words(people)} and units of ${words(units)}`
}

function cells({ schema, first, all }: Placed, where: SpecFact['where'] & {}): Uint8Array {
  const found = new Uint8Array(all)
  found.set(selectCells(schema, where, 'where'), first)
  return found
}

/** sign * (den * one - num * other) <= 0. */
function line(
  name: string,
  level: number,
  one: Uint8Array,
  other: Uint8Array,
  { num, den }: Rational,
  sign: bigint,
): JointLine {
  return {
    name,
    level,
    terms: [
      { cells: one, times: sign * den },
      { cells: other, times: -sign * num },
    ],
  }
}
