/**
 * From the contributions of records to the contents of every cell. A contributor who is in several parts of a total is one contributor to it, so
 * totals are made from who contributes, and never from the numbers of their parts.
 */
import type { TableSystem, TableVariable } from '../../model/index.ts'
import { badInput } from '../../request-error.ts'
import type { CellContributions } from './contributions.ts'
import type { TableContents } from './table-contents.ts'

/** One line for each combination of codes and contributor; for anonymous people one for each combination of codes. */
export interface ContributionLines {
  /** By variable: the code of each line, an index into the codes of the variable. */
  readonly codes: readonly Int32Array[]
  /** Who contributes; -1 for people who are told apart by nothing. */
  readonly holder: Int32Array
  /** Contributors: 1 for a holder, as many as there are people otherwise. */
  readonly people: Float64Array
  /** The contributor's own amount, and what it adds to the published value: the two differ by sampling weights. */
  readonly own: Float64Array
  readonly total: Float64Array
  /** 1: asked for protection. */
  readonly asked: Uint8Array
}

export interface RecordTable {
  readonly system: TableSystem
  readonly tables: readonly (readonly number[])[]
  readonly lines: ContributionLines
  readonly decimals: number
  readonly isCount: boolean
  /** Whether a single amount is below 0. */
  readonly hasNegative: boolean
  /** Rules look at the size of amounts, whatever their sign. */
  readonly absolute: boolean
  /** How many of the largest contributions the rules need. */
  readonly largest: number
}

export function recordContents(table: RecordTable): TableContents {
  const { system, lines, decimals, isCount } = table
  const linesOf = linesByCell(table)
  const contributions = (chosen: readonly number[]): CellContributions => contributionsOf(table, chosen)
  const value = new Float64Array(system.cells)
  const alone = new Int32Array(system.cells).fill(-1)
  const found = linesOf.map((own, cell) => {
    value[cell] = own.reduce((sum, line) => sum + lines.total[line], 0)
    const one = contributions(own)
    if (one.contributors === 1) alone[cell] = whoIn(lines, own)
    return one
  })
  checkSafe(value)
  return {
    system,
    value,
    decimals,
    isCount,
    hasNegative: table.hasNegative,
    of: (cell) => found[cell],
    union: (cells) => contributions([...new Set(cells.flatMap((cell) => linesOf[cell]))]),
    alone,
    mostCells: mostCellsOf(linesOf, lines.people.length),
    marked: new Uint8Array(system.cells),
  }
}

function mostCellsOf(linesOf: readonly (readonly number[])[], lines: number): number {
  const cells = new Int32Array(lines)
  for (const own of linesOf) for (const line of own) cells[line]++
  return cells.reduce((most, n) => Math.max(most, n), 0)
}

/** The number of the only contributor. People without a name are told apart by where they are counted. */
function whoIn({ holder, people }: ContributionLines, lines: readonly number[]): number {
  const line = lines.find((one) => people[one] > 0) ?? lines[0]
  return holder[line] >= 0 ? 2 * holder[line] : 2 * line + 1
}

function checkSafe(value: Float64Array): void {
  if (value.some((amount) => !Number.isSafeInteger(amount)))
    throw badInput('The totals have more digits than can be added up exactly. Round the amounts to fewer decimals.')
}

/** The lines that are counted in each cell. */
function linesByCell({ system, tables, lines }: RecordTable): readonly (readonly number[])[] {
  const { variables } = system
  const above = variables.map(codesAbove)
  const linesOf: number[][] = Array.from({ length: system.cells }, () => [])
  const cellsOf = new Map<string, readonly number[]>()
  for (let line = 0; line < lines.people.length; line++) {
    const codes = lines.codes.map((column) => column[line])
    const name = codes.join()
    let cells = cellsOf.get(name)
    if (cells === undefined) cellsOf.set(name, (cells = cellsAbove(system, tables, above, codes)))
    for (const cell of cells) linesOf[cell].push(line)
  }
  return linesOf
}

/** For each code of a variable: itself and every code that it is a part of. */
export function codesAbove({ codes, groups }: TableVariable): readonly (readonly number[])[] {
  const parents = codes.map((): number[] => [])
  for (const { parent, children } of groups) for (const child of children) parents[child].push(parent)
  return codes.map((_, code) => {
    const found = [code]
    for (let at = 0; at < found.length; at++)
      for (const parent of parents[found[at]]) if (!found.includes(parent)) found.push(parent)
    return found
  })
}

function cellsAbove(
  system: TableSystem,
  tables: readonly (readonly number[])[],
  above: readonly (readonly (readonly number[])[])[],
  codes: readonly number[],
): readonly number[] {
  const found = new Set<number>()
  for (const table of tables) {
    let combinations: number[][] = [codes.map(() => 0)]
    for (const v of table)
      combinations = combinations.flatMap((before) =>
        above[v][codes[v]].map((code) => before.map((one, at) => (at === v ? code : one))),
      )
    for (const combination of combinations) {
      const cell = system.cellOf(combination)
      if (cell !== undefined) found.add(cell)
    }
  }
  return [...found]
}

interface Holder {
  own: number
  total: number
  asked: boolean
}

function contributionsOf({ lines, absolute, largest }: RecordTable, chosen: readonly number[]): CellContributions {
  const size = absolute ? Math.abs : (amount: number): number => amount
  const holders = new Map<number, Holder>()
  let [people, total] = [0, 0]
  for (const line of chosen) {
    const holder = lines.holder[line]
    if (holder < 0) {
      people += lines.people[line]
      total += size(lines.total[line])
      continue
    }
    const before = holders.get(holder) ?? { own: 0, total: 0, asked: false }
    before.own += lines.own[line]
    before.total += lines.total[line]
    before.asked ||= lines.asked[line] === 1
    holders.set(holder, before)
  }
  const all = [...holders.values()]
  const sizes = all.map(({ own }) => size(own)).sort((a, b) => b - a)
  const asked = all.filter((one) => one.asked).map(({ own }) => size(own))
  return {
    contributors: people + holders.size,
    total: total + all.reduce((sum, one) => sum + size(one.total), 0),
    largest: sizes.slice(0, largest),
    ...(asked.length > 0 && { asked: Math.max(...asked) }),
  }
}
