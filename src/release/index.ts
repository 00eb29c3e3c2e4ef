// The report: data in, one self-contained page out.

// Charts: data in, SVG and a table of the same numbers out.
export { renderChart } from './chart.ts'
export type {
  BarChart,
  Chart,
  ChartTable,
  DotChart,
  HeatMap,
  Histogram,
  LineChart,
  RenderedChart,
} from './chart-kinds.ts'
// The manifest of a run, and the fingerprints in it.
export {
  buildManifest,
  changedOutputs,
  MANIFEST_NAME,
  type Manifest,
  type ManifestDraft,
  readManifest,
} from './manifest.ts'
// Errors against the truth: confidential.
export {
  type ErrorMetrics,
  errorMetrics,
  errorsByLevel,
  errorsBySize,
  type LevelCounts,
  type LevelErrors,
  quantile,
  SIZE_BINS,
  type SignedQuantiles,
  type SizeBin,
  type SizeErrors,
} from './metrics.ts'
export { formatFixed, formatNumber, formatPercent, formatSignificant } from './number-format.ts'
export { renderReport } from './report.ts'
export type {
  Block,
  ChartBlock,
  Fact,
  Facts,
  Notice,
  Paragraph,
  Report,
  Section,
  Table,
  TableColumn,
} from './report-parts.ts'
export { type FileFingerprint, fingerprint, sha256Text } from './sha256-file.ts'
export { isConfidential, isNotPrivate, type Stamp, stampOf } from './stamp.ts'
