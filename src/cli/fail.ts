/** How a command ends when it cannot go on: words for a mistake, a trace only for a fault of our own. */
import { CommanderError } from 'commander'
import colours from 'picocolors'
import { EXIT_CODES, RequestError } from '../request-error.ts'
import { systemFailure } from './system-error.ts'

export function fail(error: unknown, json: boolean): void {
  if (error instanceof CommanderError) {
    // commander has printed its own message; help and version are no failures
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_CODES.input
    if (json && process.exitCode !== 0) printJson({ code: 'input', message: error.message.replace(/^error: /, '') })
    return
  }
  if (error instanceof RequestError) {
    process.exitCode = EXIT_CODES[error.code]
    process.stderr.write(`${colours.red('tacet:')} ${error.message}\n`)
    if (json) printJson({ code: error.code, message: error.message, facts: error.facts })
    return
  }
  const refused = systemFailure(error)
  if (refused !== undefined) {
    process.exitCode = EXIT_CODES.input
    process.stderr.write(`${colours.red('tacet:')} ${refused}\n`)
    if (json) printJson({ code: 'input', message: refused })
    return
  }
  process.exitCode = 1
  if (isAbort(error)) {
    process.stderr.write('Stopped. Run the same command again to go on from here.\n')
    return
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `${colours.red('tacet:')} this is a fault in Tacet, not in your input. Please report it with these lines:\n${trace}\n`,
  )
  if (json) printJson({ code: 'fault', message: error instanceof Error ? error.message : String(error) })
}

function printJson(error: Readonly<Record<string, unknown>>): void {
  process.stdout.write(
    `${JSON.stringify({ error }, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`,
  )
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
