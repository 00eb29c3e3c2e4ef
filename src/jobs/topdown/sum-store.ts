/**
 * What the way up leaves for the way down: the sums of every chunk. Small ones stay in memory; those of a large release go to the
 * run's folder, where they would otherwise be most of what is held.
 */
import { deserialize, serialize } from 'node:v8'
import type { RunFolder } from '../../run/run-folder.ts'
import type { Below } from '../../topdown/index.ts'
import type { DescentFrame } from './chunk-input.ts'

export interface SumStore {
  write(level: number, chunk: number, sums: readonly Below[]): Promise<void>
  read(level: number, chunk: number): Promise<readonly Below[]>
}

export function sumsInMemory(): SumStore {
  const held = new Map<string, readonly Below[]>()
  return {
    write: async (level, chunk, sums) => void held.set(`${level} ${chunk}`, sums),
    read: async (level, chunk) => whole(held.get(`${level} ${chunk}`)),
  }
}

/** `prefix` tells the sums of one descent from those of another. */
export function sumsInFolder(folder: RunFolder, prefix: string): SumStore {
  const fileOf = (level: number, chunk: number): string => `sum-${prefix}${level}-${chunk}.v8`
  return {
    write: (level, chunk, sums) => folder.writeState(fileOf(level, chunk), serialize(sums)),
    read: async (level, chunk) => {
      const bytes = await folder.readState(fileOf(level, chunk))
      return whole(bytes && (deserialize(bytes) as readonly Below[]))
    },
  }
}

function whole(sums: readonly Below[] | undefined): readonly Below[] {
  if (sums === undefined) throw new Error('a chunk is asked for before it was summed')
  return sums
}

/** The sums of the children of a chunk: they are the parents of the chunks below it. */
export async function sumsBelow(
  { solve: { shapes }, chunks }: Pick<DescentFrame, 'solve' | 'chunks'>,
  level: number,
  chunk: number,
  read: SumStore['read'],
): Promise<readonly Below[]> {
  const { below } = chunks[level]
  const parts: (readonly Below[])[] = []
  for (let i = below[chunk]; i < below[chunk + 1]; i++) parts.push(await read(level + 1, i))
  return shapes.map((_, t) => ({
    z: join(parts.map((part) => part[t].z)),
    precision: join(parts.map((part) => part[t].precision)),
  }))
}

function join(arrays: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const array of arrays) {
    whole.set(array, at)
    at += array.length
  }
  return whole
}
