/** The drawing of all measurements of a plan and what it costs, on threads where there are many. */
import { basename } from 'node:path'
import type { MeasurePlan } from '../../measure/index.ts'
import type { Hierarchy, PlaceCounts } from '../../model/index.ts'
import type { Confidential } from '../../privacy/index.ts'
import { sha256Text } from '../../release/index.ts'
import type { Working } from '../context.ts'
import type { PaidDrawing, Site } from '../make-release.ts'
import type { NoiseSource } from '../noise-source.ts'
import type { RunFolder } from '../run-folder.ts'
import type { Scheduler } from '../scheduler.ts'
import { sameThread } from '../thread-pool.ts'
import { drawMeasurements, measurementsHash, planSha256 } from './draw.ts'
import { MEASURE_WORK } from './measure-work.ts'
import * as worker from './measure-worker.ts'
import { datasetOf, ledgerOf, type PreparedRelease } from './prepare.ts'

/** Below this many answers, starting threads would take longer than drawing them here. */
const WORTH_THREADS = 300_000

export interface DrawJob {
  readonly release: PreparedRelease
  readonly plan: MeasurePlan
  readonly hierarchy: Hierarchy
  readonly counts: Confidential<PlaceCounts>
  /** The fingerprint of what was counted. */
  readonly data: string
  readonly prefix?: string
}

/** `seed`: every draw follows from it, and nothing is charged. */
export function paidDrawing(job: DrawJob, site: Site, seed: string | undefined): PaidDrawing {
  const { plan, hierarchy, data, release, prefix = 'measured' } = job
  const { file } = release
  return {
    charge: {
      ledger: ledgerOf(release, site.context.options.ledgerReason),
      dataset: datasetOf(release),
      unit: plan.unit,
      cost: plan.cost,
      purpose: file.spec.title ?? basename(file.path),
      specHash: sha256Text(file.text),
      seed,
    },
    drawing: {
      name: prefix,
      plan: planSha256(plan),
      data,
      draw: (source) => drawOnThreads(job, site, source),
      fingerprint: () => measurementsHash(plan, hierarchy, site.folder, { prefix }),
    },
  }
}

/** What is public and exact: it costs nothing, and may be looked at before anything is spent. */
export async function drawExact(job: DrawJob, site: Site): Promise<void> {
  await drawOnThreads(job, site, undefined)
}

async function drawOnThreads(
  { plan, hierarchy, counts, prefix }: DrawJob,
  site: Working & { readonly folder: RunFolder },
  source: NoiseSource | undefined,
): Promise<void> {
  const { folder, progress, signal } = site
  const scheduler = schedulerFor(plan, site)
  const names = prefix === undefined ? {} : { prefix }
  try {
    await drawMeasurements({ plan, hierarchy, counts, folder, scheduler, names, source, progress, signal })
  } finally {
    await scheduler.close()
  }
}

/** Who draws a plan: threads where there are many answers. */
export function schedulerFor(plan: MeasurePlan, { scheduler }: Pick<Working, 'scheduler'>): Scheduler {
  const entries = plan.measurements.reduce((sum, m) => sum + m.entries, 0)
  return entries < WORTH_THREADS ? sameThread({ ...worker }) : scheduler.open(MEASURE_WORK)
}
