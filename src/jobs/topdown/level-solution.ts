/** The solved histograms of a level, and what was met on the way. */
import { deserialize, serialize } from 'node:v8'
import type { SparseHistogram } from '../../model/index.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import type { Failsafe, SolveSteps } from '../../topdown/index.ts'
import type { SolvedChildren, SparseCounts } from './worker.ts'

export interface LevelSolution {
  readonly histogram: SparseHistogram
  readonly seconds: number
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

/** Puts the children of all parents together, in order. */
export function levelSolution(solved: readonly SolvedChildren[], cells: number, seconds: number): LevelSolution {
  const rounding = { nothing: 0, 'top-k': 0, simplex: 0, branch: 0 }
  for (const { steps } of solved) rounding[steps.rounding]++
  return {
    histogram: joined(
      solved.flatMap(({ counts }) => counts),
      cells,
    ),
    seconds,
    parents: solved.length,
    worstResidual: solved.reduce((worst, { steps }) => Math.max(worst, steps.residual), 0),
    cuts: solved.reduce((sum, { steps }) => sum + steps.cuts, 0),
    classesFirst: solved.filter(({ steps }) => steps.classesFirst).length,
    rounding,
    failsafe: solved.flatMap(({ failsafe }, parent) => (failsafe === undefined ? [] : [{ ...failsafe, parent }])),
    dropped: solved.flatMap(({ dropped }, parent) => (dropped ? [parent] : [])),
  }
}

function joined(nodes: readonly SparseCounts[], cells: number): SparseHistogram {
  const start = new Float64Array(nodes.length + 1)
  nodes.forEach(({ cell }, i) => {
    start[i + 1] = start[i] + cell.length
  })
  const cell = new Int32Array(start[nodes.length])
  const count = new Float64Array(start[nodes.length])
  nodes.forEach((node, i) => {
    cell.set(node.cell, start[i])
    count.set(node.count, start[i])
  })
  return { cells, start, cell, count }
}

/** One node's people. */
export function nodeCounts({ start, cell, count }: SparseHistogram, node: number): SparseCounts {
  return { cell: cell.slice(start[node], start[node + 1]), count: count.slice(start[node], start[node + 1]) }
}

const fileOf = (level: string): string => `level-${level}.v8`

/** A level is solved once it is on the disk; a run that goes on begins below it. */
export async function storeLevel(folder: RunFolder, level: string, solution: LevelSolution): Promise<void> {
  await folder.writeState(fileOf(level), serialize(solution))
}

export async function storedLevel(folder: RunFolder, level: string): Promise<LevelSolution | undefined> {
  const bytes = await folder.readState(fileOf(level))
  return bytes === undefined ? undefined : (deserialize(bytes) as LevelSolution)
}
