/**
 * A job in a worker of its own, so that the thread that starts it stays free: a server keeps answering, a program keeps its
 * own work going. Everything a run needs to resume is on the disk at any moment, so one that does not stop in time is ended.
 */
import { SHARE_ENV, Worker } from 'node:worker_threads'
import { builtFolder } from '../built.ts'
import type { ReleaseIn } from '../run/capability.ts'
import type { RunEvent, RunOptions } from '../run/index.ts'
import { type Answer, unpack } from '../run/thread-answer.ts'
import type { JobTask } from './job-worker.ts'
import { type CapabilityName, checkJob, type FiguresOf, type JobInput, type PlanOf } from './registry.ts'

export interface StartOptions {
  readonly options?: RunOptions
  readonly events?: (event: RunEvent) => void
  readonly signal?: AbortSignal
  /** Given when what a search has found so far will do. */
  readonly enough?: AbortSignal
}

type Message =
  | { readonly kind: 'event'; readonly event: RunEvent }
  | { readonly kind: 'end'; readonly answered: Answer<unknown> }

/** Milliseconds from the signal to the end of work that does not come to a safe point. */
const PATIENCE = 1000

export async function startRun<N extends CapabilityName, Options extends StartOptions = StartOptions>(
  name: N,
  job: JobInput<N>,
  options: Options = {} as Options,
): Promise<ReleaseIn<Options, FiguresOf<N>>> {
  return (await inWorker('run', name, job, options)) as ReleaseIn<Options, FiguresOf<N>>
}

export async function startPlan<N extends CapabilityName>(
  name: N,
  job: JobInput<N>,
  options: StartOptions = {},
): Promise<PlanOf<N>> {
  return (await inWorker('plan', name, job, options)) as PlanOf<N>
}

function inWorker(
  act: JobTask['act'],
  name: CapabilityName,
  job: unknown,
  { options = {}, events = () => {}, signal, enough }: StartOptions,
): Promise<unknown> {
  checkJob(name, job) // what is wrong is said before a thread is started
  if (signal?.aborted) return Promise.reject(stoppedJob())
  const task: JobTask = { act, name, job, options }
  const worker = new Worker(new URL('jobs/job-worker.mjs', builtFolder), { workerData: task, env: SHARE_ENV })
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      worker.off('exit', endedEarly)
      worker.terminate().then(settle, reject)
    }
    const endedEarly = (code: number): void => reject(new Error(`the worker ended early, with code ${code}`))
    const stopped = (): void => end(() => reject(stoppedJob()))
    const stop = (): void => {
      worker.postMessage('stop')
      timer = setTimeout(stopped, PATIENCE)
    }
    worker.on('message', (message: Message) => {
      if (message.kind === 'event') events(message.event)
      else
        end(() => {
          try {
            resolve(unpack(message.answered))
          } catch (error) {
            reject(error)
          }
        })
    })
    worker.on('error', (error) => end(() => reject(error)))
    worker.on('exit', endedEarly)
    enough?.addEventListener('abort', () => worker.postMessage('enough'), { once: true })
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function stoppedJob(): DOMException {
  return new DOMException('The job was stopped.', 'AbortError')
}
