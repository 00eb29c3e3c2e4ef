/** The dry run of a release of measurements: levels, noise, cost, what it will take. */
import { availableParallelism } from 'node:os'
import { readHierarchy, withDatabase } from '../../data/index.ts'
import {
  type Estimate,
  estimateRelease,
  levelDocuments,
  type PlannedFact,
  type PrivacyDocument,
  privacyDocument,
  type QueryDocument,
  queryDocuments,
} from '../../measure/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import { checkReleaseColumns } from '../../run/drawing/check-columns.ts'
import { personWarnings } from '../../run/drawing/person-warning.ts'
import { planRelease, prepareRelease, spendOf } from '../../run/drawing/prepare.ts'
import { specFileOf } from '../spec-job.ts'
import type { MeasureJob } from './job.ts'

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

/** Reads which regions there are, and no count. */
export async function planMeasure({ spec }: MeasureJob, context: RunContext): Promise<MeasurePlanDocument> {
  const release = prepareRelease(specFileOf(spec))
  workingOf(context).progress.phase({ id: 'read-regions' })
  const hierarchy = await withDatabase({}, async (db) => {
    await checkReleaseColumns(db, release)
    for (const text of await personWarnings(db, release)) context.events({ kind: 'note', text })
    return readHierarchy(db, release.source, release.geography)
  })
  context.signal.throwIfAborted()
  const plan = planRelease(release, hierarchy)
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
