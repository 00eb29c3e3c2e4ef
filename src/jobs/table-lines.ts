/** The lines of a finished table as cells. */
import type { FigureTable } from '../data/index.ts'
import { type BrokenEquation, cellName, type TableSystem } from '../model/index.ts'
import { badInput } from '../request-error.ts'

export interface TableLines {
  readonly table: FigureTable
  /** The line of each cell; -1 where there is none. */
  readonly lineOf: readonly number[]
}

/** The line of each cell; -1 where there is none. */
export function linesOfCells(system: TableSystem, table: FigureTable, codes: readonly Int32Array[]): readonly number[] {
  const lineOf = new Array<number>(system.cells).fill(-1)
  for (let line = 0; line < table.codes[0].length; line++) {
    const cell = system.cellOf(codes.map((column) => column[line]))
    if (cell === undefined)
      throw badInput(
        `${lineWords(table, line)}: this cell is in none of the tables. Leave it out, or add a table under \`linked\`.`,
      )
    if (lineOf[cell] >= 0)
      throw badInput(
        `${lineWords(table, line)}: the cell (${cellName(system, cell)}) stands in line ${lineOf[cell] + table.firstLine} too. Write each cell once.`,
      )
    lineOf[cell] = line
  }
  return lineOf
}

export const lineWords = ({ name, firstLine }: FigureTable, line: number): string => `${name}, line ${line + firstLine}`

/** The figures themselves are confidential: the lines say where they stand. */
export function notAdditive(
  system: TableSystem,
  [first, ...others]: readonly BrokenEquation[],
  { table, lineOf }: TableLines,
  advice: string,
): Error {
  const where = (cell: number): string => (lineOf[cell] < 0 ? 'no line' : `line ${lineOf[cell] + table.firstLine}`)
  const parts = first.parts.slice(0, 6).map((cell) => `(${cellName(system, cell)}) of ${where(cell)}`)
  const more = first.parts.length > 6 ? ` and ${first.parts.length - 6} more` : ''
  const rest =
    others.length === 0 ? '' : ` ${others.length} other total${others.length === 1 ? ' is' : 's are'} wrong too.`
  return badInput(
    `${table.name}: the total (${cellName(system, first.total)}) of ${where(first.total)} is ${first.stated > first.sum ? 'more' : 'less'} than the sum of its parts ${parts.join(', ')}${more}.${rest} ${advice}`,
  )
}
