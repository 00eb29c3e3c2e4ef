/** The error of the measurements against the truth. Everything here is CONFIDENTIAL, and the release that holds it too. */
import { truthForEvaluation } from '../../data/index.ts'
import type { MeasurePlan, PlannedMeasurement } from '../../measure/index.ts'
import { answersOfLevel, type Hierarchy, leafRanges, type PlaceCounts } from '../../model/index.ts'
import type { Confidential } from '../../privacy/index.ts'
import { errorMetrics, errorsBySize } from '../../release/index.ts'
import { piecesOf, readPiece } from '../../run/drawing/draw.ts'
import type { RunFolder } from '../../run/run-folder.ts'

export interface Evaluation {
  readonly queries: readonly QueryError[]
  /** Of the totals, where they were measured. */
  readonly sizes: readonly SizeError[]
}

export interface QueryError {
  readonly level: string
  readonly query: string
  readonly meanAbsolute: number
  readonly largestAbsolute: number
  readonly totalAbsolute: number
  readonly bias: number
}

export interface SizeError {
  readonly level: string
  readonly size: string
  readonly places: number
  readonly meanAbsolute: number
  readonly meanRelative: number | null
}

export async function evaluateMeasurements(
  plan: MeasurePlan,
  hierarchy: Hierarchy,
  counts: Confidential<PlaceCounts>,
  folder: RunFolder,
): Promise<Evaluation> {
  const queries: QueryError[] = []
  const sizes: SizeError[] = []
  for (const m of plan.measurements) {
    const released = await storedAnswers(plan, hierarchy, folder, m)
    const truth = await answersOfLevel(truthForEvaluation(counts), leafRanges(hierarchy, m.level), m.query)
    const level = hierarchy.levels[m.level].name
    const { meanAbsolute, largestAbsolute, totalAbsolute, bias } = errorMetrics(released, truth)
    queries.push({ level, query: m.query.name, meanAbsolute, largestAbsolute, totalAbsolute, bias })
    if (m.query.dimensions.length === 0) sizes.push(...sizeErrors(level, released, truth))
  }
  return { queries, sizes }
}

function sizeErrors(level: string, released: Float64Array, truth: Float64Array): SizeError[] {
  return errorsBySize(released, truth)
    .filter(({ count }) => count > 0)
    .map(({ bin, count, meanAbsolute, meanRelative }) => ({
      level,
      size: bin.label,
      places: count,
      meanAbsolute,
      meanRelative: Number.isNaN(meanRelative) ? null : meanRelative,
    }))
}

async function storedAnswers(
  plan: MeasurePlan,
  hierarchy: Hierarchy,
  folder: RunFolder,
  m: PlannedMeasurement,
): Promise<Float64Array> {
  const out = new Float64Array(m.entries)
  for (const piece of piecesOf(plan, hierarchy)) {
    if (piece.measurement === m) out.set(await readPiece(folder, piece), piece.from * m.query.answers)
  }
  return out
}
