/** The files of a release of group sizes: the counts, the regions that they are of, and the noisy values they come from. */
import { type Database, type OutputFormat, TableWriter, type WriteColumn } from '../../data/index.ts'
import type { GroupMeasurements, GroupTable } from '../../groups/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { regionColumns } from '../../run/region-table.ts'
import type { RunFolder } from '../../run/run-folder.ts'

export interface GroupsToWrite {
  readonly release: GroupTable
  readonly errors: readonly Float64Array[]
  /** The public number of groups: of the top, or one array a level. */
  readonly measurements: GroupMeasurements
}

/** Writes all and returns their names, the counts first. */
export async function writeGroups(
  db: Database,
  folder: RunFolder,
  format: OutputFormat,
  { release, errors, measurements }: GroupsToWrite,
): Promise<readonly string[]> {
  const files = [`groups.${format}`, `regions.${format}`, `measurements.${format}`]
  await writeLevels(db, folder.path(files[0]), format, release.hierarchy, (level) =>
    countColumns(release, errors, level),
  )
  await writeLevels(db, folder.path(files[1]), format, release.hierarchy, (level) => [
    ...regionColumns(release.hierarchy, level),
    { name: 'groups', kind: 'text', values: numbersOf(release.hierarchy, measurements.groups, level) },
  ])
  await writeLevels(db, folder.path(files[2]), format, release.hierarchy, (level) => valueColumns(measurements, level))
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
  return [
    ...placeColumns(hierarchy, level, sizes, false),
    { name: 'count', kind: 'whole', values: layers[level] },
    { name: 'standard_error', kind: 'real', values: errors[level] },
  ]
}

/** level, region, size, and the noisy value that was drawn there with its variance, in the order of the draw. */
function valueColumns(
  { hierarchy, sizes, vector, values, variances }: GroupMeasurements,
  level: number,
): WriteColumn[] {
  const rows = values[level].length
  return [
    ...placeColumns(hierarchy, level, sizes, vector === 'chain'),
    { name: 'value', kind: 'whole', values: values[level] },
    { name: 'variance', kind: 'real', values: new Float64Array(rows).fill(variances[level]) },
  ]
}

/** Region after region, or size after size. */
function placeColumns({ levels }: Hierarchy, level: number, sizes: number, bySize: boolean): WriteColumn[] {
  const names = levels.map(({ name }) => name)
  const regions = levels.flatMap((one) => one.regions)
  const first = levels.slice(0, level).reduce((sum, one) => sum + one.regions.length, 0)
  const own = levels[level].regions.length
  const codes = (code: (row: number) => number): Int32Array =>
    Int32Array.from({ length: own * sizes }, (_, row) => code(row))
  const region = (row: number): number => first + (bySize ? row % own : Math.floor(row / sizes))
  const size = (row: number): number => (bySize ? Math.floor(row / own) : row % sizes) + 1
  return [
    { name: 'level', kind: 'label', labels: names, codes: codes(() => level) },
    { name: 'region', kind: 'label', labels: regions, codes: codes(region) },
    { name: 'size', kind: 'whole', values: codes(size) },
  ]
}
