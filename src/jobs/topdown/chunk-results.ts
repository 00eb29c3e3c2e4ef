/**
 * What one way through a tree leaves for the next, chunk by chunk: sums of estimates on the way up, real counts on the way down and as leaves
 * add up to them. Small ones stay in memory; those of a large release go to the run's folder, where they would otherwise be most of what is held.
 */
import { deserialize, serialize } from 'node:v8'
import { joinHistograms, type SparseHistogram, sliceHistogram } from '../../model/index.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import type { Below } from '../../topdown/index.ts'
import type { DescentFrame } from './chunk-input.ts'
import { childRange } from './chunk-plan.ts'

export interface ResultKinds {
  /** What is known of the parents of a chunk from below them, table by table. */
  readonly sum: readonly Below[]
  /** The real counts of its children, as they were carried down. */
  readonly carry: SparseHistogram
  /** Those of its parents, as their leaves add up to them. */
  readonly added: SparseHistogram
}

export interface ChunkResults {
  write<K extends keyof ResultKinds>(kind: K, level: number, chunk: number, result: ResultKinds[K]): Promise<void>
  read<K extends keyof ResultKinds>(kind: K, level: number, chunk: number): Promise<ResultKinds[K]>
}

export function resultsInMemory(): ChunkResults {
  const held = new Map<string, unknown>()
  return {
    write: async (kind, level, chunk, result) => void held.set(`${kind} ${level} ${chunk}`, result),
    read: async <K extends keyof ResultKinds>(kind: K, level: number, chunk: number) =>
      whole(held.get(`${kind} ${level} ${chunk}`) as ResultKinds[K] | undefined),
  }
}

/** `prefix` tells the results of one descent from those of another. */
export function resultsInFolder(folder: RunFolder, prefix: string): ChunkResults {
  const fileOf = (kind: string, level: number, chunk: number): string => `${kind}-${prefix}${level}-${chunk}.v8`
  return {
    write: (kind, level, chunk, result) => folder.writeState(fileOf(kind, level, chunk), serialize(result)),
    read: async <K extends keyof ResultKinds>(kind: K, level: number, chunk: number) => {
      const bytes = await folder.readState(fileOf(kind, level, chunk))
      return whole(bytes && (deserialize(bytes) as ResultKinds[K]))
    },
  }
}

function whole<T>(result: T | undefined): T {
  if (result === undefined) throw new Error('a chunk is asked for before it was done')
  return result
}

type Chunked = Pick<DescentFrame, 'hierarchy' | 'solve' | 'chunks'>

/** The sums of the children of a chunk: they are the parents of the chunks below it. */
export async function sumsBelow(
  { solve: { shapes }, chunks }: Chunked,
  level: number,
  chunk: number,
  read: ChunkResults['read'],
): Promise<readonly Below[]> {
  const parts = await ofChunksBelow(chunks[level].below, chunk, (i) => read('sum', level + 1, i))
  return shapes.map((_, t) => ({
    z: join(parts.map((part) => part[t].z)),
    precision: join(parts.map((part) => part[t].precision)),
  }))
}

/** The real counts of the children of a chunk, as leaves add up to them. `last` is the level of these leaves. */
export async function wantedBelow(
  { solve: { cells }, chunks }: Chunked,
  last: number,
  level: number,
  chunk: number,
  read: ChunkResults['read'],
): Promise<SparseHistogram> {
  if (level === last) return read('carry', level, chunk)
  return joinHistograms(await ofChunksBelow(chunks[level].below, chunk, (i) => read('added', level + 1, i)), cells)
}

async function ofChunksBelow<T>(
  below: Int32Array,
  chunk: number,
  read: (chunk: number) => Promise<T>,
): Promise<readonly T[]> {
  const parts: T[] = []
  for (let i = below[chunk]; i < below[chunk + 1]; i++) parts.push(await read(i))
  return parts
}

/** The counts of the parents of a chunk: they are among the children of the chunk above it. */
export function parentsAmong(
  { hierarchy, chunks }: Pick<Chunked, 'hierarchy' | 'chunks'>,
  level: number,
  chunk: number,
  childrenAbove: SparseHistogram,
): SparseHistogram {
  const { first, above } = chunks[level]
  const up = chunks[level - 1].first
  const [start] = childRange(hierarchy, level - 1, up[above[chunk]], up[above[chunk] + 1])
  return sliceHistogram(childrenAbove, first[chunk] - start, first[chunk + 1] - start)
}

function join(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const array of arrays) {
    all.set(array, at)
    at += array.length
  }
  return all
}
