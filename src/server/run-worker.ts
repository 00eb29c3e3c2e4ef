/** One run on a thread of its own: the server stays quick, and a run that fails takes nothing with it. */
import { parentPort, workerData } from 'node:worker_threads'
import { runJob } from '../jobs/index.ts'
import { RequestError } from '../request-error.ts'
import { type CapabilityName, localContext, type RunEvent, type RunOptions } from '../run/index.ts'

export interface RunRequest {
  readonly capability: CapabilityName
  readonly job: unknown
  readonly options: RunOptions
}

export type RunMessage =
  | { readonly kind: 'event'; readonly event: RunEvent }
  | { readonly kind: 'done'; readonly resumed: boolean }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string }

const port = parentPort
if (port !== null) {
  const [stop, enough] = [new AbortController(), new AbortController()]
  port.on('message', (asked: 'stop' | 'enough') => (asked === 'enough' ? enough : stop).abort())
  const send = (message: RunMessage): void => port.postMessage(message)
  const { capability, job, options } = workerData as RunRequest
  const events = (event: RunEvent): void => send({ kind: 'event', event })
  runJob(capability, job, localContext(options, { events, signal: stop.signal, enough: enough.signal }))
    .then(
      ({ resumed }) => send({ kind: 'done', resumed }),
      (error) => send(endingOf(error)),
    )
    .finally(() => port.close())
}

/** The text of an unknown error can hold what was read: it stays here. */
function endingOf(error: unknown): RunMessage {
  if (error instanceof RequestError) return { kind: 'failed', message: error.message }
  if (error instanceof Error && error.name === 'AbortError') return { kind: 'stopped' }
  const name = error instanceof Error ? error.name : 'unknown'
  return {
    kind: 'failed',
    message: `This is a fault in Tacet (${name}). The same job on the command line shows its details.`,
  }
}
