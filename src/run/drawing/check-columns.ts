import { checkSourceColumns, type Database } from '../../data/index.ts'
import type { PreparedRelease } from './prepare.ts'

/** Refuses a column of an attribute, or of counts, that the data do not have: in a plan as in the run. */
export function checkReleaseColumns(db: Database, { file, source, schema }: PreparedRelease): Promise<void> {
  const columns = schema.attributes.map(({ column }) => column)
  return checkSourceColumns(db, source, columns, file.spec.source.count)
}
