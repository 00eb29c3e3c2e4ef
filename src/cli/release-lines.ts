/** Lines that every releasing command prints. */
import type { WorkTerminal } from './command.ts'

export const RESUMED = 'Resumed a stopped run: what it had drawn and solved was used as it was.'

export function mustNotBePublished(terminal: WorkTerminal, stamp: string | null): void {
  if (stamp !== null) terminal.mark('warning', `${stamp}:`, 'this release must not be published.')
}

const MOST_NAMES = 8

export function wrote(
  terminal: WorkTerminal,
  out: string,
  { outputs }: { readonly outputs: readonly { readonly name: string }[] },
): void {
  const names = outputs.map(({ name }) => name)
  const rest = names.length - MOST_NAMES
  const list = rest > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${rest} more` : names.join(', ')
  terminal.mark('ok', 'Wrote', `${out}: ${list}, manifest.json`)
}
