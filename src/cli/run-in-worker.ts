/**
 * A command's work runs in a worker; the main thread keeps the terminal and listens for signals, so that Ctrl-C and SIGTERM
 * are heard and the progress moves however busy the work is. A signal asks the work to stop at a safe point. What has not
 * stopped by then is ended: everything a run needs to resume is on the disk at any moment.
 */
import { constants } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { SHARE_ENV, Worker } from 'node:worker_threads'
import { type Ending, endingOf, report } from './ending.ts'
import { type Message, obey } from './relay.ts'
import { type OpenTerminal, openTerminal, type TerminalOptions } from './terminal.ts'

const MODULE = new URL('./command-worker.mjs', import.meta.url)
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
type Signal = (typeof SIGNALS)[number]

/** Milliseconds from a signal to the end of work that does not come to a safe point. */
const PATIENCE = 1000
/** Milliseconds for the worker to be gone; a call into the data engine can hold it. */
const GRACE = 250

/** Runs the command of this process in a worker; `ifStopped` says what a stopped one has left behind. */
export async function runInWorker(options: TerminalOptions, ifStopped: string): Promise<void> {
  const terminal = openTerminal(options)
  const worker = new Worker(MODULE, { argv: process.argv.slice(2), env: SHARE_ENV })
  const { ending, signal } = await endOf(worker, terminal)
  terminal.close()
  const code = report(ending, terminal, ifStopped)
  process.exitCode = ending.kind === 'stopped' && signal !== undefined ? 128 + constants.signals[signal] : code
  const gone = worker.terminate().then(() => true)
  if (signal === undefined || (await Promise.race([gone, wait(GRACE, false, { ref: false })]))) return
  process.kill(process.pid, signal) // nobody listens any more: the process ends here, and a shell sees the same code
}

function endOf(worker: Worker, terminal: OpenTerminal): Promise<{ ending: Ending; signal: Signal | undefined }> {
  return new Promise((resolve) => {
    let signal: Signal | undefined
    let timer: NodeJS.Timeout | undefined
    const end = (ending: Ending): void => {
      clearTimeout(timer)
      for (const name of SIGNALS) process.off(name, stop)
      resolve({ ending, signal })
    }
    const stop = (name: Signal): void => {
      if (signal !== undefined) {
        end({ kind: 'stopped' })
        return
      }
      signal = name
      terminal.note('Stopping at the next safe point.')
      worker.postMessage('stop')
      timer = setTimeout(() => end({ kind: 'stopped' }), PATIENCE)
    }
    for (const name of SIGNALS) process.on(name, stop)
    worker.on('message', (message: Message) => (message.kind === 'end' ? end(message.ending) : obey(terminal, message)))
    worker.on('error', (error) => end(endingOf(error)))
    worker.on('exit', (code) => end(endingOf(new Error(`the worker ended early, with code ${code}`))))
  })
}
