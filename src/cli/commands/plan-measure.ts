/** `tacet plan` for a spec with a workload. */
import { availableParallelism } from 'node:os'
import type { Hierarchy } from '../../model/index.ts'
import type { PreparedRelease } from '../../run/index.ts'
import type { WorkTerminal } from '../command.ts'
import { readableLoss } from '../readable.ts'

/** Prints the plan, and returns it as a document. */
export async function showMeasurePlan(
  terminal: WorkTerminal,
  release: PreparedRelease,
  hierarchy: Hierarchy,
): Promise<object> {
  const { print } = terminal
  const { planRelease, formatSeconds, formatBytes } = await import('../../run/index.ts')
  const { privacyDocument, queryDocuments, levelDocuments, estimateRelease } = await import('../../measure/index.ts')
  const plan = planRelease(release, hierarchy)
  const privacy = privacyDocument(plan)
  const queries = queryDocuments(plan, hierarchy)
  const levels = levelDocuments(hierarchy)
  const estimate = estimateRelease(plan, availableParallelism())
  print(`Privacy loss: ${readableLoss(privacy.words)}`)
  for (const line of privacy.statement) print(`  ${line}`)
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
  for (const fact of plan.facts) print(`\nPublic: ${fact.words}`)
  for (const remark of plan.remarks) print(`\nNote: ${remark}`)
  const { entries, seconds, memoryBytes, diskBytes } = estimate
  print(
    `\n${entries.toLocaleString('en')} answers; about ${formatSeconds(seconds)}, ${formatBytes(memoryBytes)} of memory, ` +
      `${formatBytes(diskBytes)} of disk while it runs.`,
  )
  print(`Ledger: ${release.ledgerPath}`)
  return { levels, queries, privacy, facts: plan.facts, remarks: plan.remarks, estimate, ledger: release.ledgerPath }
}
