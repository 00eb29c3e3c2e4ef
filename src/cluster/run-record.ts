/** What a shared run is: enough to begin it again where it stopped, from another terminal. */

import { type CapabilityName, capabilities } from '../jobs/index.ts'
import { badInput } from '../request-error.ts'
import type { RunOptions } from '../run/index.ts'

export const RUN_FORMAT = 'tacet-shared-run-1'

export interface RunRecord {
  readonly format: typeof RUN_FORMAT
  readonly id: string
  readonly begun: string
  /** The version of Tacet that began it: workers of another one are turned away. */
  readonly version: string
  readonly capability: CapabilityName
  /** Plain JSON, as the capability takes it; its paths are absolute. */
  readonly job: unknown
  readonly options: RunOptions
  /** After so long without a sign of life a worker's chunk is given to another. */
  readonly heartbeatSeconds: number
  /** How long a chunk should take: it decides how the work is cut, and stays for the whole run. */
  readonly chunkSeconds: number
}

export type Pace = Pick<RunRecord, 'heartbeatSeconds' | 'chunkSeconds'>

/** What a run is asked for, before it has a record. */
export type RunRequest = Pick<RunRecord, 'capability' | 'job' | 'options'>

/** What is asked of some capabilities can hold confidential values, as the sides of a decision are, and workers read the record of a run. */
export function checkPublicJob({ capability }: RunRequest): void {
  if (capabilities[capability].shares === null)
    throw badInput(
      `\`${capability}\` cannot be shared: what it is asked for can hold confidential values, and workers may read it. Run it without a run directory or a database.`,
    )
}

/** A chunk that failed again and again: it is parked with its input, and the rest continues. */
export interface ParkedChunk {
  readonly work: string
  readonly step: string
  readonly chunk: number
  readonly message: string
  readonly attempts: number
  /** Where its input was saved, to be looked into; null where it could not be read. */
  readonly input: string | null
}

export interface StepState {
  readonly work: string
  readonly step: string
  readonly chunks: number
  readonly done: number
}

export interface WorkerState {
  readonly name: string
  /** The chunk in hand. */
  readonly chunk: string
  /** Seconds since it last gave a sign of life. */
  readonly quiet: number
}

export interface RunState {
  readonly run: RunRecord
  readonly state: 'running' | 'finished' | 'cancelled'
  readonly steps: readonly StepState[]
  readonly workers: readonly WorkerState[]
  readonly parked: readonly ParkedChunk[]
}

/** Chunks failed for good, and what can still be done without them has been. */
export class ChunksParkedError extends Error {
  readonly parked: readonly ParkedChunk[]

  constructor(parked: readonly ParkedChunk[]) {
    super(`${parked.length === 1 ? 'one chunk' : `${parked.length} chunks`} could not be done`)
    this.name = 'ChunksParkedError'
    this.parked = parked
  }
}
