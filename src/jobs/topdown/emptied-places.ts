/**
 * Small places that change their people in a simulated truth. A place without people is released with some in half of the cases, and one with a
 * few as empty; taken for the truth, the released counts hold too few of the first and none of the second, and the errors of small counts come
 * out too small. So in each simulation a place is empty with the chance that its measured total gives (topdown/empty-places.ts): people released in
 * one that is drawn empty go to one that was released as empty and is drawn with people, or else to the next that has some.
 *
 * Only where public facts speak of the top alone: what they say of a place below would be broken.
 */
import {
  type CountsPart,
  countParts,
  type Hierarchy,
  type PlaceCounts,
  type SparseHistogram,
  sparseHistogram,
} from '../../model/index.ts'
import { constrains, emptyChances } from '../../topdown/index.ts'
import type { Released } from './released.ts'
import type { SolveRequest } from './solve-request.ts'

/** Of one level, by place. */
export interface PlaceChances {
  /** That nobody is there. */
  readonly empty: Float64Array
  /** The people released there. */
  readonly released: Float64Array
}

/** One a level; undefined where every place is taken as it was released. */
export type LevelChances = readonly (PlaceChances | undefined)[]

export async function chancesOfEmpty(
  { knowledge, plans, stores, hierarchy }: Pick<SolveRequest, 'knowledge' | 'plans' | 'stores' | 'hierarchy'>,
  { levels }: Released,
): Promise<LevelChances> {
  if (plans.length > 1 || knowledge.facts.some((fact) => constrains(fact) && fact.level > 0)) return []
  const chances: (PlaceChances | undefined)[] = [undefined]
  for (let level = 1; level < levels.length; level++) {
    const [best] = plans[0].measurements
      .map((measurement, m) => ({ measurement, m, variance: measurement.variance * measurement.query.answers }))
      .filter(({ measurement: { level: own, query } }) => own === level && query.answerOf.every((a) => a >= 0))
      .sort((a, b) => a.variance - b.variance)
    if (best === undefined || best.measurement.noise === 'exact') chances.push(undefined)
    else {
      const places = hierarchy.levels[level].regions.length
      const measured = sumsOf(await stores[0].read(best.m, 0, places), best.measurement.query.answers)
      chances.push({
        empty: emptyChances(measured, Math.sqrt(best.variance)),
        released: await totalsOf(levels[level]),
      })
    }
  }
  return chances
}

function sumsOf(values: Float64Array, answers: number): Float64Array {
  const sums = new Float64Array(values.length / answers)
  for (let i = 0; i < values.length; i++) sums[Math.floor(i / answers)] += values[i]
  return sums
}

/** The people of every place. */
export async function totalsOf(counts: PlaceCounts): Promise<Float64Array> {
  const totals = new Float64Array(counts.places)
  for await (const { from, histogram } of countParts(counts)) {
    const { start, count } = histogram
    for (let i = 0; i + 1 < start.length; i++)
      for (let entry = start[i]; entry < start[i + 1]; entry++) totals[from + i] += count[entry]
  }
  return totals
}

/** For every leaf the leaf that its people go to: itself, where they stay. `people` are the released totals of the leaves. */
export function drawMoves(
  hierarchy: Hierarchy,
  chances: LevelChances,
  people: Float64Array,
  uniform: () => number,
): Int32Array {
  const to = Int32Array.from(people, (_, leaf) => leaf)
  const settled = new Uint8Array(people.length)
  for (const [level, own] of chances.entries()) {
    if (own === undefined) continue
    const leavesOf = leafRanges(hierarchy, level)
    const { emptied, filled } = drawPlaces(own, (node) => settled[leavesOf[node]] === 1, uniform)
    for (const node of [...emptied, ...filled]) settled.fill(1, leavesOf[node], leavesOf[node + 1])
    emptied.forEach((node, k) => {
      for (let leaf = leavesOf[node]; leaf < leavesOf[node + 1]; leaf++)
        to[leaf] = k < filled.length ? leafIn(leavesOf, filled[k], leaf - leavesOf[node]) : -1
    })
  }
  return sendOn(to, people)
}

function drawPlaces(
  { empty, released }: PlaceChances,
  isSettled: (node: number) => boolean,
  uniform: () => number,
): { readonly emptied: readonly number[]; readonly filled: readonly number[] } {
  const [emptied, filled]: [number[], number[]] = [[], []]
  for (const [node, chance] of empty.entries()) {
    if (isSettled(node)) continue
    const isEmpty = uniform() < chance
    if (isEmpty && released[node] > 0) emptied.push(node)
    if (!isEmpty && released[node] === 0) filled.push(node)
  }
  return { emptied, filled }
}

/** Where the leaves of each place begin, and the end of the last. */
function leafRanges({ levels }: Hierarchy, level: number): Int32Array {
  let first = Int32Array.from({ length: levels[levels.length - 1].regions.length + 1 }, (_, leaf) => leaf)
  for (let l = levels.length - 2; l >= level; l--)
    first = Int32Array.from(levels[l].firstChild, (child) => first[child])
  return first
}

function leafIn(leavesOf: Int32Array, node: number, nth: number): number {
  return leavesOf[node] + (nth % (leavesOf[node + 1] - leavesOf[node]))
}

/** Leaves whose people have no place yet (-1) send them to the next leaf that keeps its own; after the last of these, to that one. */
function sendOn(to: Int32Array, people: Float64Array): Int32Array {
  let next = to.findLastIndex((target, leaf) => target === leaf && people[leaf] > 0)
  if (next < 0) return to.map((_, leaf) => leaf)
  for (let leaf = to.length - 1; leaf >= 0; leaf--) {
    if (to[leaf] === leaf && people[leaf] > 0) next = leaf
    else if (to[leaf] < 0) to[leaf] = next
  }
  return to
}

/** The leaves with their people moved. What moves is as it was released. */
export async function* movePeople(
  parts: AsyncIterable<CountsPart>,
  released: PlaceCounts,
  to: Int32Array,
): AsyncGenerator<CountsPart> {
  const arriving = await arrivals(released, to)
  for await (const { from, histogram } of parts) {
    const [leaves, cells, counts]: [number[], number[], number[]] = [[], [], []]
    const { start, cell, count } = histogram
    for (let leaf = 0; leaf + 1 < start.length; leaf++) {
      for (let i = start[leaf]; i < start[leaf + 1] && to[from + leaf] === from + leaf; i++) {
        leaves.push(leaf)
        cells.push(cell[i])
        counts.push(count[i])
      }
      for (const [c, n] of arriving.get(from + leaf) ?? []) {
        leaves.push(leaf)
        cells.push(c)
        counts.push(n)
      }
    }
    const [at, which, many] = [Int32Array.from(leaves), Int32Array.from(cells), Float64Array.from(counts)]
    yield { from, histogram: sparseHistogram(start.length - 1, histogram.cells, at, which, many) }
  }
}

/** Cells and counts by the leaf that they go to. */
async function arrivals(
  released: PlaceCounts,
  to: Int32Array,
): Promise<ReadonlyMap<number, readonly (readonly [number, number])[]>> {
  const arriving = new Map<number, (readonly [number, number])[]>()
  for await (const { from, histogram } of countParts(released)) {
    for (let leaf = 0; leaf + 1 < histogram.start.length; leaf++) {
      const target = to[from + leaf]
      if (target !== from + leaf) arriving.set(target, [...(arriving.get(target) ?? []), ...entriesOf(histogram, leaf)])
    }
  }
  return arriving
}

function entriesOf({ start, cell, count }: SparseHistogram, leaf: number): readonly (readonly [number, number])[] {
  return Array.from(cell.subarray(start[leaf], start[leaf + 1]), (c, i) => [c, count[start[leaf] + i]] as const)
}
