/**
 * The engine: what every release has in common. A capability says what is done (`capability.ts`); `make-release.ts` is the one
 * place that knows in which order; the context says who watches, who works and where spending is written down.
 */
export type { Capability, CapabilityName, FolderRelease, Release } from './capability.ts'
export { type Charge, type Charged, chargeAndDraw, type Drawing, type Spend } from './charge.ts'
export { localContext, type RunContext, type RunOptions, type Working, workingOf } from './context.ts'
export { type Events, type Phase, type PhaseId, type Progress, type RunEvent, SILENT, type Within } from './events.ts'
export { makeRelease, type ReleaseSteps, type Site, type WrittenRelease } from './make-release.ts'
export { checkOutFolder } from './out-folder.ts'
export { formatBytes, formatSeconds, secondsLeft } from './pace.ts'
export type { RunIdentity } from './run-file.ts'
export { RunFolder } from './run-folder.ts'
export { runPieces, type Scheduler, type SchedulerFactory } from './scheduler.ts'
export { sameThread, threads } from './thread-pool.ts'
export { refuseConfidential, type WorkModule } from './work.ts'
