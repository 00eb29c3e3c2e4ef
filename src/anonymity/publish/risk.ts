/**
 * How easily a published record is found again, by attacker (El Emam, Dankar, JAMIA 15 (2008), 627-637): the prosecutor
 * knows that a person is in the file, the journalist that the person is in a population it was drawn from, the marketer
 * wants as many matches as possible. Records are alike when they publish the same; suppressed ones match nobody.
 */
import { listClasses } from '../points/class-lists.ts'
import { distinctPoints } from '../points/distinct-points.ts'
import type { Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'

export interface RiskFigures {
  /** 1 over the smallest class, and the share of records at it. */
  readonly prosecutor: number
  readonly prosecutorRecords: number
  /** 1 over the smallest class in the population; the file itself when no population is given. */
  readonly journalist: number
  /** The expected share of correct matches: classes over records. */
  readonly marketer: number
  /** Records alone in their class. */
  readonly uniques: number
  readonly records: number
}

/** `populationOf[c]` is the number of people of class c in the population, if that is known. */
export function riskOf(classOf: Classes, populationOf?: ArrayLike<number>): RiskFigures {
  const { count, starts } = listClasses(classOf)
  const records = starts[count]
  let [smallest, atSmallest, least, uniques, classes] = [Infinity, 0, Infinity, 0, 0]
  let matches = 0
  for (let c = 0; c < count; c++) {
    const size = starts[c + 1] - starts[c]
    if (size === 0) continue
    classes++
    if (size < smallest) [smallest, atSmallest] = [size, 0]
    if (size === smallest) atSmallest += size
    if (size === 1) uniques++
    const population = populationOf === undefined ? size : Math.max(size, populationOf[c])
    least = Math.min(least, population)
    matches += size / population
  }
  if (classes === 0) return { prosecutor: 0, prosecutorRecords: 0, journalist: 0, marketer: 0, uniques: 0, records }
  return {
    prosecutor: 1 / smallest,
    prosecutorRecords: atSmallest / records,
    journalist: 1 / least,
    marketer: matches / records,
    uniques,
    records,
  }
}

/** The risk of the file as it is, nothing generalised. */
export function riskBefore(points: Points): RiskFigures {
  return riskOf(distinctPoints(points).groupOf)
}

export interface Contribution {
  /** The attribute's place among the problem's. */
  readonly attribute: number
  /** Distinct values over records, of this attribute alone. */
  readonly distinction: number
  /** Records that are unique in the file, and those still unique without this attribute. */
  readonly uniques: number
  readonly uniquesWithout: number
}

/** What each attribute adds to how unique records are. */
export function contributions(points: Points): Contribution[] {
  const uniquesOf = (columns: number[]): number => countUniques(columnsOf(points, columns))
  const all = Array.from({ length: points.m }, (_, j) => j)
  const uniques = uniquesOf(all)
  return all
    .map((j) => ({
      attribute: points.attributeOf[j],
      distinction: distinctPoints(columnsOf(points, [j])).count / points.n,
      uniques,
      uniquesWithout: uniquesOf(all.filter((other) => other !== j)),
    }))
    .sort((a, b) => a.attribute - b.attribute)
}

function columnsOf(points: Points, columns: readonly number[]): Points {
  const { n, m } = points
  const x = new Float64Array(n * columns.length)
  for (let i = 0; i < n; i++) {
    for (let t = 0; t < columns.length; t++) x[i * columns.length + t] = points.x[i * m + columns[t]]
  }
  return { ...points, m: columns.length, x }
}

function countUniques(points: Points): number {
  const { count, starts } = distinctPoints(points)
  let uniques = 0
  for (let g = 0; g < count; g++) if (starts[g + 1] - starts[g] === 1) uniques++
  return uniques
}
