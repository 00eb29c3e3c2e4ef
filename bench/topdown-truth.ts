/** Rhode Island in 24 cells: its places, and the true counts of every level. For errors that a release does not know. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildHierarchy, type Hierarchy } from 'tacet/model'
import { GROUPS, RESIDENCES } from './rhode-island.ts'

export const SIZES = [GROUPS.length, RESIDENCES.length]
export const CELLS = SIZES[0] * SIZES[1]
const PREFIXES = [0, 5, 11, 12, 15]
export const LEVELS = ['state', 'county', 'tract', 'block_group', 'block']

export interface Truth {
  readonly hierarchy: Hierarchy
  /** By level, the node of each region. */
  readonly nodeOf: (level: number, region: string) => number
  /** counts[level][node * CELLS + cell] */
  readonly counts: readonly Float64Array[]
}

export function readTruth(folder: string): Truth {
  const blocks = readLines(join(folder, 'blocks.csv')).map(([geoid]) => geoid)
  const hierarchy = buildHierarchy(
    LEVELS,
    blocks.map((geoid) => PREFIXES.slice(1).map((n) => geoid.slice(0, n))),
  )
  const known = hierarchy.levels.map(({ regions }) => new Map(regions.map((region, i) => [region, i])))
  const nodeOf = (level: number, region: string): number => (level === 0 ? 0 : (known[level].get(region) as number))
  const counts = hierarchy.levels.map(({ regions }) => new Float64Array(regions.length * CELLS))
  for (const [geoid, race, residence, n] of readLines(join(folder, 'people-24.csv'))) {
    const cell = cellOf(race, residence)
    PREFIXES.forEach((length, l) => {
      counts[l][nodeOf(l, geoid.slice(0, length)) * CELLS + cell] += Number(n)
    })
  }
  return { hierarchy, nodeOf, counts }
}

export function cellOf(race: string, residence: string): number {
  return GROUPS.indexOf(race as 'hisp') * SIZES[1] + RESIDENCES.indexOf(residence as 'minor')
}

/** Lines of a file without quotes; with `columns`, those of them in that order. */
export function readLines(path: string, columns?: readonly string[]): string[][] {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const names = head.split(',')
  const wanted = (columns ?? names).map((name) => names.indexOf(name))
  return lines.map((line) => {
    const fields = line.split(',')
    return wanted.map((i) => fields[i])
  })
}
