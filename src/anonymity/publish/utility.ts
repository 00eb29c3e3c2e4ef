/** What the published file still says: class sizes, marginals and correlations before and after. */
import { listClasses } from '../points/class-lists.ts'
import { type AnonymityProblem, type Classes, type QuasiIdentifier, SUPPRESSED } from '../problem/problem.ts'

/** sizes[s] classes have s records, for the sizes that occur, ascending. */
export function classSizes(classOf: Classes): { size: number; classes: number }[] {
  const { count, starts } = listClasses(classOf)
  const counts = new Map<number, number>()
  for (let c = 0; c < count; c++) {
    const size = starts[c + 1] - starts[c]
    if (size > 0) counts.set(size, (counts.get(size) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => a[0] - b[0]).map(([size, classes]) => ({ size, classes }))
}

export interface Marginal {
  readonly name: string
  readonly labels: readonly string[]
  /** Shares of records before; after, a class spreads its records evenly over what it publishes. */
  readonly before: readonly number[]
  readonly after: readonly number[]
  /** Half the sum of absolute differences, from 0 to 1. */
  readonly distance: number
}

const BARS = 20

/** Numeric attributes in 20 equal bars between their extremes, categorical ones by value. */
export function marginals(problem: AnonymityProblem, classOf: Classes): Marginal[] {
  return problem.attributes.map((attribute) => {
    const { labels, place, spread } = barsOf(attribute)
    const before = new Float64Array(labels.length)
    const after = new Float64Array(labels.length)
    const { count, starts, members } = listClasses(classOf)
    for (let i = 0; i < problem.records; i++) before[place(i)] += 1 / problem.records
    for (let c = 0; c < count; c++) {
      const list = members.subarray(starts[c], starts[c + 1])
      if (list.length > 0) spread(list, after, list.length / members.length)
    }
    const distance = before.reduce((sum, share, b) => sum + Math.abs(share - after[b]) / 2, 0)
    return { name: attribute.name, labels, before: [...before], after: [...after], distance }
  })
}

interface Bars {
  readonly labels: string[]
  /** The bar of a record. */
  readonly place: (record: number) => number
  /** Adds `mass` over the bars of what a class publishes. */
  readonly spread: (list: Int32Array, into: Float64Array, mass: number) => void
}

function barsOf(attribute: QuasiIdentifier): Bars {
  if (attribute.kind === 'categorical') {
    return {
      labels: [...attribute.labels],
      place: (record) => attribute.codes[record],
      spread: (list, into, mass) => {
        const values = new Set(Array.from(list, (record) => attribute.codes[record]))
        for (const value of values) into[value] += mass / values.size
      },
    }
  }
  const { values } = attribute
  const low = values.reduce((least, value) => Math.min(least, value), Infinity)
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity)
  const width = (high - low) / BARS || 1
  const bar = (value: number): number => Math.min(BARS - 1, Math.floor((value - low) / width))
  return {
    labels: Array.from({ length: BARS }, (_, b) => `${low + b * width} to ${low + (b + 1) * width}`),
    place: (record) => bar(values[record]),
    spread: (list, into, mass) => {
      const published = Array.from(list, (record) => values[record])
      const [from, to] = [Math.min(...published), Math.max(...published)]
      const [first, last] = [bar(from), bar(to)]
      for (let b = first; b <= last; b++) {
        const covered = Math.min(to, low + (b + 1) * width) - Math.max(from, low + b * width)
        into[b] += mass * (first === last ? 1 : Math.max(0, covered) / (to - from))
      }
    },
  }
}

export interface Correlation {
  readonly names: readonly [string, string]
  readonly before: number
  readonly after: number
}

/** Pearson's correlation of every pair of numeric attributes; after, each record stands at the middle of its range. */
export function correlations(problem: AnonymityProblem, classOf: Classes): Correlation[] {
  const columns = problem.attributes.flatMap((attribute) =>
    attribute.kind === 'numeric' && attribute.missing === undefined ? [attribute] : [],
  )
  const kept = Array.from(classOf.keys()).filter((i) => classOf[i] !== SUPPRESSED)
  const before = columns.map(({ values }) => Float64Array.from(kept, (i) => values[i]))
  const after = columns.map(({ values }) => {
    const middle = middles(values, classOf)
    return Float64Array.from(kept, (i) => middle[classOf[i]])
  })
  return columns.flatMap((a, p) =>
    columns.slice(p + 1).map((b, t) => ({
      names: [a.name, b.name] as const,
      before: pearson(before[p], before[p + 1 + t]),
      after: pearson(after[p], after[p + 1 + t]),
    })),
  )
}

function middles(values: Float64Array, classOf: Classes): Float64Array {
  const { count } = listClasses(classOf)
  const low = new Float64Array(count).fill(Infinity)
  const high = new Float64Array(count).fill(-Infinity)
  classOf.forEach((c, i) => {
    if (c === SUPPRESSED) return
    low[c] = Math.min(low[c], values[i])
    high[c] = Math.max(high[c], values[i])
  })
  return low.map((least, c) => (least + high[c]) / 2)
}

/** 0 when either is constant. */
function pearson(x: Float64Array, y: Float64Array): number {
  const mean = (z: Float64Array): number => z.reduce((sum, value) => sum + value, 0) / z.length
  const [a, b] = [mean(x), mean(y)]
  let [xy, xx, yy] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    xy += (x[i] - a) * (y[i] - b)
    xx += (x[i] - a) ** 2
    yy += (y[i] - b) ** 2
  }
  return xx === 0 || yy === 0 ? 0 : xy / Math.sqrt(xx * yy)
}
