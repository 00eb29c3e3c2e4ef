/** The solved counts of a level, and what was met on the way. */
import { deserialize, serialize } from 'node:v8'
import { joinHistograms, type PlaceCounts, type SparseHistogram } from '../../model/index.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import type { Failsafe, SolveSteps } from '../../topdown/index.ts'
import { openCounts, type StoredCounts } from './kept-counts.ts'
import type { SolvedChildren, SparseCounts } from './solve-children.ts'

/** What was met while a chunk, or a level, was solved. */
export interface SolveSummary {
  readonly parents: number
  readonly worstResidual: number
  readonly cuts: number
  readonly classesFirst: number
  readonly rounding: Readonly<Record<SolveSteps['rounding'], number>>
  /** Parents (nodes of the level above) at which the failsafe acted. */
  readonly failsafe: readonly (Failsafe & { readonly parent: number })[]
  /** Parents at which the facts that were tried had to be dropped. */
  readonly dropped: readonly number[]
}

/** A chunk of a level. */
export interface LevelPart extends SolveSummary {
  readonly histogram: SparseHistogram
}

export interface LevelSolution extends SolveSummary {
  readonly counts: PlaceCounts
}

/** `from`: the number of the first parent. */
export function levelPart(solved: readonly SolvedChildren[], histogram: SparseHistogram, from: number): LevelPart {
  const rounding = { ...NO_ROUNDING }
  for (const { steps } of solved) rounding[steps.rounding]++
  return {
    histogram,
    parents: solved.length,
    worstResidual: solved.reduce((worst, { steps }) => Math.max(worst, steps.residual), 0),
    cuts: solved.reduce((sum, { steps }) => sum + steps.cuts, 0),
    classesFirst: solved.filter(({ steps }) => steps.classesFirst).length,
    rounding,
    failsafe: solved.flatMap(({ failsafe }, i) => (failsafe === undefined ? [] : [{ ...failsafe, parent: from + i }])),
    dropped: solved.flatMap(({ dropped }, i) => (dropped ? [from + i] : [])),
  }
}

const NO_ROUNDING = {
  nothing: 0,
  'top-k': 0,
  flow: 0,
  simplex: 0,
  branch: 0,
} as const satisfies SolveSummary['rounding']

/** What was met in the chunks of a level, in their order. */
export function together(parts: readonly SolveSummary[]): SolveSummary {
  const rounding: Record<SolveSteps['rounding'], number> = { ...NO_ROUNDING }
  for (const part of parts)
    for (const kind of Object.keys(rounding) as SolveSteps['rounding'][]) rounding[kind] += part.rounding[kind]
  return {
    parents: parts.reduce((sum, part) => sum + part.parents, 0),
    worstResidual: parts.reduce((worst, part) => Math.max(worst, part.worstResidual), 0),
    cuts: parts.reduce((sum, part) => sum + part.cuts, 0),
    classesFirst: parts.reduce((sum, part) => sum + part.classesFirst, 0),
    rounding,
    failsafe: parts.flatMap(({ failsafe }) => failsafe),
    dropped: parts.flatMap(({ dropped }) => dropped),
  }
}

export function joinCounts(nodes: readonly SparseCounts[], cells: number): SparseHistogram {
  return joinHistograms(
    nodes.map(({ cell, count }) => ({ cells, start: Float64Array.of(0, cell.length), cell, count })),
    cells,
  )
}

/** One node's people. */
export function nodeCounts({ start, cell, count }: SparseHistogram, node: number): SparseCounts {
  return { cell: cell.slice(start[node], start[node + 1]), count: count.slice(start[node], start[node + 1]) }
}

/** A level as it stands on the disk. */
interface StoredLevel {
  readonly summary: SolveSummary
  readonly counts: StoredCounts
}

const fileOf = (level: string): string => `solved-${level}.v8`

/** A level is solved once it is on the disk; a run that resumes begins below it. */
export async function storeLevel(folder: RunFolder, level: string, stored: StoredLevel): Promise<LevelSolution> {
  await folder.writeState(fileOf(level), serialize(stored))
  return { ...stored.summary, counts: openCounts(folder, stored.counts) }
}

export async function storedLevel(folder: RunFolder, level: string): Promise<LevelSolution | undefined> {
  const bytes = await folder.readState(fileOf(level))
  if (bytes === undefined) return undefined
  const { summary, counts } = deserialize(bytes) as StoredLevel
  return { ...summary, counts: openCounts(folder, counts) }
}
