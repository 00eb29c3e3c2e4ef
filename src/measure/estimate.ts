/** What a release of measurements will take, before it is begun. From speeds measured on two cores of a shared machine. */
import type { MeasurePlan } from './measure-plan.ts'

/** Draws per second and worker, with storing and writing them: see docs/measured.md. */
const LAPLACE_PER_SECOND = 1.5e6
const GAUSSIAN_PER_SECOND = 0.8e6
/** Rows per second on their way into the output file. */
const WRITTEN_PER_SECOND = 8e5
/** The process itself with the data engine at rest. */
const BASE_BYTES = 3e8
/** An answer on its way into the file; beyond its memory limit the data engine spills to disk. */
const BYTES_PER_ENTRY = 100
const MOST_BYTES = 1.1e9

export interface Estimate {
  readonly entries: number
  readonly seconds: number
  readonly memoryBytes: number
  /** Of the stored measurements, while the run lasts. */
  readonly diskBytes: number
}

/** Starting, whatever there is to do. */
export const START_SECONDS = 1

/** The seconds that drawing a plan's measurements takes, without writing them. */
export function drawingSeconds({ measurements }: MeasurePlan, workers: number): number {
  const onOne = measurements.reduce((sum, m) => {
    if (m.noise === 'exact') return sum
    return sum + m.entries / (m.noise.kind === 'discrete-gaussian' ? GAUSSIAN_PER_SECOND : LAPLACE_PER_SECOND)
  }, 0)
  return onOne / workers
}

export function estimateRelease(plan: MeasurePlan, workers: number): Estimate {
  const entries = plan.measurements.reduce((sum, m) => sum + m.entries, 0)
  return {
    entries,
    seconds: START_SECONDS + drawingSeconds(plan, workers) + entries / WRITTEN_PER_SECOND,
    memoryBytes: BASE_BYTES + Math.min(BYTES_PER_ENTRY * entries, MOST_BYTES),
    diskBytes: entries * Float64Array.BYTES_PER_ELEMENT,
  }
}
