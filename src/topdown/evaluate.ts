/**
 * Released counts side by side with the true ones, by place and query: the places of every level, and areas that are no
 * node of the hierarchy (a school district, a river basin) as lists of leaves. What comes out is CONFIDENTIAL.
 */
import { type Hierarchy, leafLevel } from '../model/hierarchy.ts'
import { levelAnswers, type SparseHistogram } from '../model/histogram.ts'
import { type Query, TOTAL } from '../model/query.ts'
import { badInput } from '../request-error.ts'

/** Areas of one kind; they may overlap each other. */
export interface AreaSet {
  readonly name: string
  /** The leaves of each area, each named once. */
  readonly areas: readonly Int32Array[]
}

export interface Comparison {
  /** The name of a level or of a set of areas. */
  readonly places: string
  readonly query: string
  /** Place after place, the answers of the query. */
  readonly released: Float64Array
  readonly truth: Float64Array
  /** The true number of people in the place of each answer. */
  readonly population: Float64Array
}

/** One comparison at a time, so that only one is in memory. */
export function* compareCounts(
  released: SparseHistogram,
  truth: SparseHistogram,
  hierarchy: Hierarchy,
  queries: readonly Query[],
  areaSets: readonly AreaSet[] = [],
): Generator<Comparison> {
  for (const set of areaSets) checkAreas(set, leafLevel(hierarchy).regions.length)
  const everybody: Query = { name: TOTAL, dimensions: [], answers: 1, answerOf: new Int32Array(truth.cells) }
  for (const { name, answers } of placesOf(hierarchy, areaSets)) {
    const people = answers(truth, everybody)
    for (const query of queries) {
      yield {
        places: name,
        query: query.name,
        released: answers(released, query),
        truth: answers(truth, query),
        population: Float64Array.from({ length: people.length * query.answers }, (_, i) => {
          return people[Math.floor(i / query.answers)]
        }),
      }
    }
  }
}

interface Places {
  readonly name: string
  readonly answers: (histogram: SparseHistogram, query: Query) => Float64Array
}

function placesOf(hierarchy: Hierarchy, areaSets: readonly AreaSet[]): Places[] {
  const levels = hierarchy.levels.map(({ name }, l): Places => {
    return { name, answers: (histogram, query) => levelAnswers(histogram, hierarchy, l, query) }
  })
  const areas = areaSets.map((set): Places => {
    return { name: set.name, answers: (histogram, query) => areaAnswers(histogram, set.areas, query) }
  })
  return [...levels, ...areas]
}

/** The answers of a query in areas given by their leaves, area by area. */
export function areaAnswers(histogram: SparseHistogram, areas: readonly Int32Array[], query: Query): Float64Array {
  const { start, cell, count } = histogram
  const out = new Float64Array(areas.length * query.answers)
  areas.forEach((leaves, a) => {
    for (const leaf of leaves) {
      for (let i = start[leaf]; i < start[leaf + 1]; i++) {
        const answer = query.answerOf[cell[i]]
        if (answer >= 0) out[a * query.answers + answer] += count[i]
      }
    }
  })
  return out
}

function checkAreas({ name, areas }: AreaSet, leaves: number): void {
  areas.forEach((area, a) => {
    const outside = area.find((leaf) => !(leaf >= 0 && leaf < leaves))
    if (outside !== undefined) {
      throw badInput(`area ${a + 1} of "${name}" names leaf ${outside}; the leaves are 0 to ${leaves - 1}.`)
    }
    if (new Set(area).size < area.length) {
      throw badInput(`area ${a + 1} of "${name}" names a leaf twice, which would count its people twice. Name it once.`)
    }
  })
}
