import { type Database, geographyColumns, repeatedNames } from '../../data/index.ts'
import type { PreparedRelease } from './prepare.ts'

/** What to tell the steward, and nobody else, when lines may share a person and the spec does not say so. */
export async function personWarnings(db: Database, release: PreparedRelease): Promise<readonly string[]> {
  const { file, source, schema, geography } = release
  if (file.spec.privacy?.person !== undefined) return []
  const used = [
    ...geographyColumns(geography),
    ...schema.attributes.map(({ column }) => column),
    file.spec.source.count ?? '',
  ]
  const names = await repeatedNames(db, source, used)
  if (names.length === 0 || file.spec.source.count !== undefined) return []
  const columns = names.slice(0, 3).map((name) => `"${name}"`)
  const which =
    columns.length === 1
      ? `Column ${columns[0]} repeats and may name people`
      : `Columns ${columns.slice(0, -1).join(', ')} and ${columns.at(-1)} repeat and may name people`
  return [
    `${which}. The guarantee is then for one record of a person, not for the person. ` +
      `To protect people, add privacy.person: { column: ${names[0]}, atMost: N } to the spec, with the most lines to count per person.`,
  ]
}
