/**
 * A published table of shares as the input of an audit: long (one line per cell, `--share COL`) or wide (one line per row,
 * `--shares c1,c2`). Shares are read as text and kept exact: 3/7, 0.43, 43 %.
 */
import { checkColumn, type Database, fetchColumns, fileRelation } from '../../data/index.ts'
import { parseRational, type Rational, ZERO } from '../../exact/index.ts'
import type { Variable } from '../../model/index.ts'
import { badInput, RequestError } from '../../request-error.ts'
import { checkCells, type SideNames, sideNames } from './names.ts'

export interface SharesTable {
  readonly rows: SideNames
  readonly columns: SideNames
  /** shares[row][column] */
  readonly shares: readonly (readonly Rational[])[]
}

/** Long form. A cell without a line has the share 0. */
export async function readLongShares(
  db: Database,
  path: string,
  rowNames: readonly string[],
  columnNames: readonly string[],
  share: string,
): Promise<SharesTable> {
  const texts = await textColumns(db, path, [...rowNames, ...columnNames, share])
  const variables = [...rowNames, ...columnNames].map((name, i): Variable => ({ name, levels: [...new Set(texts[i])] }))
  checkCells(variables)
  const rows = sideNames(variables.slice(0, rowNames.length))
  const columns = sideNames(variables.slice(rowNames.length))
  const shares = rows.levels.map(() => columns.levels.map(() => ZERO))
  const seen = new Set<string>()
  const places = variables.map(({ levels }) => new Map(levels.map((level, place) => [level, place])))
  texts[0].forEach((_, line) => {
    const at = (side: SideNames, first: number): number =>
      side.variables.reduce(
        (index, variable, v) => index * variable.levels.length + places[first + v].get(texts[first + v][line])!,
        0,
      )
    const [row, column] = [at(rows, 0), at(columns, rowNames.length)]
    if (seen.has(`${row} ${column}`))
      throw badInput(`${path}, line ${line + 2}: this cell has a line already. Give one per cell.`)
    seen.add(`${row} ${column}`)
    shares[row][column] = readShare(texts[texts.length - 1][line], path, line, share)
  })
  return { rows, columns, shares }
}

/** Wide form: the named columns hold the shares of one response. */
export async function readWideShares(
  db: Database,
  path: string,
  rowNames: readonly string[],
  shareColumns: readonly string[],
): Promise<SharesTable> {
  const texts = await textColumns(db, path, [...rowNames, ...shareColumns])
  const lines = texts[0].map((_, line) => rowNames.map((_, v) => texts[v][line]))
  const seen = new Set<string>()
  lines.forEach((row, line) => {
    const key = JSON.stringify(row)
    if (seen.has(key)) throw badInput(`${path}, line ${line + 2}: this row has a line already. Give one per row.`)
    seen.add(key)
  })
  const shares = lines.map((_, line) =>
    shareColumns.map((name, c) => readShare(texts[rowNames.length + c][line], path, line, name)),
  )
  const variables = rowNames.map((name, v): Variable => ({ name, levels: [...new Set(texts[v])] }))
  return {
    rows: { variables, levels: lines },
    columns: sideNames([{ name: 'share', levels: shareColumns }]),
    shares,
  }
}

/** A column that was named by mistake may hold anything: what stands there is not quoted. */
function readShare(text: string, path: string, line: number, column: string): Rational {
  try {
    return parseRational(text)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw badInput(
      `${path}, line ${line + 2}: column "${column}" holds no share there. Write a decimal (0.25), a fraction (1/4) or a percentage (25%).`,
    )
  }
}

async function textColumns(db: Database, path: string, names: readonly string[]): Promise<readonly string[][]> {
  const relation = await fileRelation(db, path)
  for (const name of names) checkColumn(relation, name)
  const list = names.map((name) => `coalesce(trim(cast("${name.replaceAll('"', '""')}" as varchar)), '')`)
  const texts = await fetchColumns(
    db,
    `select ${list.join(', ')} from ${relation.sql}`,
    names.map(() => 'text' as const),
  )
  if (texts[0].length === 0) throw badInput(`${path} holds no lines. There is nothing to audit.`)
  return texts
}
