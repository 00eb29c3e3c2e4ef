/** What every command shares: `--json`, `--quiet`, examples in its help, and work that can be stopped. */
import { parentPort } from 'node:worker_threads'
import { Command } from 'commander'
import { type Ending, endingOf, report } from './ending.ts'
import { exampleText } from './help.ts'
import { relayTerminal } from './relay.ts'
import { runInWorker } from './run-in-worker.ts'
import { openTerminal, type Terminal, type TerminalOptions } from './terminal.ts'
import { runUntilSignal } from './until-signal.ts'

/** The terminal of a command's work, which gives its result as a document. */
export type WorkTerminal = Omit<Terminal, 'result'> & { result(document: unknown): void }

export interface CommandContext {
  readonly terminal: WorkTerminal
  readonly signal: AbortSignal
}

export function command(name: string, description: string, examples: string): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print one JSON document on stdout')
    .option('-q, --quiet', 'print only the result, no progress and no remarks')
    .addHelpText('after', `\nExamples:\n${exampleText(examples)}`)
}

/** What a stopped command has left behind. */
export const RESUMES = 'Run the same command again to resume.'
export const NOTHING_RELEASED = 'Nothing was released.'

type Work = (context: CommandContext) => Promise<void>

let isHere = false

/** From now on commands do their work on the calling thread: for a program that runs many of them, one after the other. */
export function runCommandsHere(): void {
  isHere = true
}

/** Runs a command's work: the main thread starts the worker, which comes here with the same arguments and does it. */
export async function withContext(options: TerminalOptions, work: Work, ifStopped = ''): Promise<void> {
  if (isHere) return runHere(options, work, ifStopped)
  if (parentPort === null) return runInWorker(options, ifStopped)
  const controller = new AbortController()
  parentPort.once('message', () => controller.abort())
  await work({ terminal: withDocuments(relayTerminal(parentPort)), signal: controller.signal })
}

/**
 * Runs a command that leaves its work to threads of its own: the main thread is free to hear signals without a worker, which would load the
 * program a second time.
 */
export async function withOwnThreads(options: TerminalOptions, work: Work, ifStopped = ''): Promise<void> {
  if (isHere) return runHere(options, work, ifStopped)
  const terminal = openTerminal(options)
  const controller = new AbortController()
  const { signal } = controller
  const ending = work({ terminal: withDocuments(terminal), signal }).then(done, endingOf)
  await runUntilSignal(terminal, ifStopped, {
    begin: (end) => void ending.then(end),
    stop: () => controller.abort(),
    gone: async () => {
      await ending
    },
  })
}

function withDocuments(terminal: Terminal): WorkTerminal {
  return { ...terminal, result: (document) => terminal.result(JSON.stringify(document, plain, 2)) }
}

async function runHere(options: TerminalOptions, work: Work, ifStopped: string): Promise<void> {
  const terminal = openTerminal(options)
  const { signal } = new AbortController()
  const ending = await work({ terminal: withDocuments(terminal), signal }).then(done, endingOf)
  terminal.close()
  process.exitCode = report(ending, terminal, ifStopped)
}

function done(): Ending {
  return { kind: 'done', exitCode: Number(process.exitCode ?? 0) }
}

/** JSON has no bigint: whole numbers beyond 2^53 are printed as text. */
function plain(_: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}
