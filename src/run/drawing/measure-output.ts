/** The measurements as a publishable table: one line per answer, with its value and the variance of its noise. */
import { type Database, type OutputFormat, TableWriter, type WriteColumn } from '../../data/index.ts'
import type { MeasurePlan } from '../../measure/index.ts'
import type { Hierarchy, Query } from '../../model/index.ts'
import type { Progress } from '../events.ts'
import type { RunFolder } from '../run-folder.ts'
import { type Piece, piecesOf, readPiece } from './draw.ts'

export function measurementsName(format: OutputFormat, prefix = ''): string {
  return `${prefix}measurements.${format}`
}

/** Writes level, region, query, one column per dimension, value, variance; exact answers have the variance 0. */
export async function writeMeasurements(
  db: Database,
  folder: RunFolder,
  plan: MeasurePlan,
  hierarchy: Hierarchy,
  format: OutputFormat,
  progress: Progress,
  table: { readonly pieces?: string; readonly name?: string } = {},
): Promise<string> {
  const pieces = piecesOf(plan, hierarchy, table.pieces === undefined ? {} : { prefix: table.pieces })
  const columns = columnMaker(plan, hierarchy)
  progress.phase({ id: 'write-measurements', total: pieces.length })
  const writer = await TableWriter.open(db, columns(undefined, new Float64Array(0)))
  for (const piece of pieces) {
    await writer.append(columns(piece, await readPiece(folder, piece)))
    progress.done(piece.index + 1)
  }
  const name = measurementsName(format, table.name)
  await writer.finish(folder.path(name), format)
  return name
}

type MakeColumns = (piece: Piece | undefined, values: Float64Array) => WriteColumn[]

function columnMaker(plan: MeasurePlan, hierarchy: Hierarchy): MakeColumns {
  const queries = [...new Set(plan.measurements.map((m) => m.query.name))]
  const dimensions = [...new Map(plan.measurements.flatMap((m) => m.query.dimensions).map((d) => [d.name, d.labels]))]
  const regions = hierarchy.levels.flatMap((level) => level.regions)
  const firstRegion = hierarchy.levels.map((_, i) =>
    hierarchy.levels.slice(0, i).reduce((n, l) => n + l.regions.length, 0),
  )
  const levels = hierarchy.levels.map((level) => level.name)
  return (piece, values) => {
    const rows = values.length
    const label = (name: string, labels: readonly string[], code: (row: number) => number): WriteColumn => ({
      name,
      kind: 'label',
      labels,
      codes: codesOf(rows, code),
    })
    const m = piece?.measurement
    const answers = m?.query.answers ?? 1
    const first = (piece?.from ?? 0) + firstRegion[m?.level ?? 0]
    return [
      label('level', levels, () => m?.level ?? 0),
      label('region', regions, (row) => first + Math.floor(row / answers)),
      label('query', queries, () => queries.indexOf(m?.query.name ?? '')),
      ...dimensions.map(([name, labels]) => label(name, labels, labelCode(m?.query, name))),
      { name: 'value', kind: 'whole', values },
      { name: 'variance', kind: 'real', values: new Float64Array(rows).fill(m?.variance ?? 0) },
    ]
  }
}

function codesOf(rows: number, code: (row: number) => number): Int32Array {
  const codes = new Int32Array(rows)
  for (let row = 0; row < rows; row++) codes[row] = code(row)
  return codes
}

/** The label of a dimension in each row of a query's answers; -1, an empty value, where the query does not have it. */
function labelCode(query: Query | undefined, name: string): (row: number) => number {
  const at = query?.dimensions.findIndex((dimension) => dimension.name === name) ?? -1
  if (query === undefined || at < 0) return () => -1
  const stride = query.dimensions.slice(at + 1).reduce((product, dimension) => product * dimension.labels.length, 1)
  const size = query.dimensions[at].labels.length
  return (row) => Math.floor((row % query.answers) / stride) % size
}
