// The report: data in, one self-contained page out.

// Charts: data in, SVG and a table of the same numbers out.
export {
  type BarChart,
  type Chart,
  type ChartTable,
  type DotChart,
  type HeatMap,
  type Histogram,
  type LineChart,
  type RenderedChart,
  renderChart,
} from './chart.ts'
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
export {
  type Block,
  type ChartBlock,
  type Fact,
  type Facts,
  type Notice,
  type Paragraph,
  type Report,
  renderReport,
  type Section,
  type Table,
  type TableColumn,
} from './report.ts'
export { type FileFingerprint, fingerprint, sha256Text } from './sha256-file.ts'
export { isConfidential, isNotPrivate, type Stamp, stampOf } from './stamp.ts'
