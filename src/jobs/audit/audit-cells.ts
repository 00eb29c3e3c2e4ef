/** The audit of a finished table with withheld cells, from whatever made it: what each of them can be, by the published figures and the sums. */
import { type Database, type FigureTable, readPublicFigures, withDatabase } from '../../data/index.ts'
import {
  brokenEquations,
  cellName,
  decimalsOf,
  decimalText,
  isDecimal,
  type TableSystem,
  tableSystem,
  unitsOf,
} from '../../model/index.ts'
import { type PublicIntervals, publicIntervals } from '../../optimize/index.ts'
import { badField, badInput } from '../../request-error.ts'
import type { Working } from '../../run/context.ts'
import { linesOfCells, lineWords, notAdditive } from '../table-lines.ts'
import { codesOf, tableVariables } from '../table-variables.ts'
import type { FiguresTask } from './task.ts'

/** What offices write where a figure is withheld; nothing is one too. */
const MARKS = new Set(['', 'x', '.', '..', '...', ':', '*', 'c', 's', 'd', '(d)', 'n.a.'])

export interface CellBound {
  readonly cell: string
  /** Null where no sum holds it. */
  readonly lower: string | null
  readonly upper: string | null
  readonly verdict: 'exact' | 'small' | 'near' | 'open' | 'not shown'
}

export interface CellsDocument {
  readonly cells: number
  readonly sums: number
  readonly withheld: number
  readonly exact: number
  readonly small: number
  readonly near: number
  readonly unshown: number
  readonly within: number
  readonly smallBelow: number
  readonly base: number | null
  /** Whole-number intervals are these by theorem; else they may be narrower. */
  readonly wholeByTheorem: boolean
  readonly table: readonly CellBound[]
}

export async function auditCells(task: FiguresTask, working: Working): Promise<CellsDocument> {
  working.progress.phase({ id: 'read' })
  const read = await withDatabase({}, (db) => readCells(db, task))
  working.progress.phase({ id: 'bound-cells' })
  const shouldStop = (): boolean => {
    working.signal.throwIfAborted()
    return false
  }
  const found = await publicIntervals(
    { ...read.asked, mayBeNegative: task.mayBeNegative, base: task.base && task.base * 10 ** read.decimals },
    { shouldStop },
  )
  if (found === undefined)
    throw badInput(
      'The published figures contradict each other: no table has them and these sums. Look at the subtotals, or at what a cell without a line is.',
    )
  return documentOf(task, read, found)
}

interface ReadCells {
  readonly system: TableSystem
  readonly decimals: number
  readonly asked: {
    readonly equations: TableSystem['equations']
    readonly value: Float64Array
    readonly withheld: Uint8Array
  }
}

async function readCells(db: Database, task: FiguresTask): Promise<ReadCells> {
  const { path, read, variables: names, figure, absent, base } = task
  const table = await readPublicFigures(db, { path, read, codes: names, figures: [figure] })
  const variables = await tableVariables(db, task, new Map(names.map((name, v) => [name, table.codes[v]])))
  const system = tableSystem(variables, [names.map((_, v) => v)])
  const codes = variables.map((variable, v) => codesOf(variable, table.codes[v]))
  const lineOf = linesOfCells(system, table, codes)
  checkAbsent(system, table, lineOf, absent)
  const [texts] = table.figures
  const isMark = texts.map((text, line) => markOrThrow(text, lineWords(table, line)))
  const decimals = texts.reduce((most, text, line) => (isMark[line] ? most : Math.max(most, decimalsOf(text))), 0)
  const withheld = Uint8Array.from(lineOf, (line) => Number(line < 0 ? absent === 'withheld' : isMark[line]))
  const value = Float64Array.from(lineOf, (line) => (line < 0 || isMark[line] ? 0 : unitsOf(texts[line], decimals)))
  if (base === undefined) checkSums(system, value, withheld, { table, lineOf })
  return { system, decimals, asked: { equations: system.equations, value, withheld } }
}

function markOrThrow(text: string, where: string): boolean {
  if (isDecimal(text)) return false
  if (MARKS.has(text.toLowerCase())) return true
  throw badInput(`${where}: the figure is neither a number nor a mark of a withheld cell (x, .., c, or nothing).`)
}

function checkAbsent(
  system: TableSystem,
  table: FigureTable,
  lineOf: readonly number[],
  absent: FiguresTask['absent'],
): void {
  const missing = lineOf.filter((line) => line < 0).length
  if (missing === 0 || absent !== 'refuse') return
  const first = cellName(system, lineOf.indexOf(-1))
  throw badField(
    'absent',
    `${missing.toLocaleString('en')} cells have no line in ${table.name}, such as (${first}). Say what they are: zero, or withheld.`,
  )
}

/** Sums of published figures alone must hold: they are public, so the lines are named. */
function checkSums(
  system: TableSystem,
  value: Float64Array,
  withheld: Uint8Array,
  lines: Parameters<typeof notAdditive>[2],
): void {
  const broken = brokenEquations(system, value).filter(({ total, parts }) =>
    [total, ...parts].every((cell) => withheld[cell] === 0),
  )
  if (broken.length > 0)
    throw notAdditive(system, broken, lines, 'Look at the subtotals; for a table of rounded figures give `base`.')
}

function documentOf(task: FiguresTask, { system, decimals, asked }: ReadCells, found: PublicIntervals): CellsDocument {
  const unsettled = new Set(found.unsettled)
  const table = [...found.cells.keys()].map((at) => boundOf(task, system, decimals, found, at, unsettled.has(at)))
  const count = (verdict: CellBound['verdict']): number => table.filter((one) => one.verdict === verdict).length
  return {
    cells: system.cells,
    sums: system.equations.starts.length - 1,
    withheld: asked.withheld.reduce((sum, one) => sum + one, 0),
    exact: count('exact'),
    small: count('small'),
    near: count('near'),
    unshown: count('not shown'),
    within: task.within,
    smallBelow: task.small,
    base: task.base ?? null,
    wholeByTheorem: decimals === 0 && task.base === undefined && isNetwork(system),
    table,
  }
}

function boundOf(
  { within, small, base }: FiguresTask,
  system: TableSystem,
  decimals: number,
  { cells, lower, upper }: PublicIntervals,
  at: number,
  isUnsettled: boolean,
): CellBound {
  // Figures are whole units: what lies between two of them cannot be.
  const [low, high] = [Math.ceil(lower[at] - 1e-6), Math.floor(upper[at] + 1e-6)]
  const text = (end: number): string | null =>
    Number.isFinite(end) ? decimalText(end === 0 ? 0 : end, decimals) : null
  const isNear = base === undefined && high - low < (within / 100) * Math.abs(high)
  const isSmall = decimals === 0 && low > 0 && high < small
  const verdict = low >= high ? 'exact' : isUnsettled ? 'not shown' : isSmall ? 'small' : isNear ? 'near' : 'open'
  return { cell: cellName(system, cells[at]), lower: text(low), upper: text(high), verdict }
}

/** Two-way tables with at most one variable that has subtotals, all of which nest: the ends of intervals are whole numbers. */
function isNetwork({ variables }: TableSystem): boolean {
  const nested = variables.filter(({ groups }) => groups.length > 1)
  const isTree = nested.every(({ groups }) => {
    const children = groups.flatMap((group) => group.children)
    return (
      new Set(children).size === children.length && new Set(groups.map(({ parent }) => parent)).size === groups.length
    )
  })
  return variables.length <= 2 && nested.length <= 1 && isTree
}
