#!/usr/bin/env node
/** The `tacet` command. */
import { bearClosedOutput } from './closed-output.ts'
import { runProgram } from './run-program.ts'

bearClosedOutput(process.stdout, (words) => process.stderr.write(`${words}\n`), process)
bearClosedOutput(process.stderr, () => {}, process)

await runProgram(process.argv.slice(2))
