/** A finished table as cells: each line is one, absent ones are empty, and every total must be the sum of its parts. */
import { type Database, type FigureTable, readFigureTable } from '../../data/index.ts'
import { brokenEquations, decimalsOf, isDecimal, type TableSystem, tableSystem, unitsOf } from '../../model/index.ts'
import { contentsForProtection, finishedContents, type TableContents } from '../../protection/index.ts'
import { badField, badInput, clipped } from '../../request-error.ts'
import { linesOfCells, lineWords, notAdditive } from '../table-lines.ts'
import { codesOf, tableVariables } from '../table-variables.ts'
import { summedTotals } from './fix-totals.ts'
import type { ProtectTask } from './task.ts'

export async function readFinished(db: Database, task: ProtectTask): Promise<TableContents> {
  const { value, frequency, largest, marked, negative, fix } = task.fields
  const { path, read, variables: names } = task
  const columns = figureColumns(task)
  const box = await readFigureTable(db, { path, read, codes: names, figures: columns })
  const table = contentsForProtection(box)
  const variables = await tableVariables(db, task, new Map(names.map((name, v) => [name, table.codes[v]])))
  const system = tableSystem(variables, task.tables)
  const lineOf = linesOfCells(
    system,
    table,
    variables.map((variable, v) => codesOf(variable, table.codes[v])),
  )
  const amounts = [value ?? frequency, ...largest].filter((one) => one !== undefined)
  const decimals = Math.max(...amounts.map((name) => mostDecimals(table, columns.indexOf(name), name)))
  const figures = (name: string, digits: number): Float64Array =>
    Float64Array.from(lineOf, (line) =>
      line < 0 ? 0 : unitsOf(figureAt(table, columns.indexOf(name), line, name), digits),
    )
  const given = figures(value ?? (frequency as string), decimals)
  if (negative === 'refuse' && given.some((amount) => amount < 0))
    throw badField(
      'negative',
      'some figures are below 0. Write `negative: absolute`: rules then look at their size, and a reader may suppose any sign.',
    )
  const fixed = fix === 'totals' ? summedTotals(system, given) : given
  checkAdditive(system, fixed, table, lineOf)
  const marks = marked === undefined ? undefined : table.figures[columns.indexOf(marked)]
  return finishedContents({
    system,
    value: fixed,
    decimals,
    isCount: value === undefined,
    frequency: frequency === undefined ? undefined : figures(frequency, 0),
    largest: largest.map((name) => figures(name, decimals)),
    marked: Uint8Array.from(lineOf, (line) => Number(line >= 0 && marks !== undefined && marks[line] !== '')),
    absolute: negative === 'absolute',
  })
}

const FIX = 'Correct the file, or write `fix: totals` to compute the totals from the smallest cells.'

function figureColumns({ fields }: ProtectTask): readonly string[] {
  const { value, frequency, largest, marked } = fields
  return [...new Set([value, frequency, ...largest, marked].filter((one) => one !== undefined))]
}

function figureAt(table: FigureTable, column: number, line: number, name: string): string {
  const text = table.figures[column][line]
  if (!isDecimal(text)) throw badInput(`${lineWords(table, line)}: column "${clipped(name)}" holds no number.`)
  return text
}

function mostDecimals(table: FigureTable, column: number, name: string): number {
  const most = table.figures[column].reduce((digits, text) => Math.max(digits, decimalsOf(text)), 0)
  if (most > 9)
    throw badField(
      'value',
      `column "${clipped(name)}" has figures of more than 9 decimals. Round them first: totals are added up exactly.`,
    )
  return most
}

function checkAdditive(system: TableSystem, value: Float64Array, table: FigureTable, lineOf: readonly number[]): void {
  const unsafe = value.findIndex((amount) => !Number.isSafeInteger(amount))
  if (unsafe >= 0)
    throw badInput(`${lineWords(table, lineOf[unsafe])}: the figure has more digits than can be added up exactly.`)
  const broken = brokenEquations(system, value)
  if (broken.length > 0) throw notAdditive(system, broken, { table, lineOf }, FIX)
}
