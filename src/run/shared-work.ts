/**
 * Work that is shared out among processes and machines. Its chunks are functions of public values: whoever does one writes the same
 * bytes, so that a chunk may be done twice and counts once. Chunks stand in steps, and each says after which others it can be done.
 */

/** Where chunks are put: a folder that machines share, or a database. */
export interface ChunkStore {
  /** Undefined while it is not there. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Puts it in place, whole; one that is there already stays as it is. */
  write(name: string, bytes: Uint8Array): Promise<void>
}

export interface SharedStep {
  readonly name: string
  readonly chunks: number
  /** Chunk i needs the chunks first[i] .. end[i] - 1 of an earlier step. Absent where all can be done at once. */
  readonly after?: { readonly step: number; readonly first: readonly number[]; readonly end: readonly number[] }
}

export interface SharedWork {
  /** Its name within the run. */
  readonly id: string
  /** What kind of work it is: every worker knows how each kind is done. */
  readonly kind: string
  readonly steps: readonly SharedStep[]
}

export interface ChunkName {
  readonly work: string
  readonly step: string
  readonly chunk: number
}

export const planName = (work: string): string => `${work}/plan`
export const chunkName = ({ work, step, chunk }: ChunkName): string => `${work}/${step}/chunk-${chunk}`

/** How a run has work done elsewhere. */
export interface WorkSharing {
  readonly store: ChunkStore
  /** How long a chunk should take. */
  readonly chunkSeconds: number
  /** Resolves when the chunks of all steps are in the store; `done` hears how many of a step are. The plan must be there already. */
  finish(work: SharedWork, done: (step: number, chunks: number) => void, signal: AbortSignal): Promise<void>
}

/** The chunks that wait for a chunk. */
export function successors(
  steps: readonly SharedStep[],
  step: number,
  chunk: number,
): readonly (readonly [number, number])[] {
  return steps.flatMap(({ chunks, after }, s) => {
    if (after?.step !== step) return []
    const found: (readonly [number, number])[] = []
    for (let i = 0; i < chunks; i++) if (chunk >= after.first[i] && chunk < after.end[i]) found.push([s, i])
    return found
  })
}

/** How many chunks a chunk waits for. */
export function needs({ after }: SharedStep, chunk: number): number {
  return after === undefined ? 0 : after.end[chunk] - after.first[chunk]
}

/** The chunks that are not done and can be, as `isDone` stands. */
export function* readyChunks(
  { steps }: Pick<SharedWork, 'steps'>,
  isDone: (step: number, chunk: number) => boolean,
): Iterable<readonly [number, number]> {
  for (const [step, { chunks, after }] of steps.entries()) {
    for (let chunk = 0; chunk < chunks; chunk++) {
      if (isDone(step, chunk)) continue
      let isReady = true
      for (let i = after?.first[chunk] ?? 0; isReady && i < (after?.end[chunk] ?? 0); i++)
        isReady = isDone(after!.step, i)
      if (isReady) yield [step, chunk]
    }
  }
}
