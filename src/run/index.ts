/** The engine: what every release has in common. */
export { cellStyle } from './cell-style.ts'
export { planWarnings } from './drawing/person-warning.ts'
export {
  type PreparedRelease,
  planRelease,
  prepareRelease,
  readRegions,
} from './drawing/prepare.ts'
export type { ThreadOptions } from './on-thread.ts'
export { checkOutFolder } from './out-folder.ts'
export { formatBytes, formatSeconds, type Progress, SILENT, secondsLeft } from './progress.ts'
export type { RunIdentity } from './run-file.ts'
export { RunFolder } from './run-folder.ts'
