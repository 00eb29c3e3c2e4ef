/** `tacet plan` for a spec with `groups`. */
import type { GroupsPlanDocument } from '../../run/index.ts'
import { textTable } from '../table.ts'

export function showGroupsPlan(print: (line?: string) => void, plan: GroupsPlanDocument): void {
  if (plan.notPrivate !== null) print(`NOT PRIVATE: ${plan.notPrivate}`)
  print(`Groups by size, ${plan.mechanism}: ${plan.privacy.words}`)
  print(`  ${plan.privacy.neighbours}\n`)
  const rows = plan.levels.map((level) => [
    level.name,
    level.regions,
    plan.sizes,
    level.share,
    level.sensitivity,
    level.predictedError,
  ])
  print(textTable(['level', 'regions', 'sizes', 'share', 'sensitivity', 'standard error of a large count'], rows))
  print(`\nLedger: ${plan.ledger}`)
}
