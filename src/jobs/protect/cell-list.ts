/** A file that names cells: a column for each variable, where nothing stands for the total. */
import { type Database, fileRelation, readPublishedTable } from '../../data/index.ts'
import type { TableSystem } from '../../model/index.ts'
import { badInput, clipped, listed } from '../../request-error.ts'

export interface ListedCell {
  readonly cell: number
  /** What stands in the column `reason`. */
  readonly reason: string
}

export async function readCells(
  db: Database,
  path: string | undefined,
  system: TableSystem,
  reasons: 'with reasons' | 'plain' = 'plain',
): Promise<readonly ListedCell[]> {
  if (path === undefined) return []
  const { columns, namesAreText } = await fileRelation(db, path)
  const names = system.variables.map(({ name }) => name).filter((name) => columns.includes(name))
  const own = reasons === 'with reasons' ? ['reason'] : []
  const stray = columns.filter((column) => !names.includes(column) && !own.includes(column))
  if (names.length === 0 || stray.length > 0)
    throw badInput(
      `${path}: ${stray.length > 0 ? `column ${columns.indexOf(stray[0]) + 1}${namesAreText ? '' : `, "${clipped(stray[0])}",`} is no variable of the table` : 'no column is a variable of the table'}. Its columns are: ${listed([...system.variables.map(({ name }) => name), ...own])}.`,
    )
  const table = await readPublishedTable(db, path, undefined, names, own)
  return table.codes[0].map((_, line): ListedCell => {
    const where = `${path}, line ${line + table.firstLine}`
    const codes = system.variables.map(({ name, codes }) => {
      const text = names.includes(name) ? table.codes[names.indexOf(name)][line] : ''
      const code = text === '' ? 0 : codes.indexOf(text)
      if (code < 0) throw badInput(`${where}: "${clipped(name)}" has no code "${clipped(text)}".`)
      return code
    })
    const cell = system.cellOf(codes)
    if (cell === undefined) throw badInput(`${where}: this cell is in none of the tables.`)
    const reason = own.length === 0 ? '' : table.figures[0][line]
    if (own.length > 0 && reason === '')
      throw badInput(`${where}: say in the column \`reason\` why this cell may be published.`)
    return { cell, reason }
  })
}

export const cellSet = (cells: readonly ListedCell[]): ReadonlySet<number> => new Set(cells.map(({ cell }) => cell))
