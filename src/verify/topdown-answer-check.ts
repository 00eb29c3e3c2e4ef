/**
 * The published answers: every answer to the workload is there once (without those that are 0, where the release says that it leaves
 * them out), and is the sum of the published cells it is made of, at its own level.
 */
import type { Database } from '../data/index.ts'
import { compileQuery, DETAILED, type Query, TOTAL } from '../model/index.ts'
import type { Manifest } from '../release/index.ts'
import type { Check } from './check.ts'
import type { ReleasedTable } from './topdown-cell-checks.ts'
import { type CodedLines, fetchLines, outputRelation } from './topdown-lines.ts'
import { levelOfPlace, type Places, placeLookup } from './topdown-places.ts'
import {
  addOnce,
  answersFrom,
  badErrors,
  COUNT_COLUMNS,
  faultsInWords,
  type LineFaults,
  noFaults,
} from './topdown-published.ts'
import { differences, Tally } from './topdown-tally.ts'

/** A query that may be answered, and the answers found at each level. */
interface AskedQuery {
  readonly table: ReleasedTable
  readonly name: string
  readonly query: Query
  /** Whether it must be answered at a level; elsewhere it may be, and is then held to the same. */
  readonly required: (level: string) => boolean
  readonly found: readonly Tally[]
}

export interface AnswerFindings {
  readonly check: Check
  readonly lines: number
  readonly badErrors: number
}

export async function answerCheck(
  db: Database,
  folder: string,
  manifest: Manifest,
  tables: readonly ReleasedTable[],
  places: Places,
  zeros: boolean,
): Promise<AnswerFindings> {
  const asked = tables.flatMap((table) => askedQueries(table, places))
  const columns = ['level', 'region', 'query', ...COUNT_COLUMNS.map(({ column }) => column)]
  const relation = await outputRelation(db, folder, manifest, 'answers', columns)
  const dimensions = dimensionLabels(asked, relation.columns)
  const lookups = [
    placeLookup(places),
    { columns: ['query'], rows: asked.map(({ name }) => [name]) },
    ...[...dimensions].map(([name, labels]) => ({ columns: [name], rows: labels.map((label) => [label]) })),
  ]
  const coded = await fetchLines(db, relation, lookups, COUNT_COLUMNS)
  const faults = sortLines(coded, asked, dimensions, places, zeros ? 0 : 1)
  const wrong = asked.flatMap((one) => wrongAnswers(one, places, zeros))
  const words = [faultsInWords(faults), ...wrong].filter((text) => text !== '')
  const check = {
    name: 'answers',
    ok: words.length === 0,
    detail:
      words.join('; ') ||
      `${coded.lines.toLocaleString('en')} answers are the sums of their cells, and none is missing`,
  }
  return { check, lines: coded.lines, badErrors: badErrors(coded.numbers[1]) }
}

/** The total and the workload; what counts the same as an earlier query, or as the cells themselves, may be left out. */
function askedQueries(table: ReleasedTable, places: Places): readonly AskedQuery[] {
  const { schema, prefix, asked, exact } = table
  const detailed = compileQuery(schema, DETAILED)
  const compiled = [{ query: TOTAL }, ...asked, ...exact.map((query) => ({ query, levels: [] }))].map((one) => ({
    query: compileQuery(schema, one.query),
    levels: 'levels' in one ? one.levels : undefined,
  }))
  const distinct = [...new Map(compiled.map(({ query }) => [query.name, query])).values()]
  return distinct.map((query, i) => {
    const own = compiled.filter((one) => one.query.name === query.name)
    const spare = i > 0 && [detailed, ...distinct.slice(0, i)].some((other) => sameAnswers(query, other))
    const required = (level: string): boolean =>
      !spare && own.some(({ levels }) => levels === undefined || levels.includes(level))
    return { table, name: `${prefix}${query.name}`, query, required, found: places.levels.map(() => new Tally()) }
  })
}

function sameAnswers(one: Query, other: Query): boolean {
  return one.answers === other.answers && one.answerOf.every((answer, cell) => answer === other.answerOf[cell])
}

/** Of each column of dimensions that the file has, the labels it may hold in any query, after the empty one. */
function dimensionLabels(
  asked: readonly AskedQuery[],
  columns: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, Set<string>>()
  for (const { name, labels: own } of asked.flatMap(({ query }) => query.dimensions)) {
    if (!columns.includes(name)) continue
    const known = labels.get(name) ?? new Set([''])
    for (const label of own) known.add(label)
    labels.set(name, known)
  }
  return new Map([...labels].map(([name, known]) => [name, [...known]]))
}

/** Adds every sound line to its query and level, and counts the others. */
function sortLines(
  { lines, codes: [place, which, ...labels], numbers: [count] }: CodedLines,
  asked: readonly AskedQuery[],
  dimensions: ReadonlyMap<string, readonly string[]>,
  places: Places,
  least: number,
): LineFaults {
  const faults = noFaults()
  const levelOf = levelOfPlace(places)
  const answerOf = asked.map(({ query }) => answerReader(query, dimensions, labels))
  for (let i = 0; i < lines; i++) {
    const answer = place[i] < 0 || which[i] < 0 ? -1 : answerOf[which[i]](i)
    if (answer < 0) {
      faults.strangers++
      continue
    }
    const level = levelOf[place[i]]
    const { query, found } = asked[which[i]]
    addOnce(found[level], (place[i] - places.levels[level].first) * query.answers + answer, count[i], faults, least)
  }
  return faults
}

/** From a line to the answer it gives, or -1: labels in the query's own dimensions, nothing in the others. */
function answerReader(
  query: Query,
  dimensions: ReadonlyMap<string, readonly string[]>,
  labels: readonly Int32Array[],
): (line: number) => number {
  const names = [...dimensions.keys()]
  if (query.dimensions.some(({ name }) => !names.includes(name))) return () => -1
  const others = labels.filter((_, column) => query.dimensions.every(({ name }) => name !== names[column]))
  const own = query.dimensions.map(({ name, labels: known }) => ({
    codes: labels[names.indexOf(name)],
    size: known.length,
    labelOf: Int32Array.from(dimensions.get(name) ?? [], (label) => known.indexOf(label)),
  }))
  return (line) => {
    if (others.some((codes) => codes[line] !== 0)) return -1
    let answer = 0
    for (const { codes, size, labelOf } of own) {
      const label = codes[line] < 0 ? -1 : labelOf[codes[line]]
      answer = answer < 0 || label < 0 ? -1 : answer * size + label
    }
    return answer
  }
}

function wrongAnswers(
  { table, name, query, required, found }: AskedQuery,
  places: Places,
  zeros: boolean,
): readonly string[] {
  return places.levels.flatMap((level, l) => {
    if (!required(level.name) && found[l].size === 0) return []
    const own = answersFrom(table.published.levels[l], table.cells, query)
    const missing = zeros ? unlisted(found[l], own, level.regions.length * query.answers) : 0
    const apart = differences(found[l], own) + missing
    return apart === 0
      ? []
      : [`${apart.toLocaleString('en')} answers of "${name}" by ${level.name} are not those of the cells`]
  })
}

/** How many answers of 0 have no line, where every one of them is to have one. */
function unlisted(found: Tally, own: Tally, answers: number): number {
  let lines = found.size
  own.forEach((key) => {
    if (!found.has(key)) lines++ // counted among the differences already
  })
  return answers - lines
}
