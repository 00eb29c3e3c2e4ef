/** Reads the arguments, does what they ask, and sets the exit code. */
import { type Command, CommanderError } from 'commander'
import { didYouMean } from '../did-you-mean.ts'
import { badInput, clipped, EXIT_CODES } from '../request-error.ts'
import { endingOf, errorJson, report } from './ending.ts'
import { program } from './program.ts'
import { openTerminal } from './terminal.ts'

export async function runProgram(args: readonly string[]): Promise<void> {
  const root = program()
  await Promise.resolve()
    .then(() => checkHelp(args, root))
    .then(() => root.parseAsync(args, { from: 'user' }))
    .catch((error: unknown) => fail(error, args.includes('--json')))
}

/** Help on a command that is not there is no help. */
function checkHelp([first, name]: readonly string[], { commands }: Command): void {
  if (first !== 'help' || name === undefined || name.startsWith('-') || name === 'help') return
  const known = commands.map((command) => command.name())
  if (!known.includes(name))
    throw badInput(`There is no command "${clipped(name)}".${didYouMean(name, known)} "tacet --help" lists all.`)
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
