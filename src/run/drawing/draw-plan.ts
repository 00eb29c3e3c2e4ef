/** Draws all measurements of a plan with the spend reserved before, on threads where there are many. */
import { basename } from 'node:path'
import type { MeasurePlan } from '../../measure/index.ts'
import type { Hierarchy, SparseHistogram } from '../../model/index.ts'
import type { Confidential } from '../../privacy/index.ts'
import { sha256Text } from '../../release/index.ts'
import { type Charge, type Charged, chargeAndDraw } from '../charge.ts'
import type { NoiseSource } from '../noise-source.ts'
import type { Progress } from '../progress.ts'
import type { RunFolder } from '../run-folder.ts'
import type { Scheduler } from '../scheduler.ts'
import { sameThread, threadPool } from '../thread-pool.ts'
import { drawMeasurements, measurementsHash, planSha256 } from './draw.ts'
import * as worker from './measure-worker.ts'
import { datasetOf, ledgerOf, type PreparedRelease } from './prepare.ts'

/** Below this many answers, starting threads would take longer than drawing them here. */
const WORTH_THREADS = 300_000

export interface DrawOptions {
  readonly seed?: string
  /** Why the data get a second ledger. */
  readonly ledgerReason?: string
  readonly threads?: number
  readonly progress: Progress
  readonly signal: AbortSignal
}

export interface DrawJob {
  readonly release: PreparedRelease
  readonly plan: MeasurePlan
  readonly hierarchy: Hierarchy
  readonly histogram: Confidential<SparseHistogram>
  /** The fingerprint of what was counted. */
  readonly data: string
  readonly folder: RunFolder
  readonly prefix?: string
}

export async function drawPlan(job: DrawJob, options: DrawOptions): Promise<Charged | undefined> {
  const { plan, hierarchy, folder, data, prefix = 'measured' } = job
  return chargeAndDraw(folder, chargeOf(job, options), {
    name: prefix,
    plan: planSha256(plan),
    data,
    draw: (source) => drawOnThreads(job, options, source),
    fingerprint: () => measurementsHash(plan, hierarchy, folder, { prefix }),
  })
}

/** What drawing costs, and where it is written down. */
export function chargeOf({ plan, release }: DrawJob, { seed, ledgerReason }: DrawOptions): Charge {
  const { file } = release
  return {
    ledger: ledgerOf(release, ledgerReason),
    dataset: datasetOf(release),
    unit: plan.unit,
    cost: plan.cost,
    purpose: file.spec.title ?? basename(file.path),
    specHash: sha256Text(file.text),
    seed,
  }
}

/** What is public and exact: it costs nothing, and may be looked at before anything is spent. */
export async function drawExact(job: DrawJob, options: DrawOptions): Promise<void> {
  await drawOnThreads(job, options, undefined)
}

async function drawOnThreads(job: DrawJob, options: DrawOptions, source: NoiseSource | undefined): Promise<void> {
  const { plan, hierarchy, histogram, folder, prefix } = job
  const { threads, progress, signal } = options
  const scheduler = schedulerFor(plan, threads)
  const names = prefix === undefined ? {} : { prefix }
  try {
    await drawMeasurements({ plan, hierarchy, histogram, folder, scheduler, names, source, progress, signal })
  } finally {
    await scheduler.close()
  }
}

/** Who draws a plan: threads where there are many answers. */
export function schedulerFor(plan: MeasurePlan, threads: number | undefined): Scheduler {
  const entries = plan.measurements.reduce((sum, m) => sum + m.entries, 0)
  if (entries < WORTH_THREADS) return sameThread({ ...worker })
  return threadPool(new URL('./measure-worker.mjs', import.meta.url), threads)
}
