/**
 * What travels with a release: manifest, error figures, charts, report.
 *
 * 1. the manifest, its stamp, the fingerprints in it, and the signature over it
 * 2. the evidence: what somebody who must judge a release asks for
 * 3. errors against the truth: confidential
 * 4. charts: data in, SVG and a table of the same numbers out
 * 5. the report: data in, one self-contained page out
 */

// 1. the manifest

export {
  buildManifest,
  changedOutputs,
  MANIFEST_NAME,
  type Manifest,
  type ManifestDraft,
  readManifest,
} from './manifest.ts'
export { type FileFingerprint, fingerprint, sha256Text } from './sha256-file.ts'
export {
  isSound,
  parseSignature,
  publicKeyOf,
  publicKeyText,
  SIGNATURE_NAME,
  type Signature,
  type Signed,
  signatureOf,
} from './signature.ts'
export { isConfidential, isNotPrivate, type Stamp, stampOf } from './stamp.ts'

// 2. the evidence

export { EVIDENCE_NAME, type Evidence, evidenceOf, FIRST_SPEND, type Software } from './evidence.ts'
export { bylineOf, evidenceSection } from './evidence-section.ts'
export { definitionOf, type Guarantee } from './guarantee.ts'

// 3. errors against the truth

export {
  type ErrorMetrics,
  errorMetrics,
  errorsBySize,
  type LevelCounts,
  type SignedQuantiles,
  type SizeErrors,
} from './metrics.ts'

// 4. charts

export { classEdges, classOf } from './area-map.ts'
export { renderChart } from './chart.ts'
export type {
  AreaMap,
  BarChart,
  Chart,
  ChartTable,
  DotChart,
  HeatMap,
  Histogram,
  LineChart,
  RenderedChart,
  Ring,
} from './chart-kinds.ts'
export { type MapOutline, mapOutline } from './map-outline.ts'

// 5. the report

export { frameOf, REPORT_NAME, renderReleaseReport, reportFaults } from './release-report.ts'
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
