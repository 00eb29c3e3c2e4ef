/**
 * Runs one long job in a worker of its own, with progress. It is asked to come to an end when its time is up, and ended at
 * once, with an AbortError, when the signal is given: it writes nothing.
 */
import type { Working } from './context.ts'
import type { Phase } from './events.ts'
import { type Answer, BEST_STEPS, type SharedControl, unpack } from './thread-answer.ts'
import { unlessAborted } from './unless-aborted.ts'
import type { WorkModule } from './work.ts'

/** How often progress is looked at, in milliseconds. */
const LOOK = 100

/**
 * `name` is a function that the worker module exports; `task` makes its input. After `seconds`, or at `enough`, the work is asked to
 * come to an end, and what it has by then is its answer.
 */
export async function onThread<T>(
  work: WorkModule,
  name: string,
  phase: Phase,
  task: (shared: SharedControl) => unknown,
  { progress, signal, enough, scheduler }: Working,
  seconds = Number.POSITIVE_INFINITY,
): Promise<T> {
  const shared: SharedControl = new Int32Array(new SharedArrayBuffer(16))
  const pool = scheduler.open(work, 1)
  const deadline = performance.now() + 1000 * seconds
  progress.phase(phase)
  let best = 0
  const watch = setInterval(() => {
    if (performance.now() > deadline || enough?.aborted) Atomics.store(shared, 0, 1)
    const total = Atomics.load(shared, 2)
    if (total > 0) progress.done(Atomics.load(shared, 1), total)
    const found = Atomics.load(shared, 3)
    if (found !== best) progress.best((best = found) / BEST_STEPS)
  }, LOOK)
  try {
    return unpack(await unlessAborted(pool.run<unknown, Answer<T>>(name, task(shared)), signal))
  } finally {
    clearInterval(watch)
    await pool.close()
  }
}
