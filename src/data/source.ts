/**
 * Where confidential records come from: a file, or a table or query of a server (PostgreSQL, ClickHouse).
 *
 * A source can do one thing: count its records by the values of some columns. On a server that GROUP BY runs there, and
 * only the counts travel.
 */

import { existsSync } from 'node:fs'
import type { Database } from './database.ts'
import { checkColumn, dataRelation, privateRelation, reading } from './file-relation.ts'
import { checkColumns, type Dialect, type GroupColumn, type GroupedTable, groupSql, joinedSql } from './group-sql.ts'
import { isSeveral } from './parquet-files.ts'
import { boundedLines } from './person-lines.ts'
import type { Relation } from './relation.ts'
import type { Source } from './source-kinds.ts'
import { daySql, identifier } from './sql.ts'

const DUCKDB: Dialect = {
  number: (sql) => `try_cast(${sql} as double)`,
  text: (sql) => `cast(${sql} as varchar)`,
  day: daySql,
}

/** Values are given their one form after they are counted: there are fewer of them. */
function plainGroups(relation: Relation, columns: readonly GroupColumn[], count: string | undefined): string {
  const { raw, plain } = relation
  if (raw === undefined || plain === undefined) return groupSql(relation.sql, columns, count, DUCKDB)
  const valueSql = (column: string): string => plain(column, identifier(column))
  return joinedSql(groupSql(raw, columns, count, DUCKDB, valueSql), columns, plain)
}

/** Refuses what counting would refuse for its columns, where the source is a file that is there: a plan can be made before the data are. */
export async function checkSourceColumns(
  db: Database,
  source: Source,
  columns: readonly string[],
  count?: string,
): Promise<void> {
  if (source.kind !== 'file' || !(isSeveral(source.path) || existsSync(source.path))) return
  const relation = await dataRelation(db, source)
  for (const column of columns) checkColumn(relation, column)
  if (count !== undefined) checkColumn(relation, count, 'count column')
}

/** Counts the records of a source by the given columns, or sums the count column where a line stands for many. */
export async function groupCounts(
  db: Database,
  source: Source,
  columns: readonly GroupColumn[],
  { count, isPrivate = true }: { readonly count?: string | undefined; readonly isPrivate?: boolean } = {},
): Promise<GroupedTable> {
  if (source.kind === 'postgres') {
    const { groupOnServer } = await import('./postgres.ts')
    return groupOnServer(db, source, columns, count)
  }
  if (source.kind === 'clickhouse') {
    const { groupOnClickHouse } = await import('./clickhouse.ts')
    return groupOnClickHouse(db, source, columns, count)
  }
  const relation = await (isPrivate ? privateRelation : dataRelation)(db, source)
  checkColumns(relation, columns, count)
  const name = db.freshName('grouped')
  const sql =
    source.person === undefined
      ? plainGroups(relation, columns, count)
      : groupSql(await boundedLines(db, relation, source.person), columns, count, DUCKDB)
  await reading(source.path, () => db.run(`create temp table ${name} as ${sql}`))
  return { name, columns }
}
