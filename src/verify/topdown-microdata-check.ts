/** The published records: counted again, they are the cells of the leaves. */
import type { Database } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import type { Check } from './check.ts'
import type { ReleasedTable } from './topdown-cell-checks.ts'
import { literal, outputName, outputRelation, quoted, textOf } from './topdown-lines.ts'
import type { Places } from './topdown-places.ts'
import { faultsInWords, readPublished } from './topdown-published.ts'
import { differences } from './topdown-tally.ts'

/** No check for a release without records. */
export async function microdataCheck(
  db: Database,
  folder: string,
  manifest: Manifest,
  tables: readonly ReleasedTable[],
  places: Places,
): Promise<readonly Check[]> {
  const present = tables.filter(({ microdata }) => outputName(manifest, microdata) !== undefined)
  if (present.length === 0) return []
  const wrong: string[] = []
  let records = 0
  for (const table of present) {
    const found = await countedRecords(db, folder, manifest, table, places)
    const leaves = found.levels.length - 1
    const apart = differences(found.levels[leaves], table.published.levels[leaves])
    const faults = faultsInWords(found.faults)
    found.levels[leaves].forEach((_, count) => {
      records += count
    })
    if (faults !== '') wrong.push(`${table.microdata}: ${faults}`)
    if (apart > 0) wrong.push(`${table.microdata}: ${apart.toLocaleString('en')} cells have another number of records`)
  }
  return [
    {
      name: 'microdata',
      ok: wrong.length === 0,
      detail: wrong.join('; ') || `${records.toLocaleString('en')} records are the cells of the leaves`,
    },
  ]
}

/** The records grouped by all they say, as if they were published as cells of the leaves. */
async function countedRecords(
  db: Database,
  folder: string,
  manifest: Manifest,
  { microdata, schema }: ReleasedTable,
  places: Places,
) {
  const columns = ['region', ...schema.attributes.map(({ name }) => name)]
  const file = await outputRelation(db, folder, manifest, microdata, columns)
  const texts = columns.map((column) => `${textOf(column)} as ${quoted(column)}`).join(', ')
  const leaf = literal(places.levels[places.levels.length - 1].name)
  const sql = `(select ${leaf} as level, ${texts}, count(*) as count, 0 as standard_error from ${file.sql} as line group by all)`
  return readPublished(db, { ...file, sql }, places, schema)
}
