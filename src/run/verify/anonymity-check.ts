/** The published records, counted again: no combination of published quasi-identifiers may occur fewer than k times. */
import { join } from 'node:path'
import { fetchNumber, fileRelation, withDatabase } from '../../data/index.ts'
import type { Manifest } from '../../release/index.ts'
import type { Check } from './check.ts'

export async function anonymityCheck(folder: string, manifest: Manifest): Promise<Check> {
  const name = 'k-anonymous'
  const { k, freeform } = manifest.result as { k: number; freeform: boolean }
  if (freeform) return { name, ok: true, detail: 'not looked at: freeform is weaker, and says so' }
  const file = manifest.outputs.find((output) => output.name.startsWith('anonymized.'))?.name
  if (file === undefined) return { name, ok: false, detail: 'the manifest lists no records' }
  const { quasiIdentifiers } = JSON.parse(manifest.spec.text ?? '{}') as { quasiIdentifiers: readonly string[] }
  return withDatabase({}, async (db) => {
    const { sql, columns } = await fileRelation(db, join(folder, file))
    // A range may stand in two columns.
    const published = quasiIdentifiers.flatMap((qi) => (columns.includes(qi) ? [qi] : [`${qi}_low`, `${qi}_high`]))
    const quoted = published.map((column) => `"${column.replaceAll('"', '""')}"`)
    const suppressed = quoted.map((column) => `cast(${column} as varchar) = '*'`).join(' and ')
    const smallest = await fetchNumber(
      db,
      `select coalesce(min(n), ${k}) from (select count(*) as n from ${sql} where not (${suppressed}) group by ${quoted.join(', ')})`,
    )
    return { name, ok: smallest >= k, detail: `the smallest class has ${smallest} records, and k is ${k}` }
  })
}
