/** Lines of a table of a release, by the values of some of its columns. */
import { checkColumn, fetchColumns, fetchNumber, fileRelation, withDatabase } from '../data/index.ts'
import type { ReleasedError, ReleaseTable } from './answers.ts'

/** Columns with more values are not offered as a choice. */
const MOST_CHOICES = 200

export async function readReleaseTable(
  path: string,
  where: Readonly<Record<string, string>>,
  limit: number,
): Promise<ReleaseTable> {
  return withDatabase({}, async (db) => {
    const relation = await fileRelation(db, path)
    for (const name of Object.keys(where)) checkColumn(relation, name, path)
    const conditions = Object.entries(where).map(([name, value]) => `${asText(name)} = ${literal(value)}`)
    const from = `${relation.sql}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`
    const names = relation.columns
    const kinds = names.map(() => 'text' as const)
    const columns = await fetchColumns(db, `select ${names.map(asText).join(', ')} from ${from} limit ${limit}`, kinds)
    const matching = await fetchNumber(db, `select count(*) from ${from}`)
    const levels: Record<string, readonly string[]> = {}
    for (const name of names.slice(0, 2)) {
      const sql = `select distinct ${asText(name)} as v from ${relation.sql} limit ${MOST_CHOICES + 1}`
      const [values] = await fetchColumns(db, sql, ['text'])
      if (values.length <= MOST_CHOICES) levels[name] = [...values].sort()
    }
    const rows = (columns[0] ?? []).map((_, line) => columns.map((column) => column[line]))
    return { columns: names, rows, matching, levels }
  })
}

export const asText = (name: string): string => `coalesce(cast("${name.replaceAll('"', '""')}" as varchar), '')`
export const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** The median standard error that a table of answers states, by level and query; empty where it states none. */
export async function readReleasedErrors(path: string): Promise<readonly ReleasedError[]> {
  return withDatabase({}, async (db) => {
    const relation = await fileRelation(db, path)
    if (!['level', 'query', 'region', 'standard_error'].every((name) => relation.columns.includes(name))) return []
    const numbered = `(select *, row_number() over () as line from ${relation.sql})`
    const figures = 'cast(count(distinct region) as double), median(try_cast(standard_error as double))'
    const sql = `select cast(level as varchar), cast(query as varchar), ${figures} from ${numbered}`
    const ordered = `${sql} group by 1, 2 order by min(line)`
    const [levels, queries, regions, errors] = await fetchColumns(db, ordered, ['text', 'text', 'float64', 'float64'])
    return levels.map((level, i) => ({ level, query: queries[i], regions: regions[i], standardError: errors[i] }))
  })
}
