#!/usr/bin/env node
/** The `tacet` command. */
import { runProgram } from './run-program.ts'

// The reader of our output may stop reading (`| head`): that is no error, and no reason to leave work half done.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

await runProgram(process.argv.slice(2))
