/** The worker of one job: it runs or plans it, and tells the thread that started it what it tells. */
import { parentPort, workerData } from 'node:worker_threads'
import { localContext, type RunOptions } from '../run/index.ts'
import { answer } from '../run/thread-answer.ts'
import { type CapabilityName, checkJob, planJob, runJob } from './registry.ts'

export interface JobTask {
  readonly act: 'run' | 'plan'
  readonly name: CapabilityName
  readonly job: unknown
  readonly options: RunOptions
}

const { act, name, job, options } = workerData as JobTask
const [stop, enough] = [new AbortController(), new AbortController()]
parentPort?.on('message', (asked: 'stop' | 'enough') => (asked === 'enough' ? enough : stop).abort())
const context = localContext(options, {
  events: (event) => parentPort?.postMessage({ kind: 'event', event }),
  signal: stop.signal,
  enough: enough.signal,
})
const isStop = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
const answered = await answer(() => {
  const checked = checkJob(name, job)
  return (act === 'run' ? runJob(name, checked, context) : planJob(name, checked, context)) as Promise<unknown>
}, isStop)
parentPort?.postMessage({ kind: 'end', answered })
