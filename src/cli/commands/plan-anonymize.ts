/** `tacet plan` for a spec with `anonymize`. */
import type { AnonymizePlan } from '../../jobs/index.ts'
import type { WorkTerminal } from '../command.ts'

export async function showAnonymizePlan(terminal: WorkTerminal, plan: AnonymizePlan): Promise<void> {
  const { formatSeconds } = await import('../../run/pace.ts')
  const { records, k, attributes, method, seconds, mostSuppressed } = plan
  terminal.print(`${records.toLocaleString('en')} records, each to be alike to ${k - 1} others.`)
  terminal.print()
  terminal.table(
    ['quasi-identifier', 'weight'],
    attributes.map(({ name, weight }) => [name, weight]),
  )
  terminal.print(
    `\nMethod ${method}, ${formatSeconds(seconds)} at most. Records that may be suppressed: ${mostSuppressed}.`,
  )
}
