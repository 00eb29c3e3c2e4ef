import type { Scheduler } from './scheduler.ts'

/** What a worker does with a chunk, once it knows the plan. */
export interface OpenWork {
  /** What it is given to do: plain data. */
  input(step: string, chunk: number): Promise<unknown>
  /** The bytes of its result. */
  run(step: string, input: unknown, scheduler: Scheduler): Promise<Uint8Array>
}
