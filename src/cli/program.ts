/** The commands of `tacet`. The code of each is loaded only when it is called: `--help` answers at once. */
import { Command } from 'commander'
import { type AnyCapability, capabilities } from '../jobs/registry.ts'
import { version } from '../version.ts'
import { visible } from '../visible-text.ts'
import { capabilityCommand } from './capability-command.ts'
import { paintFor } from './colour.ts'
import { benchCommand } from './commands/bench.ts'
import { completionCommand } from './commands/completion.ts'
import { demoCommand } from './commands/demo.ts'
import { describeCommand } from './commands/describe.ts'
import { errorCommand } from './commands/error.ts'
import { initCommand } from './commands/init.ts'
import { ledgerCommand } from './commands/ledger.ts'
import { planCommand } from './commands/plan.ts'
import { runCommand } from './commands/run.ts'
import { studioCommand } from './commands/studio.ts'
import { verifyCommand } from './commands/verify.ts'
import { workerCommand } from './commands/worker.ts'
import { carriesOut } from './field-names.ts'
import { plainHelp } from './help.ts'
import { withField } from './unknown-flag.ts'

export function program(): Command {
  const root = new Command('tacet')
    .description('Publish the statistics; keep the people silent.')
    .enablePositionalOptions() // what stands after the name of a command is that command's
    .version(version, '-V, --version', 'show the version')
    .addHelpText(
      'after',
      `
A first look at a file:            tacet describe people.csv
A worked example, end to end:      tacet demo
What a table of shares discloses:  tacet audit people.csv --rows a --columns b
Completion in your shell:          tacet completion --help

Exit codes: 0 done, 1 a check failed or a fault of Tacet, 2 bad input or spec,
3 refused by the ledger, 4 infeasible, 130 stopped by Ctrl-C, 143 by SIGTERM.`,
    )
  for (const command of [
    describeCommand(),
    initCommand(),
    planCommand(),
    ...Object.values(capabilities).map((capability) => capabilityCommand(capability as unknown as AnyCapability)),
    runCommand(),
    workerCommand(),
    verifyCommand(),
    errorCommand(),
    ledgerCommand(),
    studioCommand(),
    demoCommand(),
    benchCommand(),
    completionCommand(),
  ]) {
    root.addCommand(command)
  }
  root.hook('preAction', (_, command) => carriesOut(command))
  settle(root)
  return root
}

/** Commander's own complaints are thrown, also those of commands within commands, and shown like ours. */
function settle(command: Command): void {
  command.exitOverride().showSuggestionAfterError(true)
  plainHelp(command)
  command.configureOutput({
    outputError: (text, write) =>
      write(withField(visible(text)).replace(/^error:/, paintFor(process.stderr).tone('wrong', 'tacet:'))),
  })
  for (const inner of command.commands) settle(inner)
}
