/**
 * The published measurements of a table are the very ones that were drawn (the SHA-256 of all values in order, as doubles),
 * and every line says rightly which answer it is and how much it varies.
 */
import { createHash, type Hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CellStyle, fileRelation, withDatabase } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import type { Spec } from '../spec/index.ts'
import { type Check, checkOf } from './check.ts'
import type { ExpectedMeasurement } from './expected-measurements.ts'
import { lineFaults, storeLines, valuesOf } from './measurement-lines.ts'
import { residualCheck } from './residual-check.ts'
import type { ReleasedTable } from './topdown-cell-checks.ts'
import type { Places } from './topdown-places.ts'
import { answersFrom } from './topdown-published.ts'
import type { StatedRelease } from './topdown-statement.ts'

export const FINGERPRINTS = {
  people: { name: 'measurements', field: 'measurementsSha256' },
  units: { name: 'unit measurements', field: 'unitMeasurementsSha256' },
} as const

export async function measurementCheck(
  folder: string,
  manifest: Manifest,
  { statement, spec }: StatedRelease,
  table: ReleasedTable,
  places: Places,
  expected: readonly ExpectedMeasurement[],
): Promise<readonly Check[]> {
  const { name, field } = FINGERPRINTS[table.name]
  const asked = spec.output.measurements
  const solving: Solving = {
    rounding: spec.topdown?.rounding ?? 'chain',
    extends: statement.extends != null,
    facts: spec.public.length > 0,
  }
  const published = statement.measurements[table.name] ?? { form: 'none', files: [] }
  const { form, files } = published
  if (asked === 'auto' ? form === 'none' : form !== asked) {
    return [{ name, ok: false, detail: `the spec asks for them (${asked}), and the release has them as ${form}` }]
  }
  if (form === 'none') return [{ name, ok: true, detail: 'not published' }]
  const unlisted = files.find((file) => !manifest.outputs.some((output) => output.name === file))
  if (unlisted !== undefined)
    return [{ name, ok: false, detail: `the manifest does not list "${unlisted}" as an output` }]
  const hash = createHash('sha256')
  const wanted = expected.reduce((sum, { regions, query }) => sum + regions * query.answers, 0)
  const { values, broken, faults, compared } =
    form === 'table'
      ? await tableFindings({ folder, files, cells: manifest.cells }, hash, table, places, expected, solving)
      : await arrayFindings(folder, files, hash, table, places, expected, solving)
  if (hash.digest('hex') !== manifest.checks[field]) faults.unshift('they are not the ones that were drawn')
  if (broken > 0) faults.push(`${broken.toLocaleString('en')} of them are not whole`)
  if (form === 'arrays' && values !== wanted) faults.push(`there are ${values} values for ${wanted} answers`)
  const words = `${values.toLocaleString('en')} values are the ones that were drawn, each of its answer`
  return faults.length === 0 ? [checkOf(name, faults, words), ...compared] : [checkOf(name, faults, words)]
}

/** What of the solving the residuals depend on. */
interface Solving {
  readonly rounding: NonNullable<Spec['topdown']>['rounding']
  /** Whether public facts were stated. */
  readonly facts: boolean
  /** Whether counts of an earlier release are kept. */
  readonly extends: boolean
}

interface Findings {
  readonly values: number
  readonly broken: number
  readonly faults: string[]
  /** The released answers against those that were measured. */
  readonly compared: readonly Check[]
}

async function arrayFindings(
  folder: string,
  files: readonly string[],
  hash: Hash,
  table: ReleasedTable,
  { levels }: Places,
  expected: readonly ExpectedMeasurement[],
  solving: Solving,
): Promise<Findings> {
  let values = 0
  let broken = 0
  const parts: Float64Array[] = []
  for (const file of files) {
    const found = await arrayValues(join(folder, file))
    hash.update(new Uint8Array(found.buffer, found.byteOffset, found.byteLength))
    parts.push(found)
    values += found.length
    broken += notWhole(found)
  }
  const faults = new Set(files).size === files.length ? [] : ['a file is named twice']
  const all = joined(parts, values)
  const compared = [...exactChecks(all, table, expected), ...residuals(all, table, levels, expected, solving)]
  return { values, broken, faults, compared }
}

function joined(parts: readonly Float64Array[], length: number): Float64Array {
  const all = new Float64Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function residuals(
  values: Float64Array,
  { prefix, published, cells }: ReleasedTable,
  levels: Places['levels'],
  expected: readonly ExpectedMeasurement[],
  solving: Solving,
): readonly Check[] {
  return residualCheck({
    name: `${prefix}residuals`,
    values,
    expected,
    answersOf: ({ level, query }) => answersFrom(published.levels[level], cells, query),
    placeOf: ({ level }, region) => `${levels[level].name} "${levels[level].regions[region]}"`,
    roundedBy: ({ level, query }) => roundedBy(level, Math.ceil(cells / query.answers), solving),
    extends: solving.extends,
    facts: solving.facts,
  })
}

/** Every level is rounded after the one above it: by one in a chain, by one for each cell of an answer without; in the mean, by a half each. */
function roundedBy(
  level: number,
  cells: number,
  { rounding }: Solving,
): { readonly most: number; readonly mean: number } {
  const most = (level + 1) * (rounding === 'chain' ? 1 : cells)
  return { most, mean: Math.min(most, Math.sqrt((level + 1) * cells) / 2) }
}

function notWhole(values: Float64Array): number {
  return values.reduce((sum, value) => sum + (Number.isSafeInteger(value) ? 0 : 1), 0)
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
async function tableFindings(
  { folder, files, cells }: { folder: string; files: readonly string[]; cells: CellStyle | undefined },
  hash: Hash,
  table: ReleasedTable,
  { levels }: Places,
  expected: readonly ExpectedMeasurement[],
  solving: Solving,
): Promise<Findings> {
  if (files.length !== 1) throw badInput(`a table of measurements is one file, and ${files.length} are named`)
  return withDatabase({ threads: 1 }, async (db) => {
    const relation = await fileRelation(db, join(folder, files[0]), cells)
    const stored = await storeLines(db, relation)
    const values = await valuesOf(db, stored)
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    const names = levels.map(({ name }) => name)
    const faults = await lineFaults(db, stored, relation, names, expected, (level) => levels[level].regions)
    const compared = [...exactChecks(values, table, expected), ...residuals(values, table, levels, expected, solving)]
    return { values: values.length, broken: notWhole(values), faults, compared }
  })
}

/** No check where everything has noise. */
function exactChecks(
  values: Float64Array,
  { prefix, published, cells }: ReleasedTable,
  expected: readonly ExpectedMeasurement[],
): readonly Check[] {
  const faults: string[] = []
  let [first, compared] = [0, 0]
  for (const { level, query, regions, noise } of expected) {
    const entries = regions * query.answers
    if (noise === 'exact') {
      const sums = answersFrom(published.levels[level], cells, query)
      const apart = values
        .subarray(first, first + entries)
        .reduce((n, value, i) => n + (sums.get(i) === value ? 0 : 1), 0)
      if (apart > 0)
        faults.push(`${apart.toLocaleString('en')} answers of "${prefix}${query.name}" are others in the cells`)
      compared += entries
    }
    first += entries
  }
  const words = `${compared.toLocaleString('en')} that were measured without noise are kept`
  return compared === 0 ? [] : [checkOf(`${prefix}exact answers`, faults, words)]
}
