/** The scheduler of one machine: a pool of worker threads, so that the calling thread stays free. */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Scheduler, SchedulerFactory } from './scheduler.ts'

/** Pools over the functions that worker modules export, each with at most so many threads. */
export function threads(most: number = availableParallelism()): SchedulerFactory {
  return {
    open({ module }, workers = most) {
      const width = Math.max(1, Math.min(workers, most))
      const pool = new Piscina({ filename: module.href, minThreads: 1, maxThreads: width, idleTimeout: 10_000 })
      pool.on('error', () => {}) // a piece that fails rejects its own promise; this event would end the process
      return {
        width,
        run: (name, input, transfer = []) => pool.run(input, { name, transferList: [...transfer] }),
        close: () => pool.destroy(),
      }
    },
  }
}

/** Everything on the calling thread: for small work, where starting threads would take longer than the work. */
export function sameThread(functions: Readonly<Record<string, (input: never) => unknown>>): Scheduler {
  return {
    width: 1,
    run: async (name, input) => functions[name](input as never) as never,
    close: async () => {},
  }
}
