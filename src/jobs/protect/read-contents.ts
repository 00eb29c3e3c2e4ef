/** What is in every cell: from records, or from a table that is finished. */
import { type Contributions, type Database, readContributions } from '../../data/index.ts'
import { tableSystem } from '../../model/index.ts'
import { contentsForProtection, mostNeeded, recordContents, type TableContents } from '../../protection/index.ts'
import { badField } from '../../request-error.ts'
import { codeColumns, codesOf, tableVariables } from '../table-variables.ts'
import { readFinished } from './read-finished.ts'
import type { ProtectTask } from './task.ts'

export async function readContents(db: Database, task: ProtectTask): Promise<TableContents> {
  return task.isFinished ? readFinished(db, task) : readRecords(db, task)
}

async function readRecords(db: Database, task: ProtectTask): Promise<TableContents> {
  const columns = codeColumns(task)
  const { value, contributor, holding, weight, request, negative } = task.fields
  const { path, read, count } = task
  const box = await readContributions(db, {
    path,
    read,
    codes: columns,
    value,
    contributor,
    holding,
    weight,
    request,
    count,
  })
  const found = contentsForProtection(box)
  checkSigns(found, negative)
  const codes = new Map(columns.map((name, i) => [name, found.codes[i]]))
  const variables = await tableVariables(db, task, codes)
  return recordContents({
    system: tableSystem(variables, task.tables),
    tables: task.tables,
    lines: { ...found, codes: variables.map((variable) => codesOf(variable, codes.get(variable.name) ?? [])) },
    decimals: found.decimals,
    isCount: value === undefined,
    hasNegative: found.hasNegative,
    absolute: negative === 'absolute',
    largest: Math.max(LEAST_LARGEST, mostNeeded(task.rules)),
  })
}

/** As many contributions as the usual rules look at, so that those can be tried on a table. */
const LEAST_LARGEST = 2

function checkSigns({ hasNegative }: Pick<Contributions, 'hasNegative'>, negative: 'refuse' | 'absolute'): void {
  if (negative === 'refuse' && hasNegative)
    throw badField(
      'negative',
      'some amounts are below 0, and a reader could not say that a cell is at least 0. Write `negative: absolute`: rules then look at the size of amounts.',
    )
}
