/** The published records, counted again: no combination of published quasi-identifiers may occur fewer than k times. */
import { join } from 'node:path'
import { z } from 'zod'
import { fetchNumber, fileRelation, withDatabase } from '../../data/index.ts'
import type { Manifest } from '../../release/index.ts'
import { type Check, checkOf, guarded } from './check.ts'
import { outputsCheck } from './file-checks.ts'
import { statementCheck } from './privacy-checks.ts'
import { stampCheck } from './stamp-check.ts'
import { statementOf } from './stated-privacy.ts'
import { requestOf, shaped } from './stated-spec.ts'
import { outputName, quoted } from './topdown-lines.ts'

const requestSchema = z.looseObject({
  k: z.int().min(1),
  quasiIdentifiers: z.array(z.string()).min(1),
  method: z.string(),
  sensitive: z.array(z.looseObject({ column: z.string(), kind: z.string(), value: z.number() })).default([]),
})
const resultSchema = z.looseObject({ k: z.int(), freeform: z.boolean() })

/** The methods whose boxes overlap, so that no k published records need be alike. */
const FREEFORM = /^doka-/

export function anonymityChecks(folder: string, manifest: Manifest): Promise<readonly Check[]> {
  return guarded('manifest', async () => {
    const request = shaped(requestSchema, requestOf(manifest), 'the request')
    const { k, quasiIdentifiers, sensitive } = request
    const freeform = FREEFORM.test(request.method)
    const sentences = [
      freeform ? 'weaker than k-anonymity' : `at least ${k - 1} others in: ${quasiIdentifiers.join(', ')}`,
      ...sensitive.map((rule) => `${rule.kind} ${rule.value} on ${rule.column}`),
    ]
    return [
      outputsCheck(manifest, { tables: ['anonymized'], optional: ['classes'] }),
      stampCheck(manifest, { notPrivate: undefined }),
      statementCheck(statementOf(manifest), sentences),
      ...(await guarded('k-anonymous', async () => [await classCheck(folder, manifest, request, freeform)])),
    ]
  })
}

async function classCheck(
  folder: string,
  manifest: Manifest,
  { k, quasiIdentifiers }: z.output<typeof requestSchema>,
  freeform: boolean,
): Promise<Check> {
  const name = 'k-anonymous'
  const stated = shaped(resultSchema, manifest.result, 'the result')
  const other = [
    ...(stated.k === k ? [] : [`the manifest says that k is ${stated.k}, and ${k} was asked for`]),
    ...(stated.freeform === freeform ? [] : [`the manifest says that it is ${stated.freeform ? '' : 'not '}freeform`]),
  ]
  if (freeform) return checkOf(name, other, 'not looked at: freeform is weaker, and says so')
  const smallest = await smallestClass(folder, outputName(manifest, 'anonymized') ?? '', quasiIdentifiers, k)
  const detail = `the smallest class has ${smallest} records, and k is ${k}`
  return checkOf(name, smallest >= k ? other : [...other, detail], detail)
}

/** Of the records that are not suppressed. */
function smallestClass(folder: string, file: string, quasiIdentifiers: readonly string[], k: number): Promise<number> {
  return withDatabase({}, async (db) => {
    const { sql, columns } = await fileRelation(db, join(folder, file))
    // A range may stand in two columns.
    const published = quasiIdentifiers.flatMap((qi) => (columns.includes(qi) ? [qi] : [`${qi}_low`, `${qi}_high`]))
    const names = published.map(quoted)
    const suppressed = names.map((column) => `cast(${column} as varchar) = '*'`).join(' and ')
    return fetchNumber(
      db,
      `select coalesce(min(n), ${k}) from (select count(*) as n from ${sql} where not (${suppressed}) group by ${names.join(', ')})`,
    )
  })
}
