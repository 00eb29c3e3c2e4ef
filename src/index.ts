/**
 * Tacet as a library: the jobs that the command line does. The mathematics has one entry point per room: `tacet/bounds`,
 * `tacet/noise`, `tacet/privacy` and so on; those rooms are pure and run in a browser too.
 */

// Look at data.
export { describeFile, readSpec, withDatabase } from './data/index.ts'
// The five capabilities, and the measurements that top-down releases start from.
export { capabilities, capabilitiesOf, planJob, runJob, startPlan, startRun } from './jobs/index.ts'
// What has been spent.
export { LedgerFile } from './ledger/index.ts'
// Errors made for people.
export { EXIT_CODES, type RequestCode, RequestError } from './request-error.ts'
// Who watches, who works, where spending is written down.
export {
  localContext,
  type RunContext,
  type RunEvent,
  type RunOptions,
  type SchedulerFactory,
  threads,
} from './run/index.ts'
// Check a release again.
export { verifyRelease } from './verify/index.ts'
export { version } from './version.ts'
