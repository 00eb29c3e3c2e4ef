/** The scheduler of one machine: a pool of worker threads, so that the main thread stays free to listen for Ctrl-C. */
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Scheduler } from './scheduler.ts'

/** A pool over the functions that a worker module exports. */
export function threadPool(module: URL, threads: number = availableParallelism()): Scheduler {
  const pool = new Piscina({ filename: module.href, minThreads: 1, maxThreads: threads, idleTimeout: 10_000 })
  pool.on('error', () => {}) // a piece that fails rejects its own promise; this event would end the process
  return {
    width: threads,
    run: (name, input, transfer = []) => pool.run(input, { name, transferList: [...transfer] }),
    close: () => pool.destroy(),
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
