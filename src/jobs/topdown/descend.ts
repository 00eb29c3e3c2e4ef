/**
 * The descent (Algorithm 1): the top first, then the children of every solved parent, level by level. Parents of a level
 * are independent and are solved on threads; a level is stored when it is whole, and a run that goes on begins below it.
 * With whole-tree least squares the measurements are first summed upward, one parent at a time.
 */
import type { Hierarchy } from '../../model/index.ts'
import type { Progress } from '../../run/events.ts'
import { runPieces, type Scheduler } from '../../run/scheduler.ts'
import type {
  Below,
  ImpliedWithTried,
  MeasuredChildren,
  MeasuredQuery,
  Partition,
  TableShape,
} from '../../topdown/index.ts'
import { type LevelSolution, levelSolution, nodeCounts } from './level-solution.ts'
import { solvingSeconds } from './solving-seconds.ts'
import { type TreeEstimates, treeEstimates } from './whole-tree.ts'
import type { SolvedChildren, SolveTask, SummedChildren } from './worker.ts'

/** Reads what was measured of the nodes from .. to - 1 of a level: one array a query of that level. */
export type ReadMeasured = (level: number, from: number, to: number) => Promise<readonly Float64Array[]>

export interface Descent {
  readonly hierarchy: Hierarchy
  readonly cells: number
  readonly tables: readonly TableShape[]
  /** The queries measured at each level. */
  readonly queries: readonly (readonly MeasuredQuery[])[]
  readonly read: ReadMeasured
  readonly implied: ImpliedWithTried
  readonly estimate: 'tree' | 'level'
  /** How much the totals of leaves weigh, times what their noise says. */
  readonly totals: number
  readonly passes: readonly (readonly string[])[]
  /** Of each level, table by table: the queries that rounding keeps, in the order of their importance. */
  readonly kept: readonly (readonly (readonly Partition[])[])[]
  readonly scheduler: Scheduler
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly stored: (level: number) => Promise<LevelSolution | undefined>
  readonly store: (level: number, solution: LevelSolution) => Promise<void>
}

/** The solution of every level, the top first. */
export async function descend(descent: Descent): Promise<readonly LevelSolution[]> {
  const { hierarchy } = descent
  const solved: LevelSolution[] = []
  for (let level = 0; level < hierarchy.levels.length; level++) {
    const stored = await descent.stored(level)
    if (stored === undefined) break
    solved.push(stored)
  }
  if (solved.length === hierarchy.levels.length) return solved
  const below = descent.estimate === 'tree' ? await sumUpward(descent) : []
  const known = descent.estimate === 'tree' ? await treeEstimates(descent) : undefined
  for (let level = solved.length; level < hierarchy.levels.length; level++) {
    const solution = await solveLevel(descent, level, solved[level - 1], below[level], known)
    await descent.store(level, solution)
    solved.push(solution)
  }
  return solved
}

/** The nodes of `level` that are children of one node above; at the top, the top itself. */
function childRange({ levels }: Hierarchy, level: number, parent: number): readonly [number, number] {
  if (level === 0) return [0, 1]
  const { firstChild } = levels[level - 1]
  return [firstChild[parent], firstChild[parent + 1]]
}

function parentsOf({ levels }: Hierarchy, level: number): number {
  return level === 0 ? 1 : levels[level - 1].regions.length
}

async function measuredChildren(
  descent: Descent,
  level: number,
  parent: number,
  below: readonly Below[] | undefined,
): Promise<MeasuredChildren> {
  const { hierarchy, cells, tables, queries, read } = descent
  const [from, to] = childRange(hierarchy, level, parent)
  const values = await read(level, from, to)
  const part = below?.map(({ z, precision }, t) => {
    const size = tables[t].sizes.reduce((product, n) => product * n, 1)
    const subsets = 2 ** tables[t].sizes.length
    return { z: z.slice(from * size, to * size), precision: precision.slice(from * subsets, to * subsets) }
  })
  return { children: to - from, cells, tables, queries: queries[level], values, ...(part && { below: part }) }
}

/** For every level but the last, what is known of each node from below it, table by table. */
async function sumUpward(descent: Descent): Promise<readonly (readonly Below[])[]> {
  const { hierarchy, tables, scheduler, progress, signal } = descent
  const last = hierarchy.levels.length - 1
  const below: (readonly Below[])[] = []
  const total = hierarchy.levels.slice(0, -1).reduce((n, l) => n + l.regions.length, 0)
  progress.phase({ id: 'add-up', total })
  let done = 0
  for (let level = last; level > 0; level--) {
    const nodes = parentsOf(hierarchy, level)
    const sums = tables.map(({ sizes }) => ({
      z: new Float64Array(nodes * sizes.reduce((product, n) => product * n, 1)),
      precision: new Float64Array(nodes * 2 ** sizes.length),
    }))
    const sum = async (parent: number): Promise<readonly SummedChildren[]> =>
      scheduler.run('sumChildren', await measuredChildren(descent, level, parent, below[level]))
    const settle = async (found: readonly SummedChildren[], parent: number): Promise<void> => {
      found.forEach(({ z, precision }, t) => {
        sums[t].z.set(z, parent * z.length)
        sums[t].precision.set(precision, parent * precision.length)
      })
      progress.done(++done)
    }
    await runPieces(scheduler, range(nodes), sum, settle, signal)
    below[level - 1] = sums
  }
  return below
}

async function solveLevel(
  descent: Descent,
  level: number,
  above: LevelSolution | undefined,
  below: readonly Below[] | undefined,
  known: TreeEstimates | undefined,
): Promise<LevelSolution> {
  const { hierarchy, scheduler, progress, signal } = descent
  const parents = parentsOf(hierarchy, level)
  const solved = new Array<SolvedChildren>(parents)
  const begun = performance.now()
  let done = 0
  const { name, regions } = hierarchy.levels[level]
  const expected = solvingSeconds(regions.length, parents, descent.cells) / scheduler.width
  progress.phase({ id: 'solve', of: name, total: parents, expected })
  const solve = async (parent: number): Promise<SolvedChildren> =>
    scheduler.run('solveChildren', await taskOf(descent, level, parent, above, below, known))
  const settle = async (found: SolvedChildren, parent: number): Promise<void> => {
    solved[parent] = found
    progress.done(++done)
  }
  await runPieces(scheduler, range(parents), solve, settle, signal)
  return levelSolution(solved, descent.cells, (performance.now() - begun) / 1000)
}

async function taskOf(
  descent: Descent,
  level: number,
  parent: number,
  above: LevelSolution | undefined,
  below: readonly Below[] | undefined,
  known: TreeEstimates | undefined,
): Promise<SolveTask> {
  const { hierarchy, implied, estimate, totals, passes, kept, tables } = descent
  const [from, to] = childRange(hierarchy, level, parent)
  const children = Array.from({ length: to - from }, (_, i) => from + i)
  const { tried } = implied
  return {
    measured: {
      ...(await measuredChildren(descent, level, parent, below)),
      ...(known && { known: known.map((levels, t) => cellsOf(levels[level], tables[t], from, to)) }),
    },
    estimate,
    totals,
    ...(above && { parent: nodeCounts(above.histogram, parent) }),
    passes,
    kept: kept[level],
    tables,
    classOf: implied.classOf,
    classes: implied.classes,
    ...(above && { ofParent: implied.at(level - 1, parent) }),
    knowledge: children.map((node) => implied.at(level, node)),
    ...(tried && { tried: children.map((node) => tried(level, node)) }),
    proved: implied.proof.complete,
  }
}

function cellsOf(level: Float64Array, { sizes }: TableShape, from: number, to: number): Float64Array {
  const size = sizes.reduce((product, n) => product * n, 1)
  return level.slice(from * size, to * size)
}

function* range(length: number): Iterable<number> {
  for (let i = 0; i < length; i++) yield i
}
