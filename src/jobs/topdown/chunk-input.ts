/** What a worker is given to sum or to solve one chunk: everything that is known of its parents and their children. */
import type { Hierarchy, SparseHistogram } from '../../model/index.ts'
import type { Below, ImpliedWithTried } from '../../topdown/index.ts'
import { type ChunkLevel, childRange } from './chunk-plan.ts'
import type { ChunkInput, LevelFrame } from './chunk-work.ts'
import type { SolvePlan } from './solve-plan.ts'

/** What a descent is, but for what was measured. */
export interface DescentFrame {
  readonly hierarchy: Hierarchy
  readonly solve: Pick<SolvePlan, 'cells' | 'shapes' | 'queries' | 'estimate' | 'totals' | 'passes' | 'kept'>
  readonly implied: ImpliedWithTried
  readonly chunks: readonly ChunkLevel[]
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
}

/** What it takes to solve one. */
export async function solveInput(
  frame: DescentFrame,
  reader: DescentReader,
  level: number,
  chunk: number,
): Promise<ChunkInput> {
  const { hierarchy, implied, chunks } = frame
  const { first } = chunks[level]
  const [from, to] = [first[chunk], first[chunk + 1]]
  const children = nodes(...childRange(hierarchy, level, from, to))
  const { tried } = implied
  const isTop = level === 0
  const known = await reader.known(level, chunk)
  return {
    ...(await measuredInput(frame, reader, level, chunk)),
    ...(known && { known }),
    ...(!isTop && {
      above: await reader.solved(level, chunk),
      ofParents: nodes(from, to).map((node) => implied.at(level - 1, node)),
    }),
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
  const [from, to] = [first[chunk], first[chunk + 1]]
  const [a, b] = childRange(hierarchy, level, from, to)
  const hasBelow = solve.estimate === 'tree' && level + 1 < hierarchy.levels.length
  return {
    frame: levelFrame(frame, level),
    firstChild: Int32Array.from({ length: to - from + 1 }, (_, i) =>
      i === to - from ? b - a : childRange(hierarchy, level, from + i)[0] - a,
    ),
    values: await reader.measured(level, a, b),
    ...(hasBelow && { below: await reader.sums(level, chunk) }),
  }
}

function levelFrame({ solve, implied }: DescentFrame, level: number): LevelFrame {
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
    classOf,
    classes,
    proved: proof.complete,
  }
}

function nodes(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}
