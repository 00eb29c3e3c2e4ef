/**
 * Public data with groups: San Francisco households by block (2010), California schools by enrolment (2000), and the
 * hours in which New York's green taxis started in a zone, by the number of their trips (November 2025).
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { countGroups, type GroupFrame } from 'tacet/groups'
import { buildHierarchy, type Hierarchy, leafLevel } from 'tacet/model'

export interface PublicGroups {
  readonly name: string
  readonly frame: GroupFrame
  readonly leaves: Float64Array
}

/** Relative to the root of the project: the nearest folder above this file with a package.json. */
function dataFolder(): string {
  let root = fileURLToPath(new URL('.', import.meta.url))
  while (!existsSync(resolve(root, 'package.json'))) root = resolve(root, '..')
  return resolve(root, process.env.TACET_DATA ?? '../shared/data')
}

/** Lines as fields by name, or a word on why there are none. No field here is quoted. */
function readLines(path: string): Record<string, string>[] | string {
  const file = resolve(dataFolder(), path)
  if (!existsSync(file))
    return `Skipped ${path}: it is not in ${dataFolder()}. Set TACET_DATA to the folder of public data.`
  const bytes = readFileSync(file)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const [header, ...lines] = text.trim().split(/\r?\n/)
  const names = header.split(',')
  return lines.map((line) => {
    const fields = line.split(',')
    return Object.fromEntries(names.map((name, k) => [name, fields[k]]))
  })
}

/** The hierarchy over the distinct paths, and the leaf of each. */
function hierarchyOf(levels: readonly string[], paths: readonly (readonly string[])[]): [Hierarchy, number[]] {
  const keys = paths.map((path) => path.join('/'))
  const sorted = [...new Map(keys.map((key, i) => [key, paths[i]])).entries()].sort(([a], [b]) => (a < b ? -1 : 1))
  const hierarchy = buildHierarchy(
    levels,
    sorted.map(([, path]) => path),
  )
  const leafOf = new Map(sorted.map(([key], leaf) => [key, leaf]))
  if (leafLevel(hierarchy).regions.length !== leafOf.size) throw new Error('two leaves share a name')
  return [hierarchy, keys.map((key) => leafOf.get(key)!)]
}

export function sanFrancisco(): PublicGroups | string {
  const lines = readLines('census_sf_2010_h13/sf_2010_h13_blocks.csv')
  if (typeof lines === 'string') return lines
  const columns = ['size_1', 'size_2', 'size_3', 'size_4', 'size_5', 'size_6', 'size_7plus']
  const paths = lines.map(({ tract, block_group: group, block }) => [
    tract,
    `${tract}-${group}`,
    `${tract}-${group}-${block}`,
  ])
  const [hierarchy, leaf] = hierarchyOf(['county', 'tract', 'block group', 'block'], paths)
  const frame = { hierarchy, sizes: columns.length }
  const leaves = countGroups(frame, {
    leaf: leaf.flatMap((at) => columns.map(() => at)),
    size: leaf.flatMap(() => columns.map((_, s) => s + 1)),
    count: lines.flatMap((line) => columns.map((column) => Number(line[column]))),
  })
  return { name: 'San Francisco households, 2010', frame, leaves }
}

/** By `step` pupils: 10 tells tens of pupils apart. */
export function californiaSchools(step = 1): PublicGroups | string {
  const lines = readLines('california_schools/california_schools.csv')
  if (typeof lines === 'string') return lines
  const known = lines.filter(({ enrolled }) => /^\d+$/.test(enrolled))
  const paths = known.map(({ county_id: county, district_id: district }) => [county, `${county}-${district}`])
  const [hierarchy, leaf] = hierarchyOf(['state', 'county', 'district'], paths)
  const size = known.map(({ enrolled }) => Math.ceil(Number(enrolled) / step))
  const frame = { hierarchy, sizes: Math.max(...size) }
  const name = `California schools, 2000${step === 1 ? '' : `, by ${step} pupils`}`
  return { name, frame, leaves: countGroups(frame, { leaf, size }) }
}

/** Groups are the hours of a zone with at least one pickup; a group's size is how many pickups it has. */
export function greenTaxis(): PublicGroups | string {
  const lines = readLines('nyc_taxi_green_2025_11/green_trips_2025_11.csv.gz')
  if (typeof lines === 'string') return lines
  const trips = new Map<string, { path: string[]; size: number }>()
  for (const { pickup_borough: borough, pickup_zone_id: zone, pickup_datetime: time } of lines) {
    const hour = `${zone} ${time.slice(0, 13)}`
    const group = trips.get(hour)
    if (group === undefined) trips.set(hour, { path: [borough, `${borough}-${zone}`], size: 1 })
    else group.size++
  }
  const groups = [...trips.values()]
  const [hierarchy, leaf] = hierarchyOf(
    ['city', 'borough', 'zone'],
    groups.map(({ path }) => path),
  )
  const size = groups.map((group) => group.size)
  const frame = { hierarchy, sizes: Math.max(...size) }
  return { name: 'New York green taxis, hours of a zone by pickups', frame, leaves: countGroups(frame, { leaf, size }) }
}
