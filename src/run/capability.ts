/**
 * What a capability is to whoever calls it: the command line, the server, a worker. A job is plain JSON, so that it can be
 * stored, sent and written by hand; everything a run makes of it follows from the job and the context.
 */
import type { z } from 'zod'
import type { Manifest } from '../release/index.ts'
import type { SpecFile } from '../spec/index.ts'
import type { RunContext } from './context.ts'

export type CapabilityName = 'measure' | 'topdown' | 'groups' | 'audit' | 'anonymize' | 'decide'

/** Its schema is at hand at once; the code that plans and runs is loaded when it is asked to. */
export interface Capability<Job, Plan, Figures> {
  readonly name: CapabilityName
  /** Exact numbers are text ("1/2"); no bigint, Map or function survives JSON. */
  readonly job: z.ZodType<Job>
  /** The job that a spec asks for. Throws when the spec has no part for this capability. */
  fromSpec(file: SpecFile): Job
  /** What it would do, at what cost. Draws and spends nothing. */
  plan(job: Job, context: RunContext): Promise<Plan>
  run(job: Job, context: RunContext): Promise<Release<Figures>>
}

/** What a run made. An audit that was asked for no folder has none. */
export interface Release<Figures> {
  readonly out: string | null
  readonly manifest: Manifest | null
  readonly figures: Figures
  /** True when a stopped run was continued. */
  readonly resumed: boolean
}

/** A release that is in a folder. */
export interface FolderRelease<Figures> extends Release<Figures> {
  readonly out: string
  readonly manifest: Manifest
}
