/** Reads the arguments, does what they ask, and sets the exit code. */
import { CommanderError } from 'commander'
import { EXIT_CODES } from '../request-error.ts'
import { endingOf, errorJson, report } from './ending.ts'
import { program } from './program.ts'
import { openTerminal } from './terminal.ts'

export async function runProgram(args: readonly string[]): Promise<void> {
  await program()
    .parseAsync(args, { from: 'user' })
    .catch((error: unknown) => fail(error, args.includes('--json')))
}

/** What was wrong before any work began: flags and arguments. */
function fail(error: unknown, json: boolean): void {
  const terminal = openTerminal({ json })
  if (!(error instanceof CommanderError)) {
    process.exitCode = report(endingOf(error), terminal, '')
    return
  }
  // commander has printed its own message; help and version are no failures
  process.exitCode = error.exitCode === 0 ? 0 : EXIT_CODES.input
  if (process.exitCode === 0) return
  terminal.result(errorJson({ code: 'input', message: error.message.replace(/^error: /, '') }))
}
