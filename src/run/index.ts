/**
 * The engine: what every release has in common.
 *
 * 1. the contract: what a capability is to whoever calls it
 * 2. the context of a run: who watches, who works, where spending is written down
 * 3. the order that every release shares, and the one place that knows it
 * 4. the folder of a run
 * 5. who works: schedulers, threads, and what may leave the process
 * 6. how long it takes
 */

// 1. the contract

export type {
  Capability,
  CapabilityWords,
  FolderRelease,
  Release,
  ResolveRequest,
  Resolver,
  SharedPart,
  SpecFlags,
  SpecJob,
} from './capability.ts'
export { type Line, Page, type Shown } from './page.ts'

// 2. the context of a run

export { localContext, type RunContext, type RunOptions, type Working, workingOf } from './context.ts'
export type { Events, Phase, PhaseId, Progress, RunEvent, Within } from './events.ts'

// 3. the order that every release shares

export type { Charge, Charged, Drawing, Spend } from './charge.ts'
export { makeRelease, type ReleaseSteps, type Site, type WrittenRelease } from './make-release.ts'

// 4. the folder of a run

export { checkOutFolder } from './out-folder.ts'
export type { RunIdentity } from './run-file.ts'
export { RunFolder } from './run-folder.ts'

// 5. who works

export type { OpenWork } from './open-work.ts'
export { runPieces, type Scheduler, type SchedulerFactory } from './scheduler.ts'
export {
  type ChunkName,
  type ChunkStore,
  chunkName,
  needs,
  planName,
  readyChunks,
  type SharedStep,
  type SharedWork,
  successors,
  type WorkSharing,
} from './shared-work.ts'
export { sameThread, threads } from './thread-pool.ts'
export { refuseConfidential, type WorkModule } from './work.ts'

// 6. how long it takes

export { formatBytes, formatSeconds, secondsLeft } from './pace.ts'
