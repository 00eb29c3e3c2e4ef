/** A finished table, one line per cell: its codes, and figures as they are written, so that a mark is not taken for a number. */
import { type Confidential, confidential } from '../privacy/confidential.ts'
import { badInput } from '../request-error.ts'
import type { Reading } from '../spec/index.ts'
import type { CellStyle } from './cell-styles.ts'
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { checkColumn, dataRelation, fileRelation, reading } from './file-relation.ts'
import { identifier } from './sql.ts'

export interface FigureTable {
  readonly name: string
  /** By column, then by line; '' where there is nothing. */
  readonly codes: readonly (readonly string[])[]
  readonly figures: readonly (readonly string[])[]
  /** Where the first line of values stands in the file. */
  readonly firstLine: number
}

export interface FigureTableRequest {
  readonly path: string
  readonly read: Reading
  readonly codes: readonly string[]
  readonly figures: readonly string[]
}

/** A table that is confidential: its totals and parts are not protected yet. */
export async function readFigureTable(db: Database, request: FigureTableRequest): Promise<Confidential<FigureTable>> {
  return confidential(await readPublicFigures(db, request))
}

/** A table that is, or is to be, published as it stands. Every text as it is but for blanks: `.`, `..` and `x` may be marks, and totals are cells. */
export async function readPublicFigures(
  db: Database,
  { path, read, codes, figures }: FigureTableRequest,
): Promise<FigureTable> {
  const relation = await dataRelation(db, { path, read: { totalLines: 0, missing: [], ...read } })
  return figureTable(db, relation, codes, figures)
}

/** The table of a release, as Tacet wrote it. */
export async function readPublishedTable(
  db: Database,
  path: string,
  cells: CellStyle | undefined,
  codes: readonly string[],
  figures: readonly string[],
): Promise<FigureTable> {
  return figureTable(db, await fileRelation(db, path, cells), codes, figures)
}

async function figureTable(
  db: Database,
  relation: Awaited<ReturnType<typeof fileRelation>>,
  codes: readonly string[],
  figures: readonly string[],
): Promise<FigureTable> {
  for (const column of [...codes, ...figures]) checkColumn(relation, column)
  const texts = [...codes, ...figures].map((column) => `coalesce(trim(cast(${identifier(column)} as varchar)), '')`)
  const found = await reading(relation.name, () =>
    fetchColumns(
      db,
      `select ${texts.join(', ')} from ${relation.sql}`,
      texts.map(() => 'text' as const),
    ),
  )
  if (found[0].length === 0) throw badInput(`${relation.name} has no lines. Name a table with at least one cell.`)
  return {
    name: relation.name,
    codes: found.slice(0, codes.length),
    figures: found.slice(codes.length),
    firstLine: /\.(csv|tsv|txt)(\.gz)?$/i.test(relation.name) ? 2 : 1,
  }
}
