/** What every command shares: `--json`, `--quiet`, examples in its help, Ctrl-C that stops at a safe point. */
import { Command } from 'commander'
import { openTerminal, type Terminal } from './terminal.ts'

export interface CommandContext {
  readonly terminal: Terminal
  readonly signal: AbortSignal
}

export function command(name: string, description: string, examples: string): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print one JSON document on stdout')
    .option('-q, --quiet', 'say nothing on the way')
    .showSuggestionAfterError(true)
    .addHelpText('after', `\nExamples:\n${examples.trim().replace(/^/gm, '  ')}`)
}

/** Runs a command's work with its terminal. The first Ctrl-C asks it to stop; the second ends it at once. */
export async function withContext(
  options: { readonly json?: boolean; readonly quiet?: boolean },
  work: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const controller = new AbortController()
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130)
    process.stderr.write('\nStopping at the next safe point; press Ctrl-C again to stop at once.\n')
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const terminal = openTerminal({ json: options.json === true, quiet: options.quiet === true })
    await work({ terminal, signal: controller.signal })
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
