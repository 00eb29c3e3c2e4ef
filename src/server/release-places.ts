/** One figure of a release at every place of a level, with its error: the largest places first. */
import { checkColumn, type Database, fetchColumns, fetchNumber, fileRelation, withDatabase } from '../data/index.ts'
import { badInput } from '../request-error.ts'
import type { FigureChoice, ReleasePlaces } from './answers.ts'
import { asText, literal } from './release-table.ts'

export interface PlacesRequest {
  readonly path: string
  readonly level: string
  /** Null: the first figure of the level. */
  readonly figure: FigureChoice | null
}

/** Places that a page lists. */
const MOST_PLACES = 2000
/** Figures that a page offers. */
const MOST_FIGURES = 400

const OWN = new Set(['level', 'region', 'query', 'count', 'standard_error', 'tacet_stamp'])

export async function readPlaces({ path, level, figure }: PlacesRequest): Promise<ReleasePlaces> {
  return withDatabase({}, async (db) => {
    const relation = await fileRelation(db, path)
    const { columns, sql } = relation
    for (const name of ['level', 'region', 'query', 'count']) checkColumn(relation, name, path)
    const labels = columns.filter((name) => !OWN.has(name)).map((name) => `nullif(${asText(name)}, '')`)
    const answer = labels.length === 0 ? `''` : `concat_ws(', ', ${labels.join(', ')})`
    const error = columns.includes('standard_error') ? `try_cast(standard_error as double)` : 'null::double'
    const shown = `select ${asText('region')} as region, ${asText('query')} as query, ${answer} as answer`
    const lines = `(${shown}, cast(count as double) as people, ${error} as error from ${sql} where ${asText('level')} = ${literal(level)})`
    const figures = await figuresOf(db, lines)
    const asked = figure ?? figures[0]
    if (asked === undefined) throw badInput('The release has no such level.')
    return { level, figure: asked, figures, ...(await placesOf(db, lines, asked)) }
  })
}

async function figuresOf(db: Database, lines: string): Promise<readonly FigureChoice[]> {
  const numbered = `(select *, row_number() over () as line from ${lines})`
  const sql = `select query, answer from ${numbered} group by query, answer order by min(line) limit ${MOST_FIGURES}`
  const [queries, answers] = await fetchColumns(db, sql, ['text', 'text'])
  return queries.map((query, i) => ({ query, answer: answers[i] }))
}

async function placesOf(
  db: Database,
  lines: string,
  { query, answer }: FigureChoice,
): Promise<Pick<ReleasePlaces, 'places' | 'matching'>> {
  const from = `${lines} where query = ${literal(query)} and answer = ${literal(answer)}`
  const figures = `people, coalesce(error, 'nan'::double)`
  const sql = `select region, ${figures} from ${from} order by people desc, region limit ${MOST_PLACES}`
  const [regions, counts, errors] = await fetchColumns(db, sql, ['text', 'float64', 'float64'])
  const places = regions.map((region, i) => ({
    region,
    count: counts[i],
    standardError: Number.isFinite(errors[i]) ? errors[i] : null,
  }))
  return { places, matching: await fetchNumber(db, `select count(*) from ${from}`) }
}
