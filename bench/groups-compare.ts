/**
 * Two or more ways to release the same groups, over the same seeds: L1 and earth mover's distance by level, each way
 * against the first, with the t statistic of the paired differences. Ways that measure the same vector with the same
 * shares have the same draws.
 */
import { parseRational } from 'tacet/exact'
import {
  errorsByLevel,
  type GroupOptions,
  type LevelError,
  measureGroups,
  planGroups,
  type SolveGroupOptions,
  solveRelease,
  tableFromLeaves,
} from 'tacet/groups'
import { seededEntropy } from 'tacet/noise'
import { confidential } from 'tacet/privacy'
import type { PublicGroups } from './groups-data.ts'

export interface Way {
  readonly name: string
  readonly options?: Omit<GroupOptions, 'budget'>
  readonly solve?: SolveGroupOptions
}

export type Measure = keyof LevelError

const MEASURES: readonly (readonly [Measure, string])[] = [
  ['l1', 'L1'],
  ['earthMover', "earth mover's distance"],
]

/** errors[run][level]. */
export async function errorsOf(data: PublicGroups, way: Way, epsilon: string, runs: number): Promise<LevelError[][]> {
  const { frame, leaves } = data
  const truth = tableFromLeaves(frame, leaves).layers
  const plan = planGroups(frame, { ...way.options, budget: { kind: 'pure', epsilon: parseRational(epsilon) } })
  const found: LevelError[][] = []
  for (let run = 0; run < runs; run++) {
    const measurements = measureGroups(frame, confidential(leaves), plan, seededEntropy(`compare ${epsilon}`, run + 1))
    const { layers } = await solveRelease(measurements, plan.mechanism, way.solve)
    found.push(errorsByLevel(layers, truth, frame.sizes))
  }
  return found
}

/** Prints one table per measure: a line per way, a column per level. */
export async function compareWays(
  data: PublicGroups,
  ways: readonly Way[],
  epsilon: string,
  runs: number,
): Promise<void> {
  const { levels } = data.frame.hierarchy
  const all: LevelError[][][] = []
  for (const way of ways) all.push(await errorsOf(data, way, epsilon, runs))
  console.log(`\n${data.name}, sizes 1 to ${data.frame.sizes}, epsilon ${epsilon}, ${runs} runs`)
  for (const [measure, title] of MEASURES) {
    console.log(row([title, ...levels.map(({ name, regions }) => `${regions.length} ${name}`)]))
    ways.forEach(({ name }, w) => {
      const cells = levels.map((_, l) => {
        const own = all[w].map((errors) => errors[l][measure])
        if (w === 0) return whole(meanOf(own))
        return against(
          own,
          all[0].map((errors) => errors[l][measure]),
        )
      })
      console.log(row([`  ${name}`, ...cells]))
    })
  }
}

/** The mean, its change from the mean of the first way in %, and t = mean difference over its standard error. */
function against(own: readonly number[], first: readonly number[]): string {
  const differences = own.map((x, run) => x - first[run])
  const mean = meanOf(differences)
  const variance = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / Math.max(1, own.length - 1)
  const t = variance === 0 ? 0 : mean / Math.sqrt(variance / own.length)
  const change = (100 * mean) / meanOf(first)
  const sign = change > 0 ? '+' : ''
  return `${whole(meanOf(own))} (${sign}${change.toFixed(1)} %, t ${t.toFixed(1)})`
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length
}

function whole(x: number): string {
  return Math.round(x).toLocaleString('en')
}

function row(cells: readonly string[]): string {
  return cells.map((cell, k) => (k === 0 ? cell.padEnd(30) : cell.padStart(32))).join('')
}
