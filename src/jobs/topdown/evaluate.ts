/** The released counts against the truth. Everything here is CONFIDENTIAL, and the release that holds it too. */
import { besideSpec, type Database, readPublicCounts, truthForEvaluation } from '../../data/index.ts'
import { type Hierarchy, leafLevel, type SparseHistogram, wholeCounts } from '../../model/index.ts'
import { errorMetrics, errorsBySize } from '../../release/index.ts'
import { badInput } from '../../request-error.ts'
import type { SpecFile } from '../../spec/index.ts'
import { type AreaSet, compareCounts } from '../../topdown/index.ts'
import { releasedQueries } from './calibrate.ts'
import type { OtherTotals, OtherWays } from './other-way.ts'
import { leavesOf } from './released.ts'
import type { SolvedRelease } from './solve-measured.ts'
import { queryName } from './solve-plan.ts'
import type { TabulatedTables } from './tabulate-tables.ts'
import { type ComparedError, type WantedCompared, wantedCompared } from './wanted-compared.ts'

export interface TopdownEvaluation {
  readonly queries: readonly QueryError[]
  /** By the true population of the place. */
  readonly sizes: readonly SizeError[]
  /** The other way in which the same measurements were solved, to compare. */
  readonly other: string
  /** The leaves, by how much their totals weigh; the release's own weight among them. */
  readonly totals: readonly TotalsError[]
  /** What the spec wants of its errors, where it wants something, with what they are. */
  readonly wanted?: WantedFound
}

export interface WantedFound {
  readonly kind: WantedCompared['kind']
  /** `found`: the root mean square of released - true; null where the query is not released at that level. */
  readonly errors: readonly (ComparedError & { readonly found: number | null })[]
}

/** One query of the leaves, or the totals of places of one size. */
export interface TotalsError {
  readonly weight: number
  readonly query: string
  readonly size: string | null
  readonly meanAbsolute: number
  readonly bias: number
}

export interface QueryError {
  /** A level, or the areas off the hierarchy. */
  readonly places: string
  readonly query: string
  readonly totalAbsolute: number
  readonly meanAbsolute: number
  readonly largestAbsolute: number
  /** The mean of released - true. */
  readonly bias: number
  /** The sum of the absolute errors over the sum of the true counts; null when nobody is there. */
  readonly relative: number | null
  /** The mean of the absolute errors when the same measurements are solved the other way. */
  readonly otherMeanAbsolute: number
}

export interface SizeError {
  readonly places: string
  readonly query: string
  readonly size: string
  readonly answers: number
  readonly meanAbsolute: number
  readonly bias: number
  readonly meanRelative: number | null
}

/** All counts are held while they are compared: the true ones, the released ones, and those solved otherwise. */
export async function evaluateTopdown(
  solved: SolvedRelease,
  counted: TabulatedTables,
  areas: readonly AreaSet[],
  { other, totals: otherTotals }: OtherWays,
): Promise<TopdownEvaluation> {
  const { hierarchy, tables, released } = solved
  const queries: QueryError[] = []
  const sizes: SizeError[] = []
  const squares = new Map<string, number>()
  const truths: SparseHistogram[] = []
  for (const counts of counted.counts) truths.push(await wholeCounts(truthForEvaluation(counts)))
  for (const [t, table] of tables.entries()) {
    const truth = truths[t]
    const asked = new Map(
      hierarchy.levels.flatMap((_, level) => releasedQueries(solved, table, t, level).map((q) => [q.name, q] as const)),
    )
    const compared = (leaves: SparseHistogram) => compareCounts(leaves, truth, hierarchy, [...asked.values()], areas)
    const others = Array.from(
      compared(await wholeCounts(leavesOf(other.released[t]))),
      ({ released: counts, truth: was }) => {
        return errorMetrics(counts, was).meanAbsolute
      },
    )
    let i = 0
    for (const { places, query, released: now, truth: was, population } of compared(
      await wholeCounts(leavesOf(released[t])),
    )) {
      const name = queryName(table, query)
      queries.push({ places, query: name, ...queryError(now, was), otherMeanAbsolute: others[i++] })
      sizes.push(...sizeErrors(places, name, now, was, population))
      squares.set(JSON.stringify([places, name]), rootMeanSquare(now, was))
    }
  }
  const compared = wantedCompared(solved)
  const wanted = compared && {
    kind: compared.kind,
    errors: compared.errors.map((one) => ({
      ...one,
      found: squares.get(JSON.stringify([one.level, one.query])) ?? null,
    })),
  }
  const totals = await totalsErrors(solved, truths, otherTotals)
  return { queries, sizes, other: other.words, totals, ...(wanted && { wanted }) }
}

async function totalsErrors(
  { hierarchy, tables, released, solve, plans }: SolvedRelease,
  truths: readonly SparseHistogram[],
  others: readonly OtherTotals[],
): Promise<readonly TotalsError[]> {
  if (others.length === 0) return []
  const leaf = hierarchy.levels.length - 1
  const ways = [...others, { totals: solve.totals, released }].sort((a, b) => a.totals - b.totals)
  const found: TotalsError[] = []
  for (const [t, table] of tables.entries()) {
    const asked = releasedQueries({ plans }, table, t, leaf)
    for (const { totals: weight, released: way } of ways) {
      const leaves = await wholeCounts(leavesOf(way[t]))
      for (const compared of compareCounts(leaves, truths[t], hierarchy, asked, [])) {
        const { places, query, released: now, truth: was, population } = compared
        if (places !== hierarchy.levels[leaf].name) continue
        const name = queryName(table, query)
        const { meanAbsolute, bias } = errorMetrics(now, was)
        const sizes = query === 'total' ? sizeErrors(places, name, now, was, population) : []
        found.push(
          { weight, query: name, size: null, meanAbsolute, bias },
          ...sizes.map((s) => ({ weight, query: name, size: s.size, meanAbsolute: s.meanAbsolute, bias: s.bias })),
        )
      }
    }
  }
  return found
}

function rootMeanSquare(released: Float64Array, truth: Float64Array): number {
  return Math.sqrt(released.reduce((sum, count, i) => sum + (count - truth[i]) ** 2, 0) / released.length)
}

function queryError(
  released: Float64Array,
  truth: Float64Array,
): Omit<QueryError, 'places' | 'query' | 'otherMeanAbsolute'> {
  const { totalAbsolute, meanAbsolute, largestAbsolute, bias } = errorMetrics(released, truth)
  const people = truth.reduce((sum, count) => sum + count, 0)
  return { totalAbsolute, meanAbsolute, largestAbsolute, bias, relative: people === 0 ? null : totalAbsolute / people }
}

function sizeErrors(
  places: string,
  query: string,
  released: Float64Array,
  truth: Float64Array,
  population: Float64Array,
): SizeError[] {
  return errorsBySize(released, truth, population)
    .filter(({ count }) => count > 0)
    .map(({ bin, count, meanAbsolute, bias, meanRelative }) => ({
      places,
      query,
      size: bin.label,
      answers: count,
      meanAbsolute,
      bias,
      meanRelative: Number.isNaN(meanRelative) ? null : meanRelative,
    }))
}

/** Areas as lists of leaves, from a file with one line per area and leaf. */
export async function readAreas(db: Database, file: SpecFile, hierarchy: Hierarchy): Promise<readonly AreaSet[]> {
  const { areas } = file.spec.topdown ?? {}
  if (areas === undefined) return []
  const path = besideSpec(file, areas.file)
  const region = typeof areas.region === 'string' ? [areas.region] : areas.region
  const { regions, labels } = await readPublicCounts(db, { path, region, labels: [areas.area], what: 'topdown.areas' })
  const leafOf = new Map(leafLevel(hierarchy).regions.map((name, leaf) => [name, leaf]))
  const members = new Map<string, number[]>()
  regions.forEach((name, i) => {
    const leaf = leafOf.get(name)
    if (leaf === undefined) {
      throw badInput(`${path}, line ${i + 2}: there is no "${name}" at level "${leafLevel(hierarchy).name}".`)
    }
    const area = labels[0][i]
    const list = members.get(area)
    if (list === undefined) members.set(area, [leaf])
    else list.push(leaf)
  })
  return [{ name: `areas by ${areas.area}`, areas: [...members.values()].map((list) => Int32Array.from(list)) }]
}
