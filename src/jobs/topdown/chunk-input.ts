/** What a worker is given to sum or to solve one chunk: everything that is known of its parents and their children. */
import type { Hierarchy, SparseHistogram } from '../../model/index.ts'
import type { Below, ImpliedWithTried } from '../../topdown/index.ts'
import type { CarryPlan } from './carry-plan.ts'
import { type ChunkLevel, childRange } from './chunk-plan.ts'
import type { AddedInput, ChunkInput, LevelFrame } from './chunk-work.ts'
import type { SolvePlan } from './solve-plan.ts'

/** What a descent is, but for what was measured. */
export interface DescentFrame {
  readonly hierarchy: Hierarchy
  readonly solve: Pick<SolvePlan, 'cells' | 'shapes' | 'queries' | 'estimate' | 'totals' | 'passes' | 'kept'>
  readonly implied: ImpliedWithTried
  readonly chunks: readonly ChunkLevel[]
  readonly carry: CarryPlan
}

/** Where the numbers come from: this process's memory and disk, or a store that machines share. */
export interface DescentReader {
  /** What was measured of the nodes from .. to - 1 of a level: one array a query of that level. */
  measured(level: number, from: number, to: number): Promise<readonly Float64Array[]>
  /** What is known of the children of a chunk from below them, table by table. */
  sums(level: number, chunk: number): Promise<readonly Below[]>
  /** The cells of its children by the least squares that knows what is public, table by table; undefined where there is none. */
  known(level: number, chunk: number): Promise<readonly Float64Array[] | undefined>
  /** The counts of its parents, as solved. */
  solved(level: number, chunk: number): Promise<SparseHistogram>
  /** The real counts of its parents, as they were carried down. */
  carried(level: number, chunk: number): Promise<SparseHistogram>
  /** The real counts of its children, as leaves add up to them. */
  wanted(level: number, chunk: number): Promise<SparseHistogram>
}

/** What it takes to solve one. */
export async function solveInput(
  frame: DescentFrame,
  reader: DescentReader,
  level: number,
  chunk: number,
): Promise<ChunkInput> {
  const { implied, chunks, carry } = frame
  const { first } = chunks[level]
  const isTop = level === 0
  return {
    ...(await publicInput(frame, reader, level, chunk)),
    ...(carry && { wanted: await reader.wanted(level, chunk) }),
    ...(!isTop && {
      above: await reader.solved(level, chunk),
      ofParents: nodes(first[chunk], first[chunk + 1]).map((node) => implied.at(level - 1, node)),
    }),
  }
}

/** What it takes to carry down to the children of one. */
export async function carryInput(
  frame: DescentFrame,
  reader: DescentReader,
  level: number,
  chunk: number,
): Promise<ChunkInput> {
  return {
    ...(await publicInput(frame, reader, level, chunk)),
    ...(level > 0 && { above: await reader.carried(level, chunk) }),
  }
}

/** What it takes to add up the children of one. */
export async function addedInput(
  { hierarchy, chunks }: Pick<DescentFrame, 'hierarchy' | 'chunks'>,
  reader: DescentReader,
  level: number,
  chunk: number,
): Promise<AddedInput> {
  return { firstChild: firstChildren(hierarchy, chunks, level, chunk), children: await reader.wanted(level, chunk) }
}

/** What was measured of the children of a chunk, and what is public of them. */
async function publicInput(
  frame: DescentFrame,
  reader: DescentReader,
  level: number,
  chunk: number,
): Promise<ChunkInput> {
  const { hierarchy, implied, chunks } = frame
  const { first } = chunks[level]
  const children = nodes(...childRange(hierarchy, level, first[chunk], first[chunk + 1]))
  const { tried } = implied
  const known = await reader.known(level, chunk)
  return {
    ...(await measuredInput(frame, reader, level, chunk)),
    ...(known && { known }),
    knowledge: children.map((node) => implied.at(level, node)),
    ...(tried && { tried: children.map((node) => tried(level, node)) }),
  }
}

/** What it takes to sum a chunk. */
export async function measuredInput(
  frame: DescentFrame,
  reader: DescentReader,
  level: number,
  chunk: number,
): Promise<ChunkInput> {
  const { hierarchy, solve, chunks } = frame
  const { first } = chunks[level]
  const [a, b] = childRange(hierarchy, level, first[chunk], first[chunk + 1])
  const hasBelow = solve.estimate === 'tree' && level + 1 < hierarchy.levels.length
  return {
    frame: levelFrame(frame, level),
    firstChild: firstChildren(hierarchy, chunks, level, chunk),
    values: await reader.measured(level, a, b),
    ...(hasBelow && { below: await reader.sums(level, chunk) }),
  }
}

/** Where the children of every parent of a chunk begin, numbered from the first of them. */
function firstChildren(hierarchy: Hierarchy, chunks: readonly ChunkLevel[], level: number, chunk: number): Int32Array {
  const { first } = chunks[level]
  const [from, to] = [first[chunk], first[chunk + 1]]
  const [a, b] = childRange(hierarchy, level, from, to)
  return Int32Array.from({ length: to - from + 1 }, (_, i) =>
    i === to - from ? b - a : childRange(hierarchy, level, from + i)[0] - a,
  )
}

function levelFrame({ solve, implied, carry }: DescentFrame, level: number): LevelFrame {
  const { cells, shapes, queries, estimate, totals, passes, kept } = solve
  const { classOf, classes, proof } = implied
  return {
    cells,
    tables: shapes,
    queries: queries[level],
    estimate,
    totals,
    passes,
    kept: kept[level],
    ...(carry && level > 0 && { carried: carry[level - 1] }),
    classOf,
    classes,
    proved: proof.complete,
  }
}

function nodes(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}
