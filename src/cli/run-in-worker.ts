/**
 * A command's work runs in a worker; the main thread keeps the terminal and listens for signals, so that Ctrl-C and SIGTERM
 * are heard and the progress moves however busy the work is.
 */
import { SHARE_ENV, Worker } from 'node:worker_threads'
import { builtFolder } from '../built.ts'
import { endingOf } from './ending.ts'
import { type Message, obey } from './relay.ts'
import { openTerminal, type TerminalOptions } from './terminal.ts'
import { runUntilSignal } from './until-signal.ts'

const MODULE = new URL('cli/command-worker.mjs', builtFolder)

/** Runs the command of this process in a worker; `ifStopped` says what a stopped one has left behind. */
export async function runInWorker(options: TerminalOptions, ifStopped: string): Promise<void> {
  const terminal = openTerminal(options)
  const worker = new Worker(MODULE, { argv: process.argv.slice(2), env: SHARE_ENV })
  await runUntilSignal(terminal, ifStopped, {
    begin: (end) => {
      worker.on('message', (message: Message) =>
        message.kind === 'end' ? end(message.ending) : obey(terminal, message),
      )
      worker.on('error', (error) => end(endingOf(error)))
      worker.on('exit', (code) => end(endingOf(new Error(`the worker ended early, with code ${code}`))))
    },
    stop: () => worker.postMessage('stop'),
    gone: async () => {
      await worker.terminate()
    },
  })
}
