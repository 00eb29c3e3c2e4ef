/** The error of any sum of a release that publishes replicates: some cells, over any areas made of leaves. Reads the release alone. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, readPublicCounts, withDatabase } from '../../data/index.ts'
import { cellCount, type Hierarchy, leafLevel, leafRanges, type Schema } from '../../model/index.ts'
import { type Manifest, readManifest } from '../../release/index.ts'
import { badField, badInput, listed } from '../../request-error.ts'
import { publishedTree } from '../../run/published-files.ts'
import { compileSchema, levelNames, parseSpec } from '../../spec/index.ts'
import { type SimulatedSums, type SumError, SumErrors } from '../../topdown/index.ts'
import { type PublishedLines, readPublishedErrors } from './published-errors.ts'

export interface ErrorRequest {
  readonly release: string
  /** Levels by attribute: who is counted. Everybody without it. */
  readonly where: Readonly<Record<string, readonly string[]>>
  /** A table with the columns `area` and `region`, a line for each leaf of each area. */
  readonly areas?: string | undefined
  /** Without areas: the places of this level; the top without it. */
  readonly level?: string | undefined
}

export interface AreaError extends SumError {
  readonly area: string
  readonly count: number
}

export interface ReleaseError {
  readonly replicates: number
  readonly areas: readonly AreaError[]
}

export async function releaseError(request: ErrorRequest): Promise<ReleaseError> {
  const manifest = await readManifest(request.release)
  const replicates = Number(manifest.result.replicates ?? 0)
  if (manifest.spec.text === null || !(replicates > 0))
    throw badInput(
      `${request.release} publishes no replicates. Make a top-down release with \`output: { replicates: 40 }\` in its spec.`,
    )
  const spec = parseSpec(manifest.spec.text, 'the spec in the manifest')
  const schema = compileSchema(spec)
  return withDatabase({}, async (db) => {
    const hierarchy = await publishedTree(db, request.release, manifest, levelNames(spec))
    const counted = countedCells(schema, request.where)
    const areas = await areasOf(db, request, hierarchy)
    const released = leafSums(await leafCounts(db, request.release, manifest, schema, hierarchy), counted)
    const files = Array.from({ length: replicates }, (_, run) =>
      join(request.release, `replicates/people-${run + 1}.i16`),
    )
    const simulated = await Promise.all(
      files.map(async (file) => simulatedSums(await readFile(file), counted, released.length)),
    )
    const sums = areas.map(({ leaves }) => areaSums(leaves, simulated))
    const errors = new SumErrors(sums)
    return {
      replicates,
      areas: areas.map(({ name, leaves }, a) => {
        const count = sumOver(leaves, released)
        return { area: name, count, ...errors.of(count, sums[a]) }
      }),
    }
  })
}

interface Area {
  readonly name: string
  readonly leaves: readonly number[]
}

function sumOver(leaves: readonly number[], values: Float64Array): number {
  return leaves.reduce((total, leaf) => total + values[leaf], 0)
}

function areaSums(leaves: readonly number[], simulated: readonly LeafSums[]): SimulatedSums {
  return {
    off: simulated.map(({ off }) => sumOver(leaves, off)),
    count: simulated.map(({ count }) => sumOver(leaves, count)),
  }
}

/** 1 for the cells that are counted. */
function countedCells(schema: Schema, where: ErrorRequest['where']): Uint8Array {
  const counted = new Uint8Array(cellCount(schema)).fill(1)
  let stride = counted.length
  const known = schema.attributes.map(({ name }) => name)
  const stray = Object.keys(where).find((name) => !known.includes(name))
  if (stray !== undefined) throw badField('where', `there is no attribute "${stray}". There are: ${listed(known)}.`)
  for (const { name, levels } of schema.attributes) {
    stride /= levels.length
    const wanted = where[name]
    if (wanted === undefined) continue
    const unknown = wanted.find((level) => !levels.includes(level))
    if (unknown !== undefined)
      throw badField('where', `"${name}" has no level "${unknown}". There are: ${listed(levels)}.`)
    const kept = levels.map((level) => wanted.includes(level))
    for (let cell = 0; cell < counted.length; cell++)
      if (!kept[Math.floor(cell / stride) % levels.length]) counted[cell] = 0
  }
  return counted
}

async function areasOf(db: Database, request: ErrorRequest, hierarchy: Hierarchy): Promise<readonly Area[]> {
  if (request.areas !== undefined) return listedAreas(db, request.areas, hierarchy)
  const names = hierarchy.levels.map(({ name }) => name)
  const level = request.level === undefined ? 0 : names.indexOf(request.level)
  if (level < 0) throw badField('level', `there is no level "${request.level}". The levels are: ${listed(names)}.`)
  const ranges = leafRanges(hierarchy, level)
  return hierarchy.levels[level].regions.map((name, node) => ({
    name,
    leaves: Array.from({ length: ranges[node + 1] - ranges[node] }, (_, i) => ranges[node] + i),
  }))
}

async function listedAreas(db: Database, path: string, hierarchy: Hierarchy): Promise<readonly Area[]> {
  const { regions, labels } = await readPublicCounts(db, { path, region: ['region'], labels: ['area'], what: 'areas' })
  const leafOf = new Map(leafLevel(hierarchy).regions.map((name, leaf) => [name, leaf]))
  const members = new Map<string, number[]>()
  regions.forEach((name, i) => {
    const leaf = leafOf.get(name)
    if (leaf === undefined)
      throw badInput(`${path}, line ${i + 2}: there is no "${name}" at level "${leafLevel(hierarchy).name}".`)
    const list = members.get(labels[0][i]) ?? []
    members.set(labels[0][i], [...list, leaf])
  })
  return [...members].map(([name, leaves]) => ({ name, leaves }))
}

async function leafCounts(
  db: Database,
  release: string,
  manifest: Manifest,
  schema: Schema,
  hierarchy: Hierarchy,
): Promise<PublishedLines> {
  const fileOf = (name: string): string => {
    const file = manifest.outputs.find((output) => output.name.replace(/\.(csv|parquet)$/, '') === name)?.name
    if (file === undefined) throw badInput(`the manifest of ${release} lists no ${name}`)
    return join(release, file)
  }
  const files = { schema, cells: fileOf('cells'), answers: fileOf('answers'), manifest }
  const { cells } = await readPublishedErrors(files, hierarchy, db)
  return cells[cells.length - 1]
}

function leafSums({ start, answer, count }: PublishedLines, counted: Uint8Array): Float64Array {
  return Float64Array.from({ length: start.length - 1 }, (_, leaf) => {
    let sum = 0
    for (let i = start[leaf]; i < start[leaf + 1]; i++) if (counted[answer[i]] === 1) sum += count[i]
    return sum
  })
}

/** The counted cells of every leaf, added up, in one simulation. */
interface LeafSums {
  readonly off: Float64Array
  readonly count: Float64Array
}

function simulatedSums(bytes: Uint8Array, counted: Uint8Array, leaves: number): LeafSums {
  if (bytes.length !== 4 * leaves * counted.length)
    throw badInput('a file of replicates has not the size of the release')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [off, count] = [new Float64Array(leaves), new Float64Array(leaves)]
  for (let leaf = 0, i = 0; leaf < leaves; leaf++) {
    for (let cell = 0; cell < counted.length; cell++, i += 4) {
      if (counted[cell] === 0) continue
      off[leaf] += view.getInt16(i, true)
      count[leaf] += view.getInt16(i + 2, true)
    }
  }
  return { off, count }
}
