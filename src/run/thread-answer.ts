/** What a worker thread sends back. An error of the user's crosses threads as data: its class would not survive. */
import { type RequestCode, RequestError } from '../request-error.ts'

/** Words of shared memory between a job and whoever watches it: stop, done, of, and the best so far in hundredths. */
export type SharedControl = Int32Array

export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'refused'
      readonly code: RequestCode
      readonly message: string
      readonly facts: Readonly<Record<string, unknown>>
    }

/** Does the work and packs what comes of it. `isStop` tells the error by which the work ends when it is asked to stop. */
export async function answer<T>(
  work: () => T | Promise<T>,
  isStop: (error: unknown) => boolean = () => false,
): Promise<Answer<T>> {
  try {
    return { kind: 'done', value: await work() }
  } catch (error) {
    if (isStop(error)) return { kind: 'stopped' }
    if (error instanceof RequestError)
      return { kind: 'refused', code: error.code, message: error.message, facts: error.facts }
    throw error
  }
}

export function unpack<T>(answered: Answer<T>): T {
  if (answered.kind === 'refused') throw new RequestError(answered.code, answered.message, answered.facts)
  if (answered.kind === 'stopped') throw new DOMException('The work was stopped.', 'AbortError')
  return answered.value
}

/** Steps of one in which the best so far is told. */
export const BEST_STEPS = 100
const LARGEST = 2 ** 31 - 1

/** How a job sees its watcher. */
export function controlOf(shared: SharedControl): {
  shouldStop(): boolean
  progress(done: number, of: number): void
  best(value: number): void
} {
  return {
    shouldStop: () => Atomics.load(shared, 0) !== 0,
    progress: (done, of) => {
      Atomics.store(shared, 1, done)
      Atomics.store(shared, 2, of)
    },
    best: (value) => void Atomics.store(shared, 3, Math.min(LARGEST, Math.round(BEST_STEPS * value))),
  }
}
