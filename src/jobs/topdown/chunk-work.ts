/** A chunk summed, carried down or solved, one parent after the other. Plain data in and out, all of it public. */
import type { SparseHistogram } from '../../model/index.ts'
import type {
  Below,
  CarriedSums,
  MeasuredChildren,
  MeasuredQuery,
  NodeKnowledge,
  Partition,
  TableShape,
} from '../../topdown/index.ts'
import { carryChildren } from './carry-children.ts'
import { joinCounts, type LevelPart, levelPart, nodeCounts } from './level-solution.ts'
import {
  type SolvedChildren,
  type SolveTask,
  type SparseCounts,
  solveChildren,
  sparse,
  sumChildren,
} from './solve-children.ts'

/** What all chunks of a level share. */
export interface LevelFrame {
  readonly cells: number
  readonly tables: readonly TableShape[]
  readonly queries: readonly MeasuredQuery[]
  readonly estimate: 'tree' | 'level'
  /** How much the totals of leaves weigh at most, times what their noise says. */
  readonly totals: number
  /** Names of queries to be met first, second and so on. */
  readonly passes: readonly (readonly string[])[]
  /** Queries in the order of their importance, of which rounding keeps those that nest; none to keep none. */
  readonly kept: readonly (readonly Partition[])[]
  /** What parents hand down before cells are counted; absent where cells can be counted at once. */
  readonly carried?: readonly CarriedSums[]
  readonly classOf: Int32Array
  readonly classes: number
  readonly proved: boolean
}

/** Children are numbered from the first of the chunk. */
export interface ChunkInput {
  readonly frame: LevelFrame
  /** The children of parent i are firstChild[i] .. firstChild[i + 1] - 1. */
  readonly firstChild: Int32Array
  /** values[query][child * answers + answer] */
  readonly values: readonly Float64Array[]
  /** Of each table; absent when the children are leaves, or each level is solved from its own measurements. */
  readonly below?: readonly Below[]
  /** Of each table, by the least squares that knows what is public: [child * cells + cell]. */
  readonly known?: readonly Float64Array[]
  /** The real counts that leaves add up to, of the children; absent where cells can be counted at once, and while they are carried. */
  readonly wanted?: SparseHistogram
  /** The parents' people; absent at the top. */
  readonly above?: SparseHistogram
  readonly ofParents?: readonly NodeKnowledge[]
  readonly knowledge?: readonly NodeKnowledge[]
  readonly tried?: readonly NodeKnowledge[]
}

/** The sums of the parents of a chunk, table by table, one parent after the other. */
export function sumChunk(input: ChunkInput): readonly Below[] {
  const parents = input.firstChild.length - 1
  const sums = input.frame.tables.map(({ sizes }) => ({
    z: new Float64Array(parents * cellsOf(sizes)),
    precision: new Float64Array(parents * 2 ** sizes.length),
  }))
  for (let parent = 0; parent < parents; parent++) {
    sumChildren(measuredOf(input, parent)).forEach(({ z, precision }, t) => {
      sums[t].z.set(z, parent * z.length)
      sums[t].precision.set(precision, parent * precision.length)
    })
  }
  return sums
}

/** The children of a chunk. `from`: the number of its first parent in its level. */
export async function solveChunk({
  input,
  from,
}: {
  readonly input: ChunkInput
  readonly from: number
}): Promise<LevelPart> {
  const { frame, ofParents, wanted } = input
  const solved: SolvedChildren[] = []
  for (const { parent, first, end, task } of tasksOf(input)) {
    const own = wanted && Array.from({ length: end - first }, (_, i) => nodeCounts(wanted, first + i))
    solved.push(
      await solveChildren({
        ...task,
        kept: frame.kept,
        ...(own && { wanted: own }),
        ...(ofParents && { ofParent: ofParents[parent] }),
      }),
    )
  }
  const counts = solved.flatMap((found) => found.counts)
  return levelPart(solved, joinCounts(counts, frame.cells), from)
}

/** The same in real numbers, as far as they are known. */
export function carryChunk(input: ChunkInput): SparseHistogram {
  const { cells, carried = [] } = input.frame
  const counts: SparseCounts[] = []
  for (const { task } of tasksOf(input)) counts.push(...carryChildren({ ...task, carried }))
  return joinCounts(counts, cells)
}

/** What there is to solve of each parent. */
function* tasksOf(input: ChunkInput): Iterable<{
  readonly parent: number
  readonly first: number
  readonly end: number
  readonly task: Omit<SolveTask, 'kept'>
}> {
  const { frame, firstChild, above, knowledge = [], tried } = input
  const { estimate, totals, passes, tables, classOf, classes, proved } = frame
  for (let parent = 0; parent + 1 < firstChild.length; parent++) {
    const [first, end] = [firstChild[parent], firstChild[parent + 1]]
    const task = {
      measured: measuredOf(input, parent),
      ...{ estimate, totals, passes, tables, classOf, classes, proved },
      ...(above && { parent: nodeCounts(above, parent) }),
      knowledge: knowledge.slice(first, end),
      ...(tried && { tried: tried.slice(first, end) }),
    }
    yield { parent, first, end, task }
  }
}

/** Real counts of children, and where those of each parent begin. */
export interface AddedInput {
  readonly firstChild: Int32Array
  readonly children: SparseHistogram
}

/** The sums of the children of every parent. */
export function addChunk({ firstChild, children }: AddedInput): SparseHistogram {
  const { cells } = children
  const sums: SparseCounts[] = []
  for (let parent = 0; parent + 1 < firstChild.length; parent++) {
    const sum = new Float64Array(cells)
    const [from, to] = [children.start[firstChild[parent]], children.start[firstChild[parent + 1]]]
    for (let i = from; i < to; i++) sum[children.cell[i]] += children.count[i]
    sums.push(sparse(sum))
  }
  return joinCounts(sums, cells)
}

function measuredOf({ frame, firstChild, values, below, known }: ChunkInput, parent: number): MeasuredChildren {
  const { cells, tables, queries } = frame
  const [a, b] = [firstChild[parent], firstChild[parent + 1]]
  const part = below?.map(({ z, precision }, t) => {
    const [size, subsets] = [cellsOf(tables[t].sizes), 2 ** tables[t].sizes.length]
    return { z: z.subarray(a * size, b * size), precision: precision.subarray(a * subsets, b * subsets) }
  })
  return {
    children: b - a,
    cells,
    tables,
    queries,
    values: values.map((all, q) => all.subarray(a * queries[q].answers, b * queries[q].answers)),
    ...(part && { below: part }),
    ...(known && {
      known: known.map((all, t) => all.subarray(a * cellsOf(tables[t].sizes), b * cellsOf(tables[t].sizes))),
    }),
  }
}

export function cellsOf(sizes: readonly number[]): number {
  return sizes.reduce((product, n) => product * n, 1)
}
