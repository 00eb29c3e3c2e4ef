/** A chunk summed or solved, one parent after the other. Plain data in and out, all of it public. */
import type { SparseHistogram } from '../../model/index.ts'
import type {
  Below,
  MeasuredChildren,
  MeasuredQuery,
  NodeKnowledge,
  Partition,
  TableShape,
} from '../../topdown/index.ts'
import { joinCounts, type LevelPart, levelPart, nodeCounts } from './level-solution.ts'
import { type SolvedChildren, solveChildren, sumChildren } from './solve-children.ts'

/** What all chunks of a level share. */
export interface LevelFrame {
  readonly cells: number
  readonly tables: readonly TableShape[]
  readonly queries: readonly MeasuredQuery[]
  readonly estimate: 'tree' | 'level'
  /** How much the totals of leaves weigh, times what their noise says. */
  readonly totals: number
  /** Names of queries to be met first, second and so on. */
  readonly passes: readonly (readonly string[])[]
  /** Queries in the order of their importance, of which rounding keeps those that nest; none to keep none. */
  readonly kept: readonly (readonly Partition[])[]
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
  const { frame, firstChild, above, ofParents, knowledge = [], tried } = input
  const solved: SolvedChildren[] = []
  for (let parent = 0; parent + 1 < firstChild.length; parent++) {
    const [a, b] = [firstChild[parent], firstChild[parent + 1]]
    solved.push(
      await solveChildren({
        measured: measuredOf(input, parent),
        estimate: frame.estimate,
        totals: frame.totals,
        ...(above && { parent: nodeCounts(above, parent) }),
        passes: frame.passes,
        kept: frame.kept,
        tables: frame.tables,
        classOf: frame.classOf,
        classes: frame.classes,
        ...(ofParents && { ofParent: ofParents[parent] }),
        knowledge: knowledge.slice(a, b),
        ...(tried && { tried: tried.slice(a, b) }),
        proved: frame.proved,
      }),
    )
  }
  const counts = solved.flatMap((found) => found.counts)
  return levelPart(solved, joinCounts(counts, frame.cells), from)
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
