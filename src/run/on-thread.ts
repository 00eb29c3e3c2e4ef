/**
 * Runs one long job in a worker of its own, with progress. It is asked to come to an end when its time is up, and ended at
 * once, with an AbortError, when the signal is given: it writes nothing.
 */
import type { Progress } from './progress.ts'
import { type Answer, type SharedControl, unpack } from './thread-answer.ts'
import { threadPool } from './thread-pool.ts'
import { unlessAborted } from './unless-aborted.ts'

export interface ThreadOptions {
  readonly progress: Progress
  readonly signal: AbortSignal
  /** Seconds after which the work is asked to come to an end; what it has by then is its answer. */
  readonly seconds?: number
}

/** How often progress is looked at, in milliseconds. */
const LOOK = 100

/** `name` is a function that the worker module exports; `task` makes its input. */
export async function onThread<T>(
  module: URL,
  name: string,
  phase: string | readonly [name: string, total: number, expected: number],
  task: (shared: SharedControl) => unknown,
  { progress, signal, seconds }: ThreadOptions,
): Promise<T> {
  const shared: SharedControl = new Int32Array(new SharedArrayBuffer(12))
  const pool = threadPool(module, 1)
  const deadline = seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + 1000 * seconds
  if (typeof phase === 'string') progress.phase(phase)
  else progress.phase(...phase)
  const watch = setInterval(() => {
    if (performance.now() > deadline) Atomics.store(shared, 0, 1)
    const total = Atomics.load(shared, 2)
    if (total > 0) progress.done(Atomics.load(shared, 1), total)
  }, LOOK)
  try {
    return unpack(await unlessAborted(pool.run<unknown, Answer<T>>(name, task(shared)), signal))
  } finally {
    clearInterval(watch)
    await pool.close()
  }
}
