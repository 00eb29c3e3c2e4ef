/**
 * Tacet as a library: the jobs that the command line does. The mathematics has one entry point a room: `tacet/bounds`,
 * `tacet/noise`, `tacet/privacy` and so on; those rooms are pure and run in a browser too.
 */

// Look at data.
export { describeFile, withDatabase } from './data/index.ts'
// Errors made for people.
export { EXIT_CODES, type RequestCode, RequestError } from './request-error.ts'
export {
  // Audit a table of shares, or several releases together.
  type AuditDocument,
  type AuditJob,
  auditData,
  auditLinked,
  auditShares,
  // Measure a geography privately.
  LedgerFile,
  type MeasureOptions,
  type MeasureResult,
  type Progress,
  publishAudit,
  readSpec,
  runMeasure,
  // Release consistent private counts for every level.
  runTopdown,
  SILENT,
  suggestDesigns,
  type TopdownOptions,
  type TopdownResult,
  // Check a release again.
  verifyRelease,
} from './run/index.ts'
export { version } from './version.ts'
