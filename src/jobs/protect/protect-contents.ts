/** The table, protected by the method that is asked for. */
import type { Database } from '../../data/index.ts'
import type { RecordedRelease } from '../../ledger/index.ts'
import type { TableContents } from '../../protection/index.ts'
import { badField } from '../../request-error.ts'
import type { CellChoice } from './cell-choice.ts'
import { cellKeys, readSecret } from './cell-keys.ts'
import { compareMethods } from './compare-methods.ts'
import { perturbCells } from './perturb-cells.ts'
import type { ProtectedTable } from './result.ts'
import { roundCells } from './round-cells.ts'
import { suppressCells } from './suppress-cells.ts'
import type { ProtectTask } from './task.ts'

export interface Protecting {
  readonly db: Database
  readonly signal: AbortSignal
  /** Releases that this one must be safe together with. */
  readonly together: readonly RecordedRelease[]
}

export async function protectContents(
  task: ProtectTask,
  contents: TableContents,
  choice: CellChoice,
  { db, signal, together }: Protecting,
): Promise<ProtectedTable> {
  const { fields } = task
  switch (fields.kind) {
    case 'suppress':
      return suppressCells(contents, fields, choice, together, signal)
    case 'round':
      return roundCells(contents, fields, choice)
    case 'cellkey':
      return perturbCells(contents, fields, choice, await keysFor(task, contents, db))
    case 'compare':
      return compareMethods(contents, fields, choice, await keysIfGiven(task, contents, db), signal)
  }
}

/** A comparison goes without what there is nothing for. */
async function keysIfGiven(
  task: ProtectTask,
  contents: TableContents,
  db: Database,
): Promise<Float64Array | undefined> {
  return 'record' in task.fields && task.fields.record !== undefined ? keysFor(task, contents, db) : undefined
}

/** Keys are of records: a table that is finished has none, and amounts have no perturbation table. */
async function keysFor(task: ProtectTask, contents: TableContents, db: Database): Promise<Float64Array> {
  const { fields, files, count, isFinished } = task
  if (fields.kind !== 'cellkey' && fields.kind !== 'compare') throw new Error('this method has no keys')
  if (isFinished || fields.value !== undefined || fields.weight !== undefined || count !== undefined)
    throw badField('method', 'cell keys are for counts of records, one line per record. Take suppress or round.')
  if (fields.record === undefined)
    throw badField('record', 'name the column that identifies a record: its key follows from it.')
  return cellKeys(db, task, contents, {
    record: fields.record,
    keys: fields.keys,
    secret: await readSecret(files.secret),
  })
}
