/** A public table of counts: one line per region and answer. What stands in it anybody may know, so messages may quote it. */
import { badInput, clipped } from '../request-error.ts'
import type { CellStyle } from './cell-styles.ts'
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { checkColumn, fileRelation, reading } from './file-relation.ts'
import { identifier } from './sql.ts'

export interface PublicCountsRequest {
  readonly path: string
  /** Columns of the region, from the top down, joined by `/`; none for the one region at the top. */
  readonly region: readonly string[]
  /** Columns that tell the answers apart. */
  readonly labels: readonly string[]
  /** Without it, every line counts as 1. */
  readonly count?: string
  /** How its texts were written, for a table of ours. */
  readonly cells?: CellStyle | undefined
  /** What the table is for, in messages. */
  readonly what: string
}

export interface PublicCounts {
  readonly regions: readonly string[]
  /** One list a column of labels. */
  readonly labels: readonly (readonly string[])[]
  readonly counts: Float64Array
}

/** Throws on a missing column, a count that is no whole number from 0 up, and two lines for the same answer. */
export async function readPublicCounts(db: Database, request: PublicCountsRequest): Promise<PublicCounts> {
  const relation = await fileRelation(db, request.path, request.cells)
  const { count } = request
  for (const column of [...request.region, ...request.labels, ...(count === undefined ? [] : [count])]) {
    checkColumn(relation, column, request.what)
  }
  const text = (column: string): string => `coalesce(trim(cast(${identifier(column)} as varchar)), '')`
  const region = request.region.length === 0 ? `''` : `concat_ws('/', ${request.region.map(text).join(', ')})`
  const given = count === undefined ? `'1'` : text(count)
  const selected = [region, ...request.labels.map(text), given, `coalesce(try_cast(${given} as double), -1)`]
  const kinds = [...selected.slice(0, -1).map(() => 'text' as const), 'float64' as const]
  const columns = await reading(request.path, () =>
    fetchColumns(db, `select ${selected.join(', ')} from ${relation.sql}`, kinds),
  )
  const table = {
    regions: columns[0] as string[],
    labels: columns.slice(1, 1 + request.labels.length) as string[][],
    counts: columns[columns.length - 1] as Float64Array,
  }
  checkLines(request, table, columns[columns.length - 2] as string[])
  return table
}

function checkLines({ path, count }: PublicCountsRequest, table: PublicCounts, given: readonly string[]): void {
  const seen = new Set<string>()
  table.counts.forEach((value, i) => {
    const key = [table.regions[i], ...table.labels.map((labels) => labels[i])].join(', ')
    if (!Number.isSafeInteger(value) || value < 0) {
      throw badInput(
        `${path}, line ${i + 2} (${clipped(key)}): ${count} is "${clipped(given[i])}". A count is a whole number from 0 up, below 2^53.`,
      )
    }
    if (seen.has(key)) throw badInput(`${path}, line ${i + 2}: ${clipped(key)} is counted twice. Keep one line for it.`)
    seen.add(key)
  })
}
