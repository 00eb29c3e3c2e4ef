/** The release as a table: level, region, size, count, and the standard error of the count. */
import { type Database, type OutputFormat, TableWriter, type WriteColumn } from '../../data/index.ts'
import type { GroupTable } from '../../groups/index.ts'

export async function writeGroups(
  db: Database,
  path: string,
  format: OutputFormat,
  table: GroupTable,
  errors: readonly Float64Array[],
): Promise<void> {
  const levels = table.hierarchy.levels.map((level) => level.name)
  const regions = table.hierarchy.levels.flatMap((level) => level.regions)
  const columns = (level: number, first: number): WriteColumn[] => {
    const counts = table.layers[level] ?? new Float64Array(0)
    const rows = counts.length
    const { sizes } = table
    const codes = (code: (row: number) => number): Int32Array => {
      const out = new Int32Array(rows)
      for (let row = 0; row < rows; row++) out[row] = code(row)
      return out
    }
    return [
      { name: 'level', kind: 'label', labels: levels, codes: codes(() => level) },
      { name: 'region', kind: 'label', labels: regions, codes: codes((row) => first + Math.floor(row / sizes)) },
      { name: 'size', kind: 'whole', values: codes((row) => (row % sizes) + 1) },
      { name: 'count', kind: 'whole', values: counts },
      { name: 'standard_error', kind: 'real', values: errors[level] ?? new Float64Array(0) },
    ]
  }
  const writer = await TableWriter.open(db, columns(table.layers.length, 0))
  let first = 0
  for (const level of levels.keys()) {
    await writer.append(columns(level, first))
    first += table.hierarchy.levels[level].regions.length
  }
  await writer.finish(path, format)
}
