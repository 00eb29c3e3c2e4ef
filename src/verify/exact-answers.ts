/**
 * Which answers are exact, worked out again. Which lines are tight is taken from the release and proved here by multiplying: weights
 * that add the tight rows up to nothing, and counts that are strict in all others. The rest is elimination, modulo a prime.
 */
import { answerLabels, compileQuery, type Query, selectCells } from '../model/index.ts'
import { badInput } from '../request-error.ts'
import { type ExactFrame, nameOfLink, type TableName } from './exact-frame.ts'
import { ModularSpan } from './modular-span.ts'

/** What the manifest gives of one shape of places. */
export interface ShapeProof {
  readonly level: number
  readonly siblings: string
  readonly lines: readonly string[]
  readonly never: readonly string[]
  readonly interior: readonly string[]
}

type Row = ReadonlyMap<number, bigint>
type Answers = Pick<Query, 'answers' | 'answerOf'>

interface Spans {
  readonly proof: ShapeProof
  readonly all: ModularSpan
  readonly known: ModularSpan
  readonly disclosed: ModularSpan
  readonly tightOnly: ModularSpan
  readonly isNever: (own: number) => boolean
}

export class ExactAnswers {
  readonly #frame: ExactFrame
  readonly #byLevel: readonly (readonly Spans[])[]

  /** Throws, saying which, when a proof does not hold. */
  constructor(frame: ExactFrame, proofs: readonly ShapeProof[]) {
    this.#frame = frame
    this.#byLevel = frame.request.levels.map((name, level) => {
      const own = proofs.filter((proof) => proof.level === level)
      if (own.length === 0) throw badInput(`nothing is said of what is exact at level "${name}"`)
      return own.map((proof) => spansOf(frame, proof))
    })
  }

  /** Whether every answer of a query is exact at every place of a level. */
  isFixed(table: TableName, level: number, query: Answers): boolean {
    return this.#byLevel[level].every((spans) =>
      this.#classesOf(table, spans, query).every((one) => this.#has(spans.all, one)),
    )
  }

  /** Whether it would be so without the number of records, which a change leaves as it is. */
  isFixedByOthers(table: TableName, level: number, query: Answers): boolean {
    const facts = this.#frame.facts.filter(({ name }) => !name.startsWith('the number of '))
    const frame = { ...this.#frame, facts }
    return this.#byLevel[level].every(({ proof }) => {
      const spans = spansOf(frame, proof)
      return this.#classesOf(table, spans, query).every((one) => this.#has(spans.all, one))
    })
  }

  countsEverybody(table: TableName): boolean {
    const { tables, request, classes } = this.#frame
    const t = table === 'people' ? 0 : 1
    if (request.tables[t].schema.attributes.some(({ missing }) => missing.rule === 'drop')) return false
    const [spans] = this.#byLevel[0]
    const everybody = { answers: 1, answerOf: new Int32Array(tables[t].cells) }
    const [own] = this.#classesOf(table, spans, everybody)
    return classes.count > 0 && this.#has(spans.disclosed, own) && !this.#has(spans.tightOnly, own)
  }

  /** The names of what follows exactly without being declared, those that nobody can be in last. */
  listed(table: TableName): { readonly follows: readonly string[]; readonly never: readonly string[] } {
    const { request, facts, lines } = this.#frame
    const own = request.tables.find(({ name }) => name === table)
    if (own === undefined || facts.length + lines.length === 0) return { follows: [], never: [] }
    const found = { follows: [] as string[], never: [] as string[] }
    const seen = new Map<string, number>()
    const take = (
      query: Answers,
      level: number,
      above: Set<number>,
      nameOf: (a: number) => string,
      whole?: string,
    ): void => {
      const fresh: { readonly answer: number; readonly never: boolean }[] = []
      const exact = this.#worthListing(table, level, query)
      for (const { answer, key, never } of exact)
        if (!above.has(answer) && !((seen.get(key) ?? -1) >= level)) fresh.push({ answer, never })
      for (const { answer, key } of exact) {
        seen.set(key, Math.max(level, seen.get(key) ?? 0))
        above.add(answer)
      }
      if (whole !== undefined && fresh.length === query.answers && fresh.length > 1) found.follows.push(whole)
      else for (const { answer, never } of fresh) found[never ? 'never' : 'follows'].push(nameOf(answer))
    }
    const depth = (link: (typeof request.links)[number]): number => request.levels.indexOf(link.level)
    for (const link of [...request.links].sort((a, b) => depth(b) - depth(a))) {
      if (link.mode !== 'enforced') continue
      const meant = selectCells(own.schema, table === 'people' ? link.people : link.units, 'units.links')
      const side = { answers: 1, answerOf: Int32Array.from(meant, (one) => one - 1) }
      take(side, request.levels.indexOf(link.level), new Set(), () => nameOfLink(link))
    }
    const asked = new Map(
      ['total', ...own.spec.workload.map(({ query }) => query), 'detailed'].map((text) => {
        const query = compileQuery(own.schema, text)
        return [query.name, query]
      }),
    )
    for (const query of asked.values()) {
      const above = new Set<number>()
      for (let level = request.levels.length - 1; level >= 0; level--) {
        const at = request.levels[level]
        const nameOf = (a: number): string => `${answerLabels(query, a).join(' * ') || query.name} by ${at}`
        take(query, level, above, nameOf, `${query.name} by ${at}`)
      }
    }
    return found
  }

  #worthListing(table: TableName, level: number, query: Answers) {
    const { zero, tables } = this.#frame
    const first = tables[table === 'people' ? 0 : 1].first
    const own = new Int32Array(zero.length).fill(-1)
    own.set(query.answerOf, first)
    const shapes = this.#byLevel[level].map((spans) => ({ spans, counted: this.#classesOf(table, spans, query) }))
    return Array.from({ length: query.answers }, (_, answer) => {
      if (!shapes.every(({ spans, counted }) => this.#has(spans.all, counted[answer]))) return []
      const worth = shapes.filter(({ spans, counted }) => {
        const members = counted[answer] ?? []
        const never = members.length === 0 && own.includes(answer)
        return !this.#isSumOfOne(spans.proof, level, members) && (never || !this.#has(spans.known, members))
      })
      if (worth.length === 0) return []
      const members = worth[0].counted[answer] ?? []
      const never = worth.every(({ counted }) => counted[answer]?.length === 0) && own.includes(answer)
      if (never && !own.some((one, cell) => one === answer && zero[cell] !== 1)) return []
      const counted = [...own.keys()].filter((cell) => own[cell] === answer)
      return [{ answer, never, key: never ? `never ${counted.join()}` : members.join() }]
    }).flat()
  }

  #isSumOfOne({ siblings }: ShapeProof, level: number, members: readonly number[]): boolean {
    const { facts, classes } = this.#frame
    if (members.length === 0) return false
    return facts.some((fact) => {
      if ([...siblings].some((one, depth) => one === '1' && depth > fact.level && depth <= level)) return false
      const own = new Set(members.map((one) => fact.bucketOf[classes.cellOf[one]]))
      return !own.has(-1) && classes.cellOf.every((cell, one) => !own.has(fact.bucketOf[cell]) || members.includes(one))
    })
  }

  #has(span: ModularSpan, members: readonly number[] | undefined): boolean {
    return members !== undefined && span.has(new Map(members.map((own) => [own, 1n])))
  }

  /** Of each answer, its classes; undefined where it counts a part of one. */
  #classesOf(
    table: TableName,
    { isNever }: Spans,
    { answers, answerOf }: Answers,
  ): readonly (readonly number[] | undefined)[] {
    const { tables, classes } = this.#frame
    const { first } = tables[table === 'people' ? 0 : 1]
    const whole = new Int32Array(classes.count)
    for (const own of classes.classOf) if (own >= 0) whole[own]++
    const counted = Array.from({ length: answers }, () => new Map<number, number>())
    answerOf.forEach((answer, cell) => {
      const own = classes.classOf[first + cell]
      if (answer >= 0 && own >= 0 && !isNever(own)) counted[answer].set(own, (counted[answer].get(own) ?? 0) + 1)
    })
    return counted.map((parts) =>
      [...parts].every(([own, count]) => count === whole[own]) ? [...parts.keys()].sort((a, b) => a - b) : undefined,
    )
  }
}

/** Places of a shape at a level: the leaves of each node, that of the shape first. */
function placesAt(siblings: string, level: number): readonly (readonly number[])[] {
  const depths = [...siblings].flatMap((one, depth) => (one === '1' ? [depth] : []))
  const below = depths.flatMap((depth, i) => (depth > level ? [i + 1] : []))
  return [[0, ...below], ...depths.flatMap((depth, i) => (depth <= level ? [[i + 1]] : []))]
}

function spansOf(frame: ExactFrame, proof: ShapeProof): Spans {
  const { classes, facts, lines } = frame
  const { siblings } = proof
  const at = (own: number, leaf: number): number => leaf * classes.count + own
  const lineRows = lines.flatMap(({ level, terms }) =>
    placesAt(siblings, level).map((leaves): Row => {
      const row = new Map<number, bigint>()
      classes.cellOf.forEach((cell, own) => {
        const times = terms.reduce((sum, term) => (term.cells[cell] === 1 ? sum + term.times : sum), 0n)
        if (times !== 0n) for (const leaf of leaves) row.set(at(own, leaf), times)
      })
      return row
    }),
  )
  const never = provenNever(proof, lineRows, classes.count)
  const tight: Row[] = [
    ...never.map((own): Row => new Map([[own, 1n]])),
    ...lineRows.filter((_, i) => BigInt(proof.lines[i]) > 0n),
  ]
  const factRows = facts.flatMap((fact) =>
    placesAt(siblings, fact.level).flatMap((leaves) => {
      const buckets = new Map<number, Map<number, bigint>>()
      classes.cellOf.forEach((cell, own) => {
        const bucket = fact.bucketOf[cell]
        if (bucket < 0) return
        const row = buckets.get(bucket) ?? new Map<number, bigint>()
        buckets.set(bucket, row)
        for (const leaf of leaves) row.set(at(own, leaf), 1n)
      })
      return [...buckets.values()].map((row) => ({ row: row as Row, disclosed: fact.disclosed }))
    }),
  )
  const span = (rows: readonly Row[]): ModularSpan => {
    const found = new ModularSpan()
    for (const row of [...tight, ...rows]) found.add(row)
    return found
  }
  const some = (disclosed: boolean) => factRows.filter((one) => one.disclosed === disclosed).map(({ row }) => row)
  const empty = new Set(never)
  return {
    proof,
    all: span(factRows.map(({ row }) => row)),
    known: span(some(false)),
    disclosed: span(some(true)),
    tightOnly: span([]),
    isNever: (own) => empty.has(own),
  }
}

/** Checks both proofs of a shape; gives the variables in which nobody can be. */
function provenNever(
  { siblings, lines, never, interior, level }: ShapeProof,
  rows: readonly Row[],
  count: number,
): readonly number[] {
  const variables = count * (1 + [...siblings].filter((one) => one === '1').length)
  const wrong = (what: string): Error => badInput(`the proof of what is exact at level ${level} does not hold: ${what}`)
  if (siblings.length !== level + 1 || lines.length !== rows.length) throw wrong('it is of other lines or places')
  if (rows.length === 0) return []
  if (never.length !== variables || interior.length !== variables) throw wrong('it is of other classes')
  const [weights, empty, point] = [lines, never, interior].map((texts) => texts.map((text) => BigInt(text)))
  if ([...weights, ...empty, ...point].some((value) => value < 0n)) throw wrong('a weight or a count is negative')
  const sums = empty.map((weight) => -weight)
  rows.forEach((row, i) => {
    let value = 0n
    for (const [own, times] of row) {
      sums[own] += weights[i] * times
      value += times * point[own]
    }
    if (value > 0n || (value === 0n) !== weights[i] > 0n)
      throw wrong('its counts do not keep a line, or a line is neither tight nor strict')
  })
  if (sums.some((value) => value !== 0n)) throw wrong('the weights do not add up to nothing')
  if (point.some((value, own) => (value === 0n) !== empty[own] > 0n)) throw wrong('a class is neither empty nor not')
  return empty.flatMap((weight, own) => (weight > 0n ? [own] : []))
}
