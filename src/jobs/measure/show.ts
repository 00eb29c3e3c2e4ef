/** What is shown of a plan and a release of measurements. */
import { existsSync } from 'node:fs'
import { readableLoss } from '../../privacy/readable-loss.ts'
import type { Release } from '../../run/capability.ts'
import { formatBytes, formatSeconds } from '../../run/pace.ts'
import { Page, type Shown } from '../../run/page.ts'
import { mustNotBePublished, wrote } from '../../run/release-lines.ts'
import type { MeasurePlanDocument } from './plan.ts'
import type { MeasureFigures } from './run.ts'

export function showMeasurePlan(plan: MeasurePlanDocument): Shown {
  const page = new Page()
  const { print } = page
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
  page.table(head, rows)
  for (const fact of facts) print(`\nPublic: ${fact.words}`)
  for (const remark of remarks) print(`\nNote: ${remark}`)
  const { entries, seconds, memoryBytes, diskBytes } = estimate
  print(
    `\n${entries.toLocaleString('en')} answers; about ${formatSeconds(seconds)}, ${formatBytes(memoryBytes)} of memory, ` +
      `${formatBytes(diskBytes)} of disk while it runs.`,
  )
  showLedger(page, plan)
  return page.shown(plan)
}

/** Where the spend will be written down; before the first release, how to set a cap. */
function showLedger({ print }: Page, { ledger, dataset, unit }: MeasurePlanDocument): void {
  print(`Ledger: ${ledger}`)
  if (existsSync(ledger)) return
  print('  The first release begins it. To set a cap before that:')
  print(`  tacet ledger init ${ledger} --dataset ${dataset} --unit "${unit}"`)
}

export function showMeasure({ out, manifest, figures }: Release<MeasureFigures>): Shown {
  const page = new Page()
  if (out === null || manifest === null) return page.shown(null)
  const { levels, queries, evaluation } = figures
  mustNotBePublished(page, manifest.stamp)
  page.print(`Privacy loss: ${readableLoss(String(manifest.privacy.words))}`)
  if (evaluation !== undefined) {
    const rows = evaluation.queries.map((q) => [q.level, q.query, q.meanAbsolute, q.largestAbsolute, q.bias])
    page.print()
    page.table(['level', 'query', 'mean absolute error', 'largest', 'bias'], rows)
    page.print()
  }
  wrote(page, out, manifest)
  const { stamp, runId, privacy } = manifest
  return page.shown({ out, stamp, runId, levels, queries, privacy, evaluation })
}
