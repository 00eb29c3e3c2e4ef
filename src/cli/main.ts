#!/usr/bin/env node
/** The `tacet` command. Each command's code is loaded only when it is called: `--help` answers at once. */
import { Command } from 'commander'
import { version } from '../version.ts'
import { anonymizeCommand } from './commands/anonymize.ts'
import { auditCommand } from './commands/audit.ts'
import { benchCommand } from './commands/bench.ts'
import { decideCommand } from './commands/decide.ts'
import { demoCommand } from './commands/demo.ts'
import { describeCommand } from './commands/describe.ts'
import { groupsCommand } from './commands/groups.ts'
import { initCommand } from './commands/init.ts'
import { ledgerCommand } from './commands/ledger.ts'
import { measureCommand } from './commands/measure.ts'
import { planCommand } from './commands/plan.ts'
import { topdownCommand } from './commands/topdown.ts'
import { verifyCommand } from './commands/verify.ts'
import { fail } from './fail.ts'

const program = new Command('tacet')
  .description('Publish the statistics; keep the people silent.')
  .version(version)
  .showSuggestionAfterError(true)
  .addHelpText(
    'after',
    `
A first look:    tacet describe people.csv
A worked job:    tacet demo
What a table of shares gives away:
                 tacet audit people.csv --rows education --columns marital

Exit codes: 0 done, 2 bad input or spec, 3 refused by the ledger, 4 infeasible, 1 anything else.`,
  )

for (const command of [
  describeCommand(),
  initCommand(),
  planCommand(),
  measureCommand(),
  topdownCommand(),
  auditCommand(),
  anonymizeCommand(),
  groupsCommand(),
  decideCommand(),
  verifyCommand(),
  ledgerCommand(),
  demoCommand(),
  benchCommand(),
]) {
  program.addCommand(command)
}

// Whoever reads our output may stop reading (`| head`): that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

/** Commander's own complaints come to `fail` too, also those of commands within commands. */
function throwing(command: Command): void {
  command.exitOverride()
  for (const inner of command.commands) throwing(inner)
}
throwing(program)

program.parseAsync().catch((error: unknown) => fail(error, process.argv.includes('--json')))
