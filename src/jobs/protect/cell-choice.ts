/** The cells that a person named: to keep, to hide, and to publish although they are sensitive. */
import type { Database } from '../../data/index.ts'
import type { TableSystem } from '../../model/index.ts'
import { cellSet, type ListedCell, readCells } from './cell-list.ts'
import type { ProtectTask } from './task.ts'

export interface CellChoice {
  readonly keep: ReadonlySet<number>
  readonly hide: ReadonlySet<number>
  readonly waived: ReadonlySet<number>
  readonly waivers: readonly ListedCell[]
}

export async function readChoice(db: Database, { files }: ProtectTask, system: TableSystem): Promise<CellChoice> {
  const waivers = await readCells(db, files.waive, system, 'with reasons')
  return {
    keep: cellSet(await readCells(db, files.keep, system)),
    hide: cellSet(await readCells(db, files.hide, system)),
    waived: cellSet(waivers),
    waivers,
  }
}
