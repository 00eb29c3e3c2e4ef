/** `tacet plan` for a spec with a workload. */
import { existsSync } from 'node:fs'
import type { MeasurePlanDocument } from '../../jobs/index.ts'
import { readableLoss } from '../../privacy/readable-loss.ts'
import type { WorkTerminal } from '../command.ts'

export async function showMeasurePlan(terminal: WorkTerminal, plan: MeasurePlanDocument): Promise<void> {
  const { print } = terminal
  const { formatBytes, formatSeconds } = await import('../../run/pace.ts')
  const { privacy, queries, facts, remarks, estimate } = plan
  print(`Privacy loss: ${readableLoss(privacy.words)}`)
  for (const line of privacy.statement) print(`  ${readableLoss(line)}`)
  print()
  const head = ['level', 'regions', 'query', 'answers', 'budget %', 'sensitivity', 'standard error', 'margin (95 %)']
  const rows = queries.map((q) => [
    q.level,
    q.regions,
    q.query,
    q.answers,
    q.noise === 'exact' ? 'public' : `${(100 * q.share).toFixed(1)}`,
    q.sensitivity,
    q.standardError,
    q.margin95,
  ])
  terminal.table(head, rows)
  for (const fact of facts) print(`\nPublic: ${fact.words}`)
  for (const remark of remarks) print(`\nNote: ${remark}`)
  const { entries, seconds, memoryBytes, diskBytes } = estimate
  print(
    `\n${entries.toLocaleString('en')} answers; about ${formatSeconds(seconds)}, ${formatBytes(memoryBytes)} of memory, ` +
      `${formatBytes(diskBytes)} of disk while it runs.`,
  )
  showLedger(terminal, plan)
}

/** Where the spend will be written down; before the first release, how to set a cap. */
function showLedger({ print }: WorkTerminal, { ledger, dataset, unit }: MeasurePlanDocument): void {
  print(`Ledger: ${ledger}`)
  if (existsSync(ledger)) return
  print('  The first release begins it. To set a cap before that:')
  print(`  tacet ledger init ${ledger} --dataset ${dataset} --unit "${unit}"`)
}
