/**
 * Places that are empty in a simulated truth though people were released there. A place without people is released with some in half of the
 * cases; taken for the truth, the released counts hold too few empty places, and the errors of small ones come out too small. So in each
 * simulation as many are emptied as the measured totals tell of (topdown/empty-places.ts); their people go to the next place that has some.
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
import { constrains, emptiedChances, emptyChances } from '../../topdown/index.ts'
import type { Released } from './released.ts'
import type { SolveRequest } from './solve-request.ts'

/** Of every level, the chance with which each place is emptied; undefined where none is. */
export type EmptiedChances = readonly (Float64Array | undefined)[]

export async function chancesOfEmptied(
  { knowledge, plans, stores, hierarchy }: Pick<SolveRequest, 'knowledge' | 'plans' | 'stores' | 'hierarchy'>,
  { levels }: Released,
): Promise<EmptiedChances> {
  const none = hierarchy.levels.map(() => undefined)
  if (plans.length > 1 || knowledge.facts.some((fact) => constrains(fact) && fact.level > 0)) return none
  const chances: (Float64Array | undefined)[] = [undefined]
  for (let level = 1; level < levels.length; level++) {
    const [best] = plans[0].measurements
      .map((measurement, m) => ({ measurement, m, variance: measurement.variance * measurement.query.answers }))
      .filter(({ measurement: { level: own, query } }) => own === level && query.answerOf.every((a) => a >= 0))
      .sort((a, b) => a.variance - b.variance)
    if (best === undefined || best.measurement.noise === 'exact') chances.push(undefined)
    else {
      const { answers } = best.measurement.query
      const places = hierarchy.levels[level].regions.length
      const measured = sumsOf(await stores[0].read(best.m, 0, places), answers)
      chances.push(emptiedChances(emptyChances(measured, Math.sqrt(best.variance)), await totalsOf(levels[level])))
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

/** 1 for every leaf that is emptied, itself or with a place above it. */
export function drawEmptied(
  { levels }: Hierarchy,
  chances: EmptiedChances,
  uniform: () => number,
): Uint8Array | undefined {
  if (chances.every((own) => own === undefined)) return undefined
  let above: Uint8Array = new Uint8Array(1)
  for (let level = 1; level < levels.length; level++) {
    const { regions, parent } = levels[level]
    const own = Uint8Array.from(regions, (_, node) => above[parent[node]])
    const chance = chances[level]
    if (chance !== undefined)
      for (const [node, p] of chance.entries()) if (own[node] === 0 && p > 0 && uniform() < p) own[node] = 1
    above = own
  }
  return above
}

/** Moves the people of emptied leaves to the next leaf that has people; those of the last ones stay. */
export async function* movePeople(
  parts: AsyncIterable<CountsPart>,
  emptied: Uint8Array,
  totals: Float64Array,
): AsyncGenerator<CountsPart> {
  const last = totals.findLastIndex((people, leaf) => people > 0 && emptied[leaf] === 0)
  let moved = new Map<number, number>()
  for await (const { from, histogram } of parts) {
    const [leaves, cells, counts]: [number[], number[], number[]] = [[], [], []]
    const { start, cell, count } = histogram
    for (let leaf = 0; leaf + 1 < start.length; leaf++) {
      const goes = emptied[from + leaf] === 1 && from + leaf < last
      const stays = (c: number, n: number): void => {
        leaves.push(leaf)
        cells.push(c)
        counts.push(n)
      }
      for (let i = start[leaf]; i < start[leaf + 1]; i++) {
        if (goes) moved.set(cell[i], (moved.get(cell[i]) ?? 0) + count[i])
        else stays(cell[i], count[i])
      }
      if (goes || start[leaf] === start[leaf + 1]) continue
      for (const [c, n] of moved) stays(c, n)
      moved = new Map()
    }
    yield { from, histogram: histogramOf(start.length - 1, histogram.cells, leaves, cells, counts) }
  }
}

function histogramOf(
  size: number,
  all: number,
  leaves: readonly number[],
  cells: readonly number[],
  counts: readonly number[],
): SparseHistogram {
  return sparseHistogram(size, all, Int32Array.from(leaves), Int32Array.from(cells), Float64Array.from(counts))
}
