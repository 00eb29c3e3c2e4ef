/** From a job to the table that several releases are made from: counted, its levels as they are published, with what is known of it. */
import { type Release, tableForAudit } from '../../bounds/index.ts'
import type { Database } from '../../data/index.ts'
import type { CountedTable } from '../../model/index.ts'
import { derive } from '../../privacy/confidential.ts'
import { badField } from '../../request-error.ts'
import { countData } from './count-data.ts'
import { readKnownCounts } from './known-file.ts'
import { checkCells } from './names.ts'
import { publishedOrder } from './order-levels.ts'
import type { LinkedTask } from './task.ts'

export interface PreparedLinked {
  readonly table: CountedTable
  readonly known: readonly Release[]
}

export async function prepareLinked(db: Database, job: LinkedTask, names: readonly string[]): Promise<PreparedLinked> {
  const counted = await countData(db, job, names)
  if (!counted.once)
    throw badField(
      'person',
      `some ${job.counted} have lines in several cells of ${names.join(', ')}, so tables that count each of them once do not add up. Audit each table by itself, or several of a file with one line for each.`,
    )
  const table = tableForAudit(derive(counted.table, (whole) => publishedOrder(whole, job.publishedOrders)))
  checkCells(table.variables)
  return { table, known: job.known === undefined ? [] : await readKnownCounts(db, job.known, table.variables) }
}
