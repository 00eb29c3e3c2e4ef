import { unlessAborted } from './unless-aborted.ts'
import type { WorkModule } from './work.ts'

/**
 * Who does the pieces of a run. The plan is the same on threads here or on workers elsewhere: pieces are independent,
 * named by plain data, and may come back in any order.
 */
export interface Scheduler {
  /** How many pieces can be in the making at once. */
  readonly width: number
  /** Does one piece of work with the function of that name exported by the worker module. */
  run<I, O>(name: string, input: I, transfer?: readonly ArrayBuffer[]): Promise<O>
  close(): Promise<void>
}

/** Who can be asked for workers: threads here, or machines elsewhere. */
export interface SchedulerFactory {
  /** `workers`: no more than so many at once. */
  open(work: WorkModule, workers?: number): Scheduler
}

/**
 * Feeds pieces to a scheduler, a few ahead of what it can do at once, so that memory stays bounded however many there
 * are, and pieces that are yet to be made are made as they are asked for. `settle` receives results as they come. When asked to
 * stop, what is being settled is, and unfinished pieces are dropped.
 */
export async function runPieces<P, O>(
  scheduler: Scheduler,
  pieces: Iterable<P> | AsyncIterable<P>,
  doPiece: (piece: P) => Promise<O>,
  settle: (output: O, piece: P) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const queue = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  const lane = async (): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const next = await unlessAborted(Promise.resolve(queue.next()), signal)
      if (next.done === true) return
      await settle(await unlessAborted(doPiece(next.value), signal), next.value)
    }
  }
  const lanes = Array.from({ length: scheduler.width + 1 }, lane)
  const ends = await Promise.allSettled(lanes)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
