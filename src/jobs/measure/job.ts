import { z } from 'zod'
import { specRef } from '../spec-job.ts'

/** A release of measurements is asked for by a spec. */
export const measureJob = z.strictObject({ spec: specRef })

export type MeasureJob = z.output<typeof measureJob>
