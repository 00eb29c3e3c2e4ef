/** `tacet plan` for a spec with `groups`. */
import type { GroupsPlanDocument } from '../../jobs/index.ts'
import type { WorkTerminal } from '../command.ts'
import { decimal, readableLoss } from '../readable.ts'

export function showGroupsPlan(terminal: WorkTerminal, plan: GroupsPlanDocument): void {
  const { print } = terminal
  if (plan.notPrivate !== null) terminal.mark('warning', 'NOT PRIVATE:', plan.notPrivate)
  print(`Groups by size, ${plan.mechanism}: ${readableLoss(plan.privacy.words)}`)
  print(`  ${plan.privacy.neighbours}\n`)
  const rows = plan.levels.map((level) => [
    level.name,
    level.regions,
    plan.sizes,
    `${(100 * Number(decimal(level.share))).toFixed(1)}`,
    level.sensitivity,
    level.predictedError,
  ])
  terminal.table(['level', 'regions', 'sizes', 'budget %', 'sensitivity', 'standard error of a large count'], rows)
  print(`\nPublished exactly, outside the guarantee: ${plan.privacy.publishedExactly.join(', ')}.`)
  print(`Ledger: ${plan.ledger}`)
}
