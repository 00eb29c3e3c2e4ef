/** `tacet plan` for a spec with `groups`. */
import type { GroupsPlanDocument } from '../../jobs/index.ts'
import { decimal, readableLoss } from '../../privacy/readable-loss.ts'
import type { WorkTerminal } from '../command.ts'

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
  if (plan.fit !== undefined) showFit(terminal, plan.fit)
  print(`\nPublished exactly, outside the guarantee: ${plan.privacy.publishedExactly.join(', ')}.`)
  print(`Ledger: ${plan.ledger}`)
}

/** The shares that fit, and how to ask for them. */
function showFit(terminal: WorkTerminal, { levels }: NonNullable<GroupsPlanDocument['fit']>): void {
  terminal.print('\nShares that fit the weights, with the standard error of a large count:\n')
  const rows = levels.map(({ name, weight, share, equalError, predictedError }) => [
    name,
    weight,
    (100 * Number(decimal(share))).toFixed(1),
    equalError,
    predictedError,
  ])
  terminal.table(['level', 'weight', 'budget %', 'with equal shares', 'with these'], rows)
  const shares = levels.map(({ name, share }) => `${JSON.stringify(name)}: ${share}`)
  terminal.print(`\nIn the spec: privacy: { levels: { ${shares.join(', ')} } }`)
}
