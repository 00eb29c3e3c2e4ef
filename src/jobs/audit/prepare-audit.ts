/** From a job to a two-way table of shares, ready for the mathematics: counts are counted, levels merged, knowledge read. */
import {
  type ConditionalTable,
  type Design,
  type KnownBound,
  reduceCounts,
  tableForAudit,
  tabulate,
} from '../../bounds/index.ts'
import type { Database } from '../../data/index.ts'
import type { CountedTable } from '../../model/index.ts'
import { type Confidential, derive } from '../../privacy/confidential.ts'
import { countData } from './count-data.ts'
import { readKnown } from './known-file.ts'
import { checkCells, type SideNames, sideNames } from './names.ts'
import { orderLevels, publishedOrder } from './order-levels.ts'
import { type TableTask, taskColumns } from './task.ts'
import { totalsIn } from './totals.ts'

export interface PreparedAudit {
  readonly table: Confidential<CountedTable>
  readonly design: Design
  readonly rows: SideNames
  readonly columns: SideNames
  /** Counts of the two-way table, row by row. */
  readonly counts: Float64Array
  readonly conditional: ConditionalTable
  readonly known: readonly KnownBound[]
  /** Levels that are the sums of the others. */
  readonly totals: readonly string[]
  /** Nobody is in two cells. */
  readonly once: boolean
}

export async function prepareAudit(db: Database, job: TableTask): Promise<PreparedAudit> {
  const counted = await countData(db, job, taskColumns(job))
  const table = derive(counted.table, (whole) => orderLevels(publishedOrder(whole, job.publishedOrders), job.orders))
  const opened = tableForAudit(table)
  checkCells(opened.variables)
  const used = (names: readonly string[]): Design['rows'] =>
    names.map((name) => ({ variable: opened.variables.findIndex((variable) => variable.name === name) }))
  const design: Design = { rows: used(job.rows), columns: used(job.columns) }
  const side = (part: Design['rows']): SideNames => sideNames(part.map(({ variable }) => opened.variables[variable]))
  const [rows, columns] = [side(design.rows), side(design.columns)]
  const two = tabulate(opened, design)
  return {
    table,
    design,
    rows,
    columns,
    counts: two.counts,
    conditional: reduceCounts(two.counts, two.rows, two.columns),
    known: job.known === undefined ? [] : await readKnown(db, job.known, rows, columns),
    totals: totalsIn(opened, job.count),
    once: counted.once,
  }
}
