/**
 * How a descent is cut into chunks: ranges of parents, so that the children of a chunk are a range too. The parents of a chunk are
 * children of one chunk of the level above: a chunk can be solved as soon as that one is, and summed as soon as those below it are.
 */
import type { Hierarchy } from '../../model/index.ts'
import { solvingSeconds } from './solving-seconds.ts'

/** The chunks of one level. The parents are nodes of the level above; at the top there is one parent, which is no node. */
export interface ChunkLevel {
  /** Chunk i has the parents first[i] .. first[i + 1] - 1. */
  readonly first: Int32Array
  /** The chunk of the level above whose children its parents are; at the top 0. */
  readonly above: Int32Array
  /** Its children are the parents of the chunks below[i] .. below[i + 1] - 1 of the next level; empty at the last. */
  readonly below: Int32Array
}

/** The nodes of `level` that are children of the parents from .. to - 1; at the top, the top itself. */
export function childRange(
  { levels }: Hierarchy,
  level: number,
  from: number,
  to: number = from + 1,
): readonly [number, number] {
  if (level === 0) return [0, 1]
  const { firstChild } = levels[level - 1]
  return [firstChild[from], firstChild[to]]
}

export function parentsOf({ levels }: Hierarchy, level: number): number {
  return level === 0 ? 1 : levels[level - 1].regions.length
}

/** Answers that the children of one chunk may have, so that a worker holds a few tens of megabytes. */
const MOST_CELLS = 1 << 21

/** Chunks that should take about `seconds` each, the top first. */
export function chunkLevels(hierarchy: Hierarchy, cells: number, seconds: number): readonly ChunkLevel[] {
  const found: { first: Int32Array; above: Int32Array }[] = []
  for (const level of hierarchy.levels.keys()) {
    const first: number[] = []
    const above: number[] = []
    for (const [from, to, chunk] of familiesOf(hierarchy, level, found[level - 1]?.first)) {
      for (const start of cut(hierarchy, level, from, to, cells, seconds)) {
        first.push(start)
        above.push(chunk)
      }
    }
    found.push({ first: Int32Array.of(...first, parentsOf(hierarchy, level)), above: Int32Array.from(above) })
  }
  return found.map(({ first, above }, level) => ({ first, above, below: firstBelow(found[level + 1]?.above, above) }))
}

/** Parents that may share a chunk: the children of one chunk above, with that chunk. */
function* familiesOf(
  hierarchy: Hierarchy,
  level: number,
  firstAbove: Int32Array | undefined,
): Iterable<readonly [number, number, number]> {
  if (firstAbove === undefined) {
    yield [0, 1, 0]
    return
  }
  for (let chunk = 0; chunk + 1 < firstAbove.length; chunk++)
    yield [...childRange(hierarchy, level - 1, firstAbove[chunk], firstAbove[chunk + 1]), chunk]
}

/** Where chunks begin among the parents from .. to - 1. */
function* cut(
  hierarchy: Hierarchy,
  level: number,
  from: number,
  to: number,
  cells: number,
  seconds: number,
): Iterable<number> {
  let start = from
  for (let parent = from; parent < to; parent++) {
    const [a, b] = childRange(hierarchy, level, start, parent + 1)
    const isFull = solvingSeconds(b - a, parent + 1 - start, cells) > seconds || (b - a) * cells > MOST_CELLS
    if (!isFull || parent === start) continue
    yield start
    start = parent
  }
  if (start < to) yield start
}

function firstBelow(aboveOfNext: Int32Array | undefined, own: Int32Array): Int32Array {
  if (aboveOfNext === undefined) return new Int32Array()
  const first = new Int32Array(own.length + 1)
  for (const chunk of aboveOfNext) first[chunk + 1]++
  for (let i = 0; i < own.length; i++) first[i + 1] += first[i]
  return first
}
