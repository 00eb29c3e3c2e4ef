/**
 * Tacet as a library: the jobs that the command line does. The mathematics has one entry point per room: `tacet/bounds`,
 * `tacet/noise`, `tacet/privacy` and so on; those rooms are pure and run in a browser too.
 */

// Look at data.
export { describeFile, readSpec, withDatabase } from './data/index.ts'
export {
  // Audit a table of shares, or several releases together.
  type AuditDocument,
  type AuditJob,
  auditData,
  auditLinked,
  auditShares,
  // Measure a geography privately.
  type MeasureOptions,
  type MeasureResult,
  publishAudit,
  runMeasure,
  // Release consistent private counts for every level.
  runTopdown,
  suggestDesigns,
  type TopdownOptions,
  type TopdownResult,
} from './jobs/index.ts'
// What has been spent.
export { LedgerFile } from './ledger/index.ts'
// Errors made for people.
export { EXIT_CODES, type RequestCode, RequestError } from './request-error.ts'
export { type Progress, SILENT } from './run/index.ts'
// Check a release again.
export { verifyRelease } from './verify/index.ts'
export { version } from './version.ts'
