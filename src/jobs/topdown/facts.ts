/** Public facts, from the words of a spec and public tables to bounds on sums of cells at every region of a level. */
import { besideSpec, type Database, type PublicCounts, readPublicCounts } from '../../data/index.ts'
import { parseRational } from '../../exact/index.ts'
import { linkName } from '../../measure/index.ts'
import {
  answerLabels,
  compileQuery,
  type Hierarchy,
  levelIndex,
  type Query,
  type Schema,
  selectCells,
} from '../../model/index.ts'
import { badInput } from '../../request-error.ts'
import { inWords, type SpecFact, type SpecFactTable, type SpecFile, type SpecWhere } from '../../spec/index.ts'
import type { BoundFact, Fact, RatioFact } from '../../topdown/index.ts'
import { refuseNoisyTable } from './noisy-table.ts'

/** A schema over a range of the cells that a fact may speak of. */
export interface FactCells {
  readonly schema: Schema
  readonly first: number
  readonly allCells: number
}

/** The true counts of a query at a level, once they are published; before that, undefined. */
export type PublishedCounts = (level: number, query: Query) => Float64Array | undefined

export interface FactRequest {
  readonly db: Database
  readonly file: SpecFile
  readonly hierarchy: Hierarchy
  readonly cells: FactCells
  readonly published: PublishedCounts
  /** Where the facts stand in the spec, as in `public`. */
  readonly field: string
}

/** A fact whose counts come from the data is not to be quoted before it is published. */
export type SourcedFact = Fact & {
  readonly fromData?: boolean
  /** Not declared: measured, and exact because no step between neighbours moves it. */
  readonly unchanging?: boolean
}

export async function compileFacts(facts: readonly SpecFact[], request: FactRequest): Promise<SourcedFact[]> {
  const compiled: SourcedFact[] = []
  for (const [i, fact] of facts.entries()) compiled.push(await compileFact(fact, `${request.field}[${i}]`, request))
  return compiled
}

export async function compileFact(fact: SpecFact, where: string, request: FactRequest): Promise<SourcedFact> {
  const { hierarchy, cells } = request
  const level = levelIndex(hierarchy, fact.level, where)
  const query = compileQuery(cells.schema, fact.query)
  const name =
    fact.name ?? `${fact.query}${fact.where === undefined ? '' : ` of ${inWords(fact.where)}`} by ${fact.level}`
  const chosen = selectCells(cells.schema, fact.where ?? {}, `${where}.where`)
  if (fact.atMostTimes !== undefined) return ratioOf(fact, name, level, chosen, where, cells)
  const answerOf = new Int32Array(cells.allCells).fill(-1)
  query.answerOf.forEach((answer, cell) => {
    if (chosen[cell] === 1) answerOf[cells.first + cell] = answer
  })
  const counted = answersCounted(query.answers, answerOf)
  const bounds = ofCells(await boundsOf(fact, level, { ...query, counted }, where, request), counted)
  if (fact.exactly !== 'data') checkSize(bounds.lower, name)
  const labels = Array.from({ length: query.answers }, (_, a) => answerLabels(query, a).join(' * '))
  return {
    kind: 'bound',
    name,
    mode: fact.mode,
    level,
    answers: query.answers,
    answerOf,
    ...(query.answers > 1 && { labels }),
    ...bounds,
    ...(fact.exactly === 'data' && { fromData: true }),
  }
}

/** More people than this are a mistake. */
const MOST_PEOPLE = 1e12

function checkSize(lower: Float64Array, name: string): void {
  const least = lower.reduce((sum, bound) => sum + bound, 0)
  if (least <= MOST_PEOPLE) return
  throw badInput(
    `"${name}" asks for ${least.toExponential(1)} people in all. At most ${MOST_PEOPLE.toExponential()} are possible.`,
  )
}

/** A query with the answers that count anybody. */
type FactQuery = Query & { readonly counted: Uint8Array }

function answersCounted(answers: number, answerOf: Int32Array): Uint8Array {
  const counted = new Uint8Array(answers)
  for (const answer of answerOf) if (answer >= 0) counted[answer] = 1
  return counted
}

/** An answer that counts nobody is said nothing of. */
function ofCells({ lower, upper }: Bounds, counted: Uint8Array): Bounds {
  const answers = counted.length
  if (counted.every((some) => some === 1)) return { lower, upper }
  return {
    lower: lower.map((bound, i) => (counted[i % answers] === 1 ? bound : 0)),
    upper: upper.map((bound, i) => (counted[i % answers] === 1 ? bound : Number.POSITIVE_INFINITY)),
  }
}

type Bounds = Pick<BoundFact, 'lower' | 'upper'>

async function boundsOf(
  fact: SpecFact,
  level: number,
  query: FactQuery,
  where: string,
  request: FactRequest,
): Promise<Bounds> {
  const size = request.hierarchy.levels[level].regions.length * query.answers
  const lower = new Float64Array(size)
  const upper = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  const read = (value: number | SpecFactTable, field: string) =>
    typeof value === 'number'
      ? { counts: new Float64Array(size).fill(value), absent: 'unknown' as const }
      : tableCounts(value, level, query, `${where}.${field}`, request)
  const { exactly, atLeast, atMost } = fact
  if (exactly === 'data') {
    const counts = request.published(level, query)
    return counts === undefined ? { lower, upper } : { lower: counts, upper: counts }
  }
  if (exactly !== undefined) {
    const { counts, absent } = await read(exactly, 'exactly')
    setBounds(lower, counts, absent === 'zero' ? 0 : undefined)
    setBounds(upper, counts, absent === 'zero' ? 0 : undefined)
  }
  if (atLeast !== undefined) {
    const { counts, absent } = await read(atLeast, 'atLeast')
    setBounds(lower, counts, undefined)
    counts.forEach((count, i) => {
      if (absent === 'zero' && !(count > 0)) upper[i] = 0
    })
  }
  if (atMost !== undefined) {
    const { counts, absent } = await read(atMost, 'atMost')
    const most = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
    setBounds(most, counts, absent === 'zero' ? 0 : undefined)
    // A table of lower bounds may have said already that nobody is there.
    most.forEach((bound, i) => {
      upper[i] = Math.min(upper[i], bound)
    })
  }
  return { lower, upper }
}

/** NaN stands for what a table does not say. */
function setBounds(bounds: Float64Array, counts: Float64Array, absent: number | undefined): void {
  counts.forEach((count, i) => {
    if (!Number.isNaN(count)) bounds[i] = count
    else if (absent !== undefined) bounds[i] = absent
  })
}

async function tableCounts(
  table: SpecFactTable,
  level: number,
  query: FactQuery,
  where: string,
  { db, file, hierarchy }: FactRequest,
): Promise<{ readonly counts: Float64Array; readonly absent: SpecFactTable['absent'] }> {
  const region = table.region === undefined ? [] : typeof table.region === 'string' ? [table.region] : table.region
  if (region.length === 0 && hierarchy.levels[level].regions.length > 1) {
    throw badInput(
      `${where}.region: say which column names the region: level "${hierarchy.levels[level].name}" has many.`,
    )
  }
  const labels = query.dimensions.map(({ name }) => table.columns[name] ?? name)
  const path = besideSpec(file, table.file)
  await refuseNoisyTable(db, path, where)
  const read = await readPublicCounts(db, { path, region, labels, count: table.count, what: where })
  return { counts: placed(read, level, query, { path, hierarchy, one: region.length === 0 }), absent: table.absent }
}

function placed(
  { regions, labels, counts }: PublicCounts,
  level: number,
  query: FactQuery,
  { path, hierarchy, one }: { readonly path: string; readonly hierarchy: Hierarchy; readonly one: boolean },
): Float64Array {
  const { name, regions: known } = hierarchy.levels[level]
  const nodeOf = new Map(known.map((region, node) => [region, node]))
  const answerOf = new Map(Array.from({ length: query.answers }, (_, a) => [answerLabels(query, a).join('\u0000'), a]))
  const out = new Float64Array(known.length * query.answers).fill(Number.NaN)
  counts.forEach((count, i) => {
    const node = one ? 0 : nodeOf.get(regions[i])
    if (node === undefined) {
      throw badInput(
        `${path}, line ${i + 2}: level "${name}" has no region "${regions[i]}". It has, for example, "${known[0]}".`,
      )
    }
    const answer = answerOf.get(labels.map((column) => column[i]).join('\u0000'))
    if (answer === undefined) {
      const given = labels.map((column) => `"${column[i]}"`).join(', ')
      const [first] = answerLabels(query, 0)
      throw badInput(`${path}, line ${i + 2}: "${query.name}" has no answer ${given}. It has, for example, "${first}".`)
    }
    if (query.counted[answer] === 0) {
      const given = labels.map((column) => `"${column[i]}"`).join(', ')
      throw badInput(
        `${path}, line ${i + 2}: ${given} is not among the people that \`where\` names. Leave the line out, or name them.`,
      )
    }
    out[node * query.answers + answer] = count
  })
  return out
}

/** count(chosen) <= times * count(of), in whole coefficients. */
function ratioOf(
  fact: SpecFact,
  name: string,
  level: number,
  chosen: Uint8Array,
  where: string,
  { schema, first, allCells }: FactCells,
): RatioFact {
  const { times, of } = fact.atMostTimes as NonNullable<SpecFact['atMostTimes']>
  const factor = parseRational(times, `${where}.atMostTimes.times`)
  if (factor.num < 0n) throw badInput(`${where}.atMostTimes.times: it is negative. Give a number from 0 up.`)
  const others = selectCells(schema, of, `${where}.atMostTimes.of`)
  const coefficient = new Float64Array(allCells)
  chosen.forEach((meant, cell) => {
    coefficient[first + cell] = Number(factor.den) * meant - Number(factor.num) * others[cell]
  })
  return { kind: 'ratio', name, mode: fact.mode, level, coefficient, upper: 0 }
}

type SpecLink = NonNullable<SpecFile['spec']['units']>['links'][number]

/** What ties people to units: people <= times * units, and the other way round. */
export function compileLinks(
  links: readonly SpecLink[],
  hierarchy: Hierarchy,
  people: FactCells,
  units: FactCells,
): RatioFact[] {
  return links.flatMap((link, i) => {
    const where = `units.links[${i}]`
    const level = levelIndex(hierarchy, link.level, where)
    const persons = selectCells(people.schema, link.people, `${where}.people`)
    const homes = selectCells(units.schema, link.units, `${where}.units`)
    const name = linkName(link)
    const made = (times: string | number, field: string, sign: number): RatioFact => {
      const factor = parseRational(times, `${where}.${field}`)
      const coefficient = new Float64Array(people.allCells)
      persons.forEach((meant, cell) => {
        coefficient[people.first + cell] = sign * Number(factor.den) * meant
      })
      homes.forEach((meant, cell) => {
        coefficient[units.first + cell] = -sign * Number(factor.num) * meant
      })
      return { kind: 'ratio', name, mode: link.mode, level, coefficient, upper: 0 }
    }
    return [
      ...(link.atMostTimes === undefined ? [] : [made(link.atMostTimes, 'atMostTimes', 1)]),
      ...(link.atLeastTimes === undefined ? [] : [made(link.atLeastTimes, 'atLeastTimes', -1)]),
    ]
  })
}

/** 1 for every cell that nobody can be in. */
export function compileImpossible(
  impossible: readonly SpecWhere[],
  { schema, first, allCells }: FactCells,
  field: string,
): Uint8Array {
  const zero = new Uint8Array(allCells)
  impossible.forEach((where, i) => {
    selectCells(schema, where, `${field}[${i}]`).forEach((meant, cell) => {
      if (meant === 1) zero[first + cell] = 1
    })
  })
  return zero
}
