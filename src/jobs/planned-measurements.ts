/** The measurements that a release plans, as a document and as a page: of `measure` alone, and of a release that is solved from them. */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import {
  type Estimate,
  estimateRelease,
  levelDocuments,
  type MeasurePlan,
  type PlannedFact,
  type PrivacyDocument,
  privacyDocument,
  type QueryDocument,
  queryDocuments,
} from '../measure/index.ts'
import type { Hierarchy } from '../model/index.ts'
import { readableLoss } from '../privacy/readable-loss.ts'
import { type PreparedRelease, spendOf } from '../run/drawing/prepare.ts'
import { formatBytes, formatSeconds } from '../run/pace.ts'
import type { Page } from '../run/page.ts'

export interface MeasurePlanDocument {
  readonly levels: readonly { readonly name: string; readonly nodes: number }[]
  readonly queries: readonly QueryDocument[]
  readonly privacy: PrivacyDocument
  readonly facts: readonly PlannedFact[]
  readonly remarks: readonly string[]
  readonly estimate: Estimate
  readonly ledger: string
  /** What the ledger is kept for, and what a step between neighbours is, in its words. */
  readonly dataset: string
  readonly unit: string
}

export function plannedMeasurements(
  release: PreparedRelease,
  plan: MeasurePlan,
  hierarchy: Hierarchy,
): MeasurePlanDocument {
  return {
    levels: levelDocuments(hierarchy),
    queries: queryDocuments(plan, hierarchy),
    privacy: privacyDocument(plan),
    facts: plan.facts,
    remarks: plan.remarks,
    estimate: estimateRelease(plan, availableParallelism()),
    ledger: release.ledgerPath,
    dataset: spendOf(release, undefined).dataset,
    unit: plan.unit,
  }
}

export function showMeasurements(page: Page, plan: MeasurePlanDocument): void {
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
}

/** Where the spend will be written down; before the first release, how to set a cap. */
function showLedger({ print }: Page, { ledger, dataset, unit }: MeasurePlanDocument): void {
  print(`Ledger: ${ledger}`)
  if (existsSync(ledger)) return
  print('  The first release begins it. To set a cap before that:')
  print(`  tacet ledger init ${ledger} --dataset ${dataset} --unit "${unit}"`)
}
