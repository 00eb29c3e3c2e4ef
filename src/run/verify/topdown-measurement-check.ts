/** The published measurements are the very ones that were drawn: the SHA-256 of all values in order, as doubles. */
import { createHash, type Hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchColumns, fileRelation, withDatabase } from '../../data/index.ts'
import type { Manifest } from '../../release/index.ts'
import { badInput } from '../../request-error.ts'
import type { Check } from './check.ts'
import type { StatedRelease, TableName } from './topdown-statement.ts'

export const FINGERPRINTS = {
  people: { name: 'measurements', field: 'measurementsSha256' },
  units: { name: 'unit measurements', field: 'unitMeasurementsSha256' },
} as const

export async function measurementCheck(
  folder: string,
  manifest: Manifest,
  { statement }: StatedRelease,
  table: TableName,
): Promise<Check> {
  const { name, field } = FINGERPRINTS[table]
  const published = statement.measurements[table]
  if (published === undefined || published.form === 'none') return { name, ok: true, detail: 'not published' }
  const unlisted = published.files.find((file) => !manifest.outputs.some((output) => output.name === file))
  if (unlisted !== undefined)
    return { name, ok: false, detail: `the manifest does not list "${unlisted}" as an output` }
  const hash = createHash('sha256')
  let values = 0
  let broken = 0
  for (const file of published.files) {
    const found = await hashed(hash, join(folder, file))
    values += found.length
    broken += found.reduce((sum, value) => sum + (Number.isSafeInteger(value) ? 0 : 1), 0)
  }
  const same = hash.digest('hex') === manifest.checks[field]
  const drawn = same ? 'are the ones that were drawn' : 'are not the ones that were drawn'
  const whole = broken === 0 ? '' : `, and ${broken.toLocaleString('en')} of them are not whole`
  return { name, ok: same && broken === 0, detail: `${values.toLocaleString('en')} values ${drawn}${whole}` }
}

/** Adds the values of one file to the hash, in their order. */
async function hashed(hash: Hash, path: string): Promise<Float64Array> {
  const values = path.endsWith('.f64') ? await arrayValues(path) : await tableValues(path)
  hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  return values
}

async function arrayValues(path: string): Promise<Float64Array> {
  const bytes = await readFile(path).catch(() => {
    throw badInput(`${path} cannot be read`)
  })
  if (bytes.length % Float64Array.BYTES_PER_ELEMENT !== 0)
    throw badInput(`${path} is cut off: it is no array of doubles`)
  return new Float64Array(Uint8Array.from(bytes).buffer)
}

/** One thread, so that the lines keep their order. */
async function tableValues(path: string): Promise<Float64Array> {
  return withDatabase({ threads: 1 }, async (db) => {
    const { sql } = await fileRelation(db, path)
    const lines = db.freshName('lines')
    const value = `coalesce(try_cast(value as double), cast('nan' as double))`
    await db.run(`create temp table ${lines} as select ${value} as value from ${sql}`)
    const [values] = await fetchColumns(db, `select value from ${lines} order by rowid`, ['float64'])
    return values
  })
}
