/**
 * Facts that bound counts: lower <= count <= upper for the regions and answers that the file of facts lists. The bounds must
 * be those of the spec wherever the spec has numbers; public tables and published true counts are known from the file alone.
 */
import type { Database } from '../data/index.ts'
import { answerLabels, compileQuery, type Query, selectCells } from '../model/index.ts'
import type { Manifest } from '../release/index.ts'
import type { SpecFact } from '../spec/index.ts'
import type { ReleasedTable } from './topdown-cell-checks.ts'
import type { FactPool } from './topdown-facts.ts'
import { fetchLines, literal, type NumberColumn, outputName, outputRelation } from './topdown-lines.ts'
import { levelOfPlace, type PlaceLevel, type Places, placeLookup } from './topdown-places.ts'
import { answersFrom } from './topdown-published.ts'
import { Tally } from './topdown-tally.ts'

/** Bounds on the answers of one query, and the facts of the spec they come from. */
export interface BoundPool {
  readonly pool: FactPool
  readonly facts: readonly SpecFact[]
  readonly table: ReleasedTable
  readonly query: Query
  readonly level: PlaceLevel
  readonly lines: BoundLine[]
}

interface BoundLine {
  readonly node: number
  readonly answer: number
  readonly lower: number
  readonly upper: number
}

/** Undefined for a pool without such facts; a text for facts that cannot be told apart. */
export function boundPool(
  pool: FactPool,
  tables: readonly ReleasedTable[],
  places: Places,
): BoundPool | string | undefined {
  const facts = pool.stated.flatMap(({ kind, fact }) =>
    kind === 'fact' && fact.atMostTimes === undefined ? [fact] : [],
  )
  const table = tables.find(({ name }) => name === pool.table)
  const level = places.levels.find(({ name }) => name === pool.level)
  if (facts.length === 0 || !pool.released) return undefined
  if (table === undefined || level === undefined) return 'the release has no such table or level'
  const asked = new Set(facts.map(({ query, where }) => JSON.stringify([query, where])))
  if (asked.size > 1) return 'different facts go by this name, and their lines cannot be told apart: name each'
  return { pool, facts, table, query: compileQuery(table.schema, facts[0].query), level, lines: [] }
}

const FACT_COLUMNS = ['fact', 'mode', 'table', 'level', 'answer'] as const
const BOUND_COLUMNS: readonly NumberColumn[] = [
  { column: 'lower', empty: 0 },
  { column: 'upper', empty: Number.POSITIVE_INFINITY },
]

/** Lines of an earlier release are looked at elsewhere; what the facts imply is met where they are. Gives every pool its lines; the number of lines that belong to none, nor to a fact not looked at, is the answer. */
export async function readBounds(
  db: Database,
  folder: string,
  manifest: Manifest,
  places: Places,
  pools: readonly BoundPool[],
  notLookedAt: readonly string[],
): Promise<number> {
  if (outputName(manifest, 'facts') === undefined) return 0
  const columns = [...FACT_COLUMNS, 'region', ...BOUND_COLUMNS.map(({ column }) => column)]
  const file = await outputRelation(db, folder, manifest, 'facts', columns)
  const others = notLookedAt.map((name) => `and fact <> ${literal(name)}`).join(' ')
  const relation = { ...file, sql: `(select * from ${file.sql} where "table" not in ('earlier', 'implied') ${others})` }
  const rows = pools.flatMap(answerRows)
  const lookups = [placeLookup(places), { columns: FACT_COLUMNS, rows: rows.map(({ texts }) => texts) }]
  const { lines, codes, numbers } = await fetchLines(db, relation, lookups, BOUND_COLUMNS)
  const levelOf = levelOfPlace(places)
  let stray = 0
  for (let i = 0; i < lines; i++) {
    const [place, row] = [codes[0][i], rows[codes[1][i]]]
    const [lower, upper] = [numbers[0][i], numbers[1][i]]
    if (place < 0 || row === undefined || !isBound(lower) || !(isBound(upper) || upper === Number.POSITIVE_INFINITY)) {
      stray++
      continue
    }
    const node = place - places.levels[levelOf[place]].first
    row.pool.lines.push({ node, answer: row.answer, lower, upper })
  }
  return stray
}

function isBound(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function answerRows(pool: BoundPool): readonly { pool: BoundPool; answer: number; texts: readonly string[] }[] {
  const { name, mode, table, level } = pool.pool
  return Array.from({ length: pool.query.answers }, (_, answer) => ({
    pool,
    answer,
    texts: [name, mode, table, level, answerLabels(pool.query, answer).join(' * ')],
  }))
}

export interface BoundFindings {
  readonly places: number
  readonly broken: number
  /** What is wrong with the lines themselves, in words. */
  readonly faults: readonly string[]
}

export function lookAtBounds(bounds: BoundPool, places: Places): BoundFindings {
  const { facts, table, query, level, lines } = bounds
  const chosen = selectCells(table.schema, facts[0].where ?? {}, 'where')
  const answerOf = query.answerOf.map((answer, cell) => (chosen[cell] === 1 ? answer : -1))
  const cellTally = table.published.levels[places.levels.indexOf(level)]
  const counts = answersFrom(cellTally, table.cells, { answers: query.answers, answerOf })
  const seen = new Tally()
  let [broken, unlike, repeated] = [0, 0, 0]
  for (const { node, answer, lower, upper } of lines) {
    const key = node * query.answers + answer
    const count = counts.get(key)
    seen.add(key, 1)
    if (count < lower || count > upper) broken++
    if (!facts.some((fact) => isAsStated(fact, lower, upper))) unlike++
    if (seen.get(key) > facts.length) repeated++
  }
  const counted = new Set(answerOf.filter((answer) => answer >= 0)).size
  const everywhere = facts.filter(boundsEverywhere).length * level.regions.length * counted
  const faults = [
    ...(unlike === 0 ? [] : [`${unlike.toLocaleString('en')} bounds are not those of the spec`]),
    ...(repeated === 0 ? [] : [`${repeated.toLocaleString('en')} lines are there a second time`]),
    ...(lines.length >= everywhere ? [] : [`${(everywhere - lines.length).toLocaleString('en')} lines are missing`]),
  ]
  return { places: lines.length, broken, faults }
}

/** Whether the spec, as far as it gives numbers, gives these. */
function isAsStated({ exactly, atLeast, atMost }: SpecFact, lower: number, upper: number): boolean {
  if (exactly !== undefined) return lower === upper && (typeof exactly !== 'number' || lower === exactly)
  const emptied = hasZeros(atLeast) || hasZeros(atMost)
  const low = typeof atLeast === 'number' ? lower === atLeast : atLeast !== undefined || lower === 0
  const high = typeof atMost === 'number' ? upper === atMost || (emptied && upper === 0) : true
  return low && high && (atMost !== undefined || emptied || upper === Number.POSITIVE_INFINITY)
}

/** A table of lower bounds in which no line means that nobody is there sets upper bounds too. */
function hasZeros(bound: SpecFact['atLeast']): boolean {
  return typeof bound === 'object' && bound.absent === 'zero'
}

/** Whether every region and answer must have a line. */
function boundsEverywhere({ exactly, atLeast, atMost }: SpecFact): boolean {
  if (exactly !== undefined) return typeof exactly !== 'object' || exactly.absent === 'zero'
  return (
    typeof atMost === 'number' || hasZeros(atMost) || hasZeros(atLeast) || (typeof atLeast === 'number' && atLeast > 0)
  )
}
