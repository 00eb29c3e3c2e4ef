/** The counts behind tables: of lines, of what a column of counts adds up, or of people, with levels made one. */
import { checkCountValues, countPeople, countTable, type Database } from '../../data/index.ts'
import type { CountedTable } from '../../model/index.ts'
import { type Confidential, derive } from '../../privacy/confidential.ts'
import { checkMerges, mergedVariables, mergeLevels } from './merge-levels.ts'
import type { Counted, TableTask } from './task.ts'

export interface CountedData {
  readonly table: Confidential<CountedTable>
  /** Nobody is counted twice, so cells add up to tables of the same. */
  readonly once: boolean
}

export async function countData(
  db: Database,
  { source, count, lines, person, merges }: Counted & Pick<TableTask, 'merges'>,
  columns: readonly string[],
): Promise<CountedData> {
  if (person !== undefined)
    return countPeople(db, source, columns, person, (variables) => {
      checkMerges(variables, merges)
      return mergedVariables(variables, merges)
    })
  if (count !== undefined && lines === undefined) await checkCountValues(db, source, count)
  const { variables, table } = await countTable(db, source, columns, count)
  checkMerges(variables, merges)
  return { table: derive(table, (whole) => mergeLevels(whole, merges)), once: true }
}
