/** Draws all measurements of a plan with the spend reserved before, on threads where there are many. */
import { basename } from 'node:path'
import type { Hierarchy, SparseHistogram } from '../../model/index.ts'
import type { Confidential } from '../../privacy/index.ts'
import { sha256Text } from '../../release/index.ts'
import { type Charge, chargeAndDraw } from '../charge.ts'
import type { Progress } from '../progress.ts'
import type { RunFolder } from '../run-folder.ts'
import type { Scheduler } from '../scheduler.ts'
import { sameThread, threadPool } from '../thread-pool.ts'
import { drawMeasurements, measurementsHash } from './draw.ts'
import type { MeasurePlan } from './measure-plan.ts'
import * as worker from './measure-worker.ts'
import type { PreparedRelease } from './prepare.ts'

/** Below this many answers, starting threads would take longer than drawing them here. */
const WORTH_THREADS = 300_000

export interface DrawOptions {
  readonly seed?: string
  readonly threads?: number
  readonly progress: Progress
  readonly signal: AbortSignal
}

export interface DrawJob {
  readonly release: PreparedRelease
  readonly plan: MeasurePlan
  readonly hierarchy: Hierarchy
  readonly histogram: Confidential<SparseHistogram>
  readonly folder: RunFolder
  readonly prefix?: string
}

export async function drawPlan(job: DrawJob, options: DrawOptions): Promise<void> {
  const { plan, hierarchy, folder, prefix } = job
  await chargeAndDraw(
    folder,
    chargeOf(job, options),
    () => drawOnThreads(job, options),
    () => measurementsHash(plan, hierarchy, folder, prefix),
  )
}

/** What drawing costs, and where it is written down. */
export function chargeOf({ plan, release: { source, ledgerPath, file } }: DrawJob, { seed }: DrawOptions): Charge {
  return {
    ledgerPath,
    dataset: source.kind === 'file' ? basename(source.path) : source.from,
    unit: plan.unit,
    cost: plan.cost,
    purpose: file.spec.title ?? basename(file.path),
    specHash: sha256Text(file.text),
    seed,
  }
}

/** What is public and exact: it costs nothing, and may be looked at before anything is spent. */
export async function drawExact(job: DrawJob, options: DrawOptions): Promise<void> {
  await drawOnThreads(job, options, true)
}

async function drawOnThreads(job: DrawJob, options: DrawOptions, onlyExact = false): Promise<void> {
  const { plan, hierarchy, histogram, folder, prefix } = job
  const { seed, threads, progress, signal } = options
  const scheduler = schedulerFor(plan, threads)
  try {
    await drawMeasurements({
      plan,
      hierarchy,
      histogram,
      folder,
      scheduler,
      onlyExact,
      progress,
      signal,
      ...(prefix !== undefined && { prefix }),
      ...(seed !== undefined && { seed }),
    })
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
