/** The files of a release of group sizes: the counts, and the regions that they are of. */
import { type Database, type OutputFormat, TableWriter, type WriteColumn } from '../../data/index.ts'
import type { GroupMeasurements, GroupTable } from '../../groups/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { regionColumns } from '../region-table.ts'
import type { RunFolder } from '../run-folder.ts'

export interface GroupsToWrite {
  readonly release: GroupTable
  readonly errors: readonly Float64Array[]
  /** The public number of groups: of the top, or one array a level. */
  readonly publicNumbers: GroupMeasurements['groups']
}

/** Writes both and returns their names, the counts first. */
export async function writeGroups(
  db: Database,
  folder: RunFolder,
  format: OutputFormat,
  { release, errors, publicNumbers }: GroupsToWrite,
): Promise<readonly string[]> {
  const files = [`groups.${format}`, `regions.${format}`]
  await writeLevels(db, folder.path(files[0]), format, release.hierarchy, (level) =>
    countColumns(release, errors, level),
  )
  await writeLevels(db, folder.path(files[1]), format, release.hierarchy, (level) => [
    ...regionColumns(release.hierarchy, level),
    { name: 'groups', kind: 'text', values: numbersOf(release.hierarchy, publicNumbers, level) },
  ])
  return files
}

async function writeLevels(
  db: Database,
  path: string,
  format: OutputFormat,
  { levels }: Hierarchy,
  columns: (level: number) => readonly WriteColumn[],
): Promise<void> {
  const writer = await TableWriter.open(db, columns(0))
  for (const level of levels.keys()) await writer.append(columns(level))
  await writer.finish(path, format)
}

/** The public number of groups of every region of a level, null where it is not public. */
function numbersOf({ levels }: Hierarchy, numbers: GroupMeasurements['groups'], level: number): (string | null)[] {
  if (typeof numbers !== 'number') return Array.from(numbers[level], String)
  return levels[level].regions.map(() => (level === 0 ? String(numbers) : null))
}

/** level, region, size, count, and the standard error of the count. */
function countColumns(
  { hierarchy, layers, sizes }: GroupTable,
  errors: readonly Float64Array[],
  level: number,
): WriteColumn[] {
  const levels = hierarchy.levels.map(({ name }) => name)
  const regions = hierarchy.levels.flatMap((one) => one.regions)
  const first = hierarchy.levels.slice(0, level).reduce((sum, one) => sum + one.regions.length, 0)
  const codes = (code: (row: number) => number): Int32Array => {
    const out = new Int32Array(layers[level].length)
    for (let row = 0; row < out.length; row++) out[row] = code(row)
    return out
  }
  return [
    { name: 'level', kind: 'label', labels: levels, codes: codes(() => level) },
    { name: 'region', kind: 'label', labels: regions, codes: codes((row) => first + Math.floor(row / sizes)) },
    { name: 'size', kind: 'whole', values: codes((row) => (row % sizes) + 1) },
    { name: 'count', kind: 'whole', values: layers[level] },
    { name: 'standard_error', kind: 'real', values: errors[level] },
  ]
}
