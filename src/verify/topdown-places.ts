/** The published tree of places: every region of every level with its parent in the level above. */
import { type Database, fetchColumns, type Relation } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { levelNames } from '../spec/index.ts'
import type { Check } from './check.ts'
import { asTable, type Lookup, outputRelation, textOf } from './topdown-lines.ts'
import type { StatedRelease } from './topdown-statement.ts'

export interface Places {
  /** From the top to the leaves. */
  readonly levels: readonly PlaceLevel[]
}

export interface PlaceLevel {
  readonly name: string
  readonly regions: readonly string[]
  /** The parent of each region as its place in the level above; empty for the top. */
  readonly parent: Int32Array
  /** The number of its first region when all regions of all levels are counted through. */
  readonly first: number
}

/** Throws, saying what is wrong, when the regions are not one tree with the levels stated. */
export async function readPlaces(
  db: Database,
  folder: string,
  manifest: Manifest,
  { spec, statement }: StatedRelease,
): Promise<Places> {
  const stated = statement.levels.map(({ name }) => name)
  if (stated.join('\n') !== levelNames(spec).join('\n')) {
    throw badInput(`the manifest has the levels ${stated.join(', ')}, the spec ${levelNames(spec).join(', ')}`)
  }
  return readTree(db, folder, manifest, statement.levels)
}

/** The tree of the published file of regions. Throws, saying what is wrong, unless it has the levels and regions stated. */
export async function readTree(
  db: Database,
  folder: string,
  manifest: Manifest,
  statedLevels: readonly { readonly name: string; readonly nodes: number }[],
): Promise<Places> {
  const stated = statedLevels.map(({ name }) => name)
  const relation = await outputRelation(db, folder, manifest, 'regions', ['level', 'region', 'parent'])
  const lines = await regionLines(db, relation)
  const levels: PlaceLevel[] = []
  let first = 0
  for (const { name, nodes } of statedLevels) {
    const level = placeLevel(name, lines.get(name) ?? [], levels.at(-1), first)
    if (level.regions.length !== nodes) {
      throw badInput(`level "${name}" has ${level.regions.length} regions, and the manifest says ${nodes}`)
    }
    levels.push(level)
    first += nodes
  }
  const strange = [...lines.keys()].find((name) => !stated.includes(name))
  if (strange !== undefined)
    throw badInput(`there are regions of a level "${strange}", which the release does not have`)
  if (levels[0].regions.length !== 1) throw badInput(`the top has ${levels[0].regions.length} regions, and must have 1`)
  return { levels }
}

interface RegionLine {
  readonly region: string
  readonly parent: string
}

async function regionLines(db: Database, relation: Relation): Promise<ReadonlyMap<string, readonly RegionLine[]>> {
  const texts = ['level', 'region', 'parent'].map(textOf).join(', ')
  const sql = `select ${texts} from ${relation.sql} as line`
  const [level, region, parent] = await asTable(relation.name, () => fetchColumns(db, sql, ['text', 'text', 'text']))
  const lines = new Map<string, RegionLine[]>()
  level.forEach((name, i) => {
    const line = { region: region[i], parent: parent[i] }
    const others = lines.get(name)
    if (others === undefined) lines.set(name, [line])
    else others.push(line)
  })
  return lines
}

function placeLevel(
  name: string,
  lines: readonly RegionLine[],
  above: PlaceLevel | undefined,
  first: number,
): PlaceLevel {
  const regions = lines.map(({ region }) => region)
  if (new Set(regions).size !== regions.length) throw badInput(`a region of level "${name}" is listed twice`)
  if (above === undefined) {
    if (lines.some(({ parent }) => parent !== '')) throw badInput('the top has a parent, and must have none')
    return { name, regions, parent: new Int32Array(0), first }
  }
  const placeOf = new Map(above.regions.map((region, node) => [region, node]))
  const parent = Int32Array.from(lines, (line) => placeOf.get(line.parent) ?? -1)
  const orphan = parent.indexOf(-1)
  if (orphan >= 0) throw badInput(`"${regions[orphan]}" lies in "${lines[orphan].parent}", which is no ${above.name}`)
  return { name, regions, parent, first }
}

export function regionsCheck({ levels }: Places): Check {
  const regions = levels.reduce((sum, level) => sum + level.regions.length, 0)
  const detail = `${regions.toLocaleString('en')} regions in ${levels.length} levels are one tree`
  return { name: 'regions', ok: true, detail }
}

/** Numbers the regions of all levels by the columns level and region. */
export function placeLookup({ levels }: Places): Lookup {
  return { columns: ['level', 'region'], rows: levels.flatMap(({ name, regions }) => regions.map((r) => [name, r])) }
}

/** The level of each region, when all are counted through. */
export function levelOfPlace({ levels }: Places): Int32Array {
  return Int32Array.from(levels.flatMap(({ regions }, level) => regions.map(() => level)))
}

/** For each level, the region in it that each leaf lies in. */
export function ancestorsOfLeaves({ levels }: Places): readonly Int32Array[] {
  const leaves = levels.length - 1
  const ancestors = new Array<Int32Array>(levels.length)
  ancestors[leaves] = Int32Array.from(levels[leaves].regions.keys())
  for (let level = leaves - 1; level >= 0; level--) {
    ancestors[level] = ancestors[level + 1].map((node) => levels[level + 1].parent[node])
  }
  return ancestors
}
