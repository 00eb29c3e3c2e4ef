/** The data files of a program, by what they hold. */

import type { Database } from '../../../data/database.ts'
import type { Spec } from '../../../spec/index.ts'
import { type ModelTable, readModelTable } from './model-table.ts'
import type { RecordTable } from './sides-from-records.ts'

export interface ModelTables {
  readonly variables?: ModelTable<'name' | 'cost' | 'lower' | 'upper' | 'integer'>
  readonly quadratic?: ModelTable<'first' | 'second' | 'coefficient'>
  readonly terms?: ModelTable<'row' | 'variable' | 'value'>
  readonly sides?: ModelTable<'row' | 'lower' | 'upper'>
  readonly records?: RecordTable
}

type TablesText = NonNullable<NonNullable<Spec['decide']>['program']>['tables']

export async function readTables(
  db: Database,
  text: TablesText,
  beside: (file: string) => string,
  person?: string,
): Promise<ModelTables> {
  const found: Record<string, ModelTable<string>> = {}
  for (const [kind, table] of Object.entries(text)) {
    if (table === undefined) continue
    const { file, ...columns } = table
    const own = Object.fromEntries(Object.entries(columns).filter(([field]) => field !== 'side'))
    const names = kind === 'records' && person !== undefined ? { ...own, person } : own
    found[kind] = await readModelTable<string>(db, beside(file), names)
  }
  return found as ModelTables
}
