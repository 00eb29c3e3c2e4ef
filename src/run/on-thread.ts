/** Runs one long job on a thread of its own, with progress, and stops it when asked to or when its time is up. */
import type { Progress } from './progress.ts'
import { type Answer, type SharedControl, unpack } from './thread-answer.ts'
import { threadPool } from './thread-pool.ts'

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
  phase: string,
  task: (shared: SharedControl) => unknown,
  { progress, signal, seconds }: ThreadOptions,
): Promise<T> {
  const shared: SharedControl = new Int32Array(new SharedArrayBuffer(12))
  const pool = threadPool(module, 1)
  const deadline = seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + 1000 * seconds
  progress.phase(phase)
  const watch = setInterval(() => {
    if (signal.aborted || performance.now() > deadline) Atomics.store(shared, 0, 1)
    progress.done(Atomics.load(shared, 1))
  }, LOOK)
  try {
    return unpack(await pool.run<unknown, Answer<T>>(name, task(shared)))
  } finally {
    clearInterval(watch)
    await pool.close()
  }
}
