/**
 * An earlier release that this one extends (section 1.1: incremental schema extension): the same places, more attributes.
 * Its counts at the leaves become a public fact that must hold exactly, so it stays the marginal of what comes now.
 */
import { join } from 'node:path'
import { type Database, readPublicCounts } from '../../data/index.ts'
import { type InheritedFact, publishedFacts, type SourcedJointFact } from '../../measure/index.ts'
import {
  answerLabels,
  compileQuery,
  type Hierarchy,
  type Level,
  leafLevel,
  leafRanges,
  type Query,
  type Schema,
} from '../../model/index.ts'
import { changedOutputs, type Manifest, readManifest } from '../../release/index.ts'
import { badInput, listed } from '../../request-error.ts'
import { compileSchema, parseSpec, type Spec } from '../../spec/index.ts'
import type { BoundFact } from '../../topdown/index.ts'
import type { EarlierErrors } from './earlier-errors.ts'
import { readPublishedErrors } from './published-errors.ts'
import type { Table } from './tables.ts'

export const EARLIER_FACT = 'the earlier release'

export interface EarlierRelease {
  readonly manifest: Manifest
  readonly folder: string
  /** Its attributes crossed, over the schema of this release. */
  readonly query: Query
  readonly schema: Schema
  /** The counts that it, or one before it, published exactly. */
  readonly exact: readonly InheritedFact[]
  /** The files of its cells, of its answers and of its places. */
  readonly cells: string
  readonly answers: string
  readonly regions: string
}

/** Throws when it is no top-down release, or has an attribute that this one has not, or has otherwise. */
export async function readEarlier(folder: string, table: Table): Promise<EarlierRelease> {
  const manifest = await readManifest(folder)
  const where = `\`extend\` ${folder}`
  if (manifest.command !== 'topdown' || manifest.spec.text === null) {
    throw badInput(`${where}: it was made by \`tacet ${manifest.command}\`. Name the folder of a top-down release.`)
  }
  const [changed] = await changedOutputs(folder, manifest)
  if (changed !== undefined) throw badInput(`${where}: ${changed}. Only a release as it was made can be extended.`)
  const spec = parseSpec(manifest.spec.text, 'its spec')
  const before = compileSchema(spec)
  checkSameUnit(where, spec, table.spec)
  for (const attribute of before.attributes) {
    const now = table.schema.attributes.find(({ name }) => name === attribute.name)
    if (now === undefined) {
      throw badInput(
        `${where}: it has the attribute "${attribute.name}", which this spec has not. Keep it, and add to it.`,
      )
    }
    if (now.levels.join('\u0000') !== attribute.levels.join('\u0000')) {
      throw badInput(
        `${where}: there "${attribute.name}" has the levels ${listed(attribute.levels)}; here ${listed(now.levels)}. ` +
          'An extension keeps the levels as they were.',
      )
    }
  }
  const [cells, answers, regions] = ['cells', 'answers', 'regions'].map((table) => {
    const output = manifest.outputs.find(({ name }) => name.startsWith(`${table}.`))
    if (output === undefined) throw badInput(`${where}: its manifest lists no ${table}.`)
    return join(folder, output.name)
  })
  const query = compileQuery(table.schema, before.attributes.map(({ name }) => name).join(' * ') || 'total')
  const inherited = (manifest.privacy.earlier as { facts?: readonly InheritedFact[] } | undefined)?.facts ?? []
  const exact = [...inherited, ...publishedFacts(spec)]
  return { manifest, folder, query, schema: before, exact, cells, answers, regions }
}

/** Losses add up only between neighbours of one kind. */
function checkSameUnit(where: string, before: Spec, now: Spec): void {
  const kind = ({ privacy }: Spec): string =>
    JSON.stringify([privacy?.unit ?? 'add-remove-person', privacy?.person ?? null])
  if (kind(before) === kind(now)) return
  throw badInput(
    `${where}: it protects ${kind(before)} (privacy.unit and privacy.person), and this spec ${kind(now)}. An extension adds to the loss of the ` +
      'same people: write the same into this spec.',
  )
}

/** The standard errors of the earlier release, as this one inherits them. */
export async function readEarlierErrors(
  earlier: EarlierRelease,
  hierarchy: Hierarchy,
  db: Database,
): Promise<EarlierErrors> {
  return { query: earlier.query, published: await readPublishedErrors(earlier, hierarchy, db) }
}

/** An extension has the places of what it extends, neither more nor fewer. */
async function checkPlaces(
  { manifest, folder, regions: path }: EarlierRelease,
  { name, regions }: Level,
  db: Database,
): Promise<void> {
  const read = await readPublicCounts(db, {
    path,
    region: ['region'],
    labels: ['level'],
    cells: manifest.cells,
    what: `\`extend\` ${folder}`,
  })
  const before = new Set(read.regions.filter((_, i) => read.labels[0][i] === name))
  const fresh = regions.find((region) => !before.has(region))
  if (fresh === undefined && before.size === regions.length) return
  const now = new Set(regions)
  const gone = [...before].find((region) => !now.has(region))
  const why = fresh === undefined ? `its place "${gone}" is not there any more` : `"${fresh}" is not one of its places`
  throw badInput(`\`extend\` ${folder}: ${why}, at level "${name}". An extension keeps the places.`)
}

/** The counts of a fact that the earlier release published, from its counts at the leaves. */
export function countsWithin(
  { answerOf, answers, lower }: Pick<BoundFact, 'answerOf' | 'answers' | 'lower'>,
  { bucketOf, buckets, level }: Pick<SourcedJointFact, 'bucketOf' | 'buckets' | 'level'>,
  hierarchy: Hierarchy,
): Float64Array {
  const bucketOfAnswer = new Int32Array(answers).fill(-1)
  answerOf.forEach((answer, cell) => {
    if (answer >= 0) bucketOfAnswer[answer] = bucketOf[cell]
  })
  const leaves = leafRanges(hierarchy, level)
  const counts = new Float64Array((leaves.length - 1) * buckets)
  for (let node = 0; node + 1 < leaves.length; node++)
    for (let at = leaves[node] * answers; at < leaves[node + 1] * answers; at++) {
      const bucket = bucketOfAnswer[at % answers]
      if (bucket >= 0) counts[node * buckets + bucket] += lower[at]
    }
  return counts
}

/** The counts of the earlier release at every leaf, as what must hold. */
export async function earlierFact(
  earlier: EarlierRelease,
  hierarchy: Hierarchy,
  db: Database,
  table: Table,
  allCells: number,
): Promise<BoundFact> {
  const { query, cells, folder, manifest } = earlier
  const leaves = leafLevel(hierarchy)
  await checkPlaces(earlier, leaves, db)
  const labels = query.dimensions.map(({ name }) => name)
  const read = await readPublicCounts(db, {
    path: cells,
    region: ['level', 'region'],
    labels,
    count: 'count',
    cells: manifest.cells,
    what: `\`extend\` ${folder}`,
  })
  const nodeOf = new Map(leaves.regions.map((region, node) => [`${leaves.name}/${region}`, node]))
  const answerOf = new Map(Array.from({ length: query.answers }, (_, a) => [answerLabels(query, a).join('\u0000'), a]))
  const counts = new Float64Array(leaves.regions.length * query.answers)
  read.regions.forEach((region, i) => {
    if (!region.startsWith(`${leaves.name}/`)) return
    const node = nodeOf.get(region)
    const answer = answerOf.get(read.labels.map((column) => column[i]).join('\u0000'))
    if (node === undefined || answer === undefined) {
      throw badInput(`\`extend\` ${folder}: its ${region} is no place of this release. An extension keeps the places.`)
    }
    counts[node * query.answers + answer] = read.counts[i]
  })
  const all = new Int32Array(allCells).fill(-1)
  all.set(query.answerOf, table.first)
  return {
    kind: 'bound',
    name: EARLIER_FACT,
    mode: 'enforced',
    level: hierarchy.levels.length - 1,
    answers: query.answers,
    answerOf: all,
    labels: Array.from({ length: query.answers }, (_, a) => answerLabels(query, a).join(' * ')),
    lower: counts,
    upper: counts,
  }
}
