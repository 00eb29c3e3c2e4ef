/** What is in every cell of a table with totals: its value, who contributes to it, and who is alone in it. */
import type { TableSystem } from '../../model/index.ts'
import type { CellContributions } from './contributions.ts'

export interface TableContents {
  readonly system: TableSystem
  /** What is published of each cell, in whole units of the last decimal. */
  readonly value: Float64Array
  /** Units are 10 to the minus this. */
  readonly decimals: number
  /** Whether values are numbers of contributors or records, and not amounts. */
  readonly isCount: boolean
  /** Whether amounts below 0 may occur. */
  readonly hasNegative: boolean
  /** What the rules look at in a cell. */
  of(cell: number): CellContributions
  /** The same of several cells together. */
  union(cells: readonly number[]): CellContributions
  /** Of cells with one contributor, the number of that one; -1 elsewhere. */
  readonly alone: Int32Array
  /** In how many cells one record is counted at most; undefined where records are not known. */
  readonly mostCells?: number
  /** 1: sensitive because the table says so. */
  readonly marked: Uint8Array
}

/** The cells that each contributor is alone in: what only that one knows. */
export function aloneIn({ alone }: Pick<TableContents, 'alone'>): readonly (readonly number[])[] {
  const cells = new Map<number, number[]>()
  alone.forEach((who, cell) => {
    if (who < 0) return
    const list = cells.get(who)
    if (list === undefined) cells.set(who, [cell])
    else list.push(cell)
  })
  return [...cells.values()]
}
