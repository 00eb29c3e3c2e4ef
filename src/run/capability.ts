/**
 * What a capability is to whoever calls it: the command line, the server, a worker, `verify`. Everything that they know of it, it
 * says here of itself; nothing has a default. A job is plain JSON, so that it can be stored, sent and written by hand; everything
 * a run makes of it follows from the job and the context.
 */
import type { z } from 'zod'
import type { Manifest } from '../release/index.ts'
import type { Spec } from '../spec/index.ts'
import type { Verifier } from '../verify/index.ts'
import type { RunContext, Working } from './context.ts'
import type { OpenWork } from './open-work.ts'
import type { Shown } from './page.ts'
import type { ChunkStore } from './shared-work.ts'
import type { Starter } from './starter.ts'
import type { WorkModule } from './work.ts'

/** A job: a spec, and what stands beside it. */
export interface SpecJob {
  readonly spec: { readonly path: string; readonly text: string }
}

/** What it says of itself is at hand at once; the code that plans, runs and verifies is loaded when it is asked to. */
export interface Capability<Job extends SpecJob, Plan, Figures, Given = Job> extends Verifier {
  /** Its name is its command too. */
  readonly name: string
  readonly words: CapabilityWords
  /** The spec, and what may stand beside it: exact numbers are text ("1/2"); no bigint, Map or function survives JSON. */
  readonly job: z.ZodType<Job, Given>
  /** Whether a spec has a part for it. */
  asks(spec: Spec): boolean
  /** A step of another capability over the same part of a spec: done alone only where it is named. */
  readonly isStep: boolean
  /** Where flags may stand in for a spec. */
  readonly flags: SpecFlags | null
  /** Whether it draws noise, and so spends from a ledger and can be simulated. */
  readonly draws: boolean
  /** Whether a release is written always, or only where a folder is asked for. */
  readonly writes: 'always' | 'when asked'
  /** What it would do, at what cost. Draws and spends nothing. */
  plan(job: Job, context: RunContext): Promise<Plan>
  run(job: Job, context: RunContext): Promise<Release<Figures>>
  /** What is shown of a plan, and of a release. */
  showPlan(plan: Plan): Promise<Shown>
  show(release: Release<Figures>, job: Job): Promise<Shown>
  /** How a spec for it begins; null where none is written from a look at a file. */
  readonly starter: (() => Promise<Starter>) | null
  /** Makes its tables and its report again from what it publishes. */
  readonly resolve: Resolver | 'cannot be solved again'
  /** What workers elsewhere may do of it; null where what it is asked can hold confidential values. */
  readonly shares: SharedPart | null
}

export interface CapabilityWords {
  /** As a heading. */
  readonly title: string
  /** What its command does, in a sentence. */
  readonly does: string
  /** What its command takes. */
  readonly takes: string
  /** Commands to try. */
  readonly examples: string
  /** What a run that is stopped has left behind. */
  readonly ifStopped: string
  /** What comparing with the truth adds. */
  readonly evaluated: string
  /** What threads do in it; null where their number is not asked for. */
  readonly threads: string | null
  /** What a release that passed every check is, and what that does not mean. */
  verified(manifest: Manifest): readonly string[]
}

/** The parts of a spec that its flags set. */
export interface SpecFlags {
  /** The field that the argument names: a file. */
  readonly data: readonly string[]
  /** Sections and fields, as `privacy.epsilon`, in the order of the help. */
  readonly fields: readonly string[]
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

/** What a run makes in a context: a release in a folder where the context names one. */
export type ReleaseIn<Context, Figures> = Context extends { readonly options: { readonly out: string } }
  ? FolderRelease<Figures>
  : Release<Figures>

export interface ResolveRequest {
  readonly release: string
  readonly manifest: Manifest
  /** The folder with the public files that the spec names. */
  readonly beside: string
  /** The folder of the release that this one extends. */
  readonly earlier: string | undefined
  readonly out: string
  readonly working: Working
}

/** Writes the tables and the report to `out` and gives their names. */
export type Resolver = (request: ResolveRequest) => Promise<readonly string[]>

export interface SharedPart {
  /** Functions that a worker elsewhere may call; none where all of it is done by whoever runs it. */
  readonly work: WorkModule | null
  /** Work in chunks, by its kind. */
  readonly kinds: Readonly<Record<string, (work: string, plan: Uint8Array, store: ChunkStore) => Promise<OpenWork>>>
}
