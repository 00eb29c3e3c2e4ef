/** From a job to the table that several releases are made from: counted, its levels as they are published, with what is known of it. */
import { type Release, tableForAudit } from '../../bounds/index.ts'
import { countTable, type Database } from '../../data/index.ts'
import type { CountedTable } from '../../model/index.ts'
import { derive } from '../../privacy/confidential.ts'
import { readKnownCounts } from './known-file.ts'
import { checkMerges, mergeLevels } from './merge-levels.ts'
import { checkCells } from './names.ts'
import { publishedOrder } from './order-levels.ts'
import type { LinkedTask } from './task.ts'

export interface PreparedLinked {
  readonly table: CountedTable
  readonly known: readonly Release[]
}

export async function prepareLinked(db: Database, job: LinkedTask, names: readonly string[]): Promise<PreparedLinked> {
  const counted = await countTable(db, job.source, names, job.count)
  checkMerges(counted.variables, job.merges)
  const table = tableForAudit(
    derive(counted.table, (whole) => publishedOrder(mergeLevels(whole, job.merges), job.publishedOrders)),
  )
  checkCells(table.variables)
  return { table, known: job.known === undefined ? [] : await readKnownCounts(db, job.known, table.variables) }
}
