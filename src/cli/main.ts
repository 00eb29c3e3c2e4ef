#!/usr/bin/env node
/** The `tacet` command. */
import { CommanderError } from 'commander'
import { EXIT_CODES } from '../request-error.ts'
import { endingOf, errorJson, report } from './ending.ts'
import { program } from './program.ts'
import { openTerminal } from './terminal.ts'

// The reader of our output may stop reading (`| head`): that is no error, and no reason to leave work half done.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

program().parseAsync().catch(fail)

/** What was wrong before any work began: flags and arguments. */
function fail(error: unknown): void {
  const terminal = openTerminal({ json: process.argv.includes('--json') })
  if (!(error instanceof CommanderError)) {
    process.exitCode = report(endingOf(error), terminal, '')
    return
  }
  // commander has printed its own message; help and version are no failures
  process.exitCode = error.exitCode === 0 ? 0 : EXIT_CODES.input
  if (process.exitCode === 0) return
  terminal.result(errorJson({ code: 'input', message: error.message.replace(/^error: /, '') }))
}
