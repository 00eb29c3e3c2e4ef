/** The solved histograms of a level, and what was met on the way. */
import { deserialize, serialize } from 'node:v8'
import type { SparseHistogram } from '../../model/index.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import type { Failsafe, SolveSteps } from '../../topdown/index.ts'
import type { SolvedChildren, SparseCounts } from './solve-children.ts'

/** A chunk of a level, or all of it. */
export interface LevelPart {
  readonly histogram: SparseHistogram
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

export interface LevelSolution extends LevelPart {
  readonly seconds: number
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

const NO_ROUNDING = { nothing: 0, 'top-k': 0, flow: 0, simplex: 0, branch: 0 } as const satisfies LevelPart['rounding']

/** Puts the chunks of a level together, in order. */
export function levelSolution(parts: readonly LevelPart[], cells: number, seconds: number): LevelSolution {
  const rounding: Record<SolveSteps['rounding'], number> = { ...NO_ROUNDING }
  for (const part of parts)
    for (const kind of Object.keys(rounding) as SolveSteps['rounding'][]) rounding[kind] += part.rounding[kind]
  return {
    histogram: joinHistograms(
      parts.map(({ histogram }) => histogram),
      cells,
    ),
    seconds,
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

/** The nodes of all, one after the other. */
export function joinHistograms(parts: readonly SparseHistogram[], cells: number): SparseHistogram {
  const nodes = parts.reduce((sum, { start }) => sum + start.length - 1, 0)
  const entries = parts.reduce((sum, { cell }) => sum + cell.length, 0)
  const start = new Float64Array(nodes + 1)
  const cell = new Int32Array(entries)
  const count = new Float64Array(entries)
  let [node, entry] = [0, 0]
  for (const part of parts) {
    for (let i = 1; i < part.start.length; i++) start[++node] = entry + part.start[i]
    cell.set(part.cell, entry)
    count.set(part.count, entry)
    entry += part.cell.length
  }
  return { cells, start, cell, count }
}

/** The nodes from .. to - 1 alone. */
export function sliceHistogram(
  { cells, start, cell, count }: SparseHistogram,
  from: number,
  to: number,
): SparseHistogram {
  return {
    cells,
    start: start.slice(from, to + 1).map((entry) => entry - start[from]),
    cell: cell.slice(start[from], start[to]),
    count: count.slice(start[from], start[to]),
  }
}

/** One node's people. */
export function nodeCounts({ start, cell, count }: SparseHistogram, node: number): SparseCounts {
  return { cell: cell.slice(start[node], start[node + 1]), count: count.slice(start[node], start[node + 1]) }
}

const fileOf = (level: string): string => `level-${level}.v8`

/** A level is solved once it is on the disk; a run that resumes begins below it. */
export async function storeLevel(folder: RunFolder, level: string, solution: LevelSolution): Promise<void> {
  await folder.writeState(fileOf(level), serialize(solution))
}

export async function storedLevel(folder: RunFolder, level: string): Promise<LevelSolution | undefined> {
  const bytes = await folder.readState(fileOf(level))
  return bytes === undefined ? undefined : (deserialize(bytes) as LevelSolution)
}
