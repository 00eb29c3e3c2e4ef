/**
 * Drawing the measurements of a plan, piece by piece: a range of nodes of one level, one query. Each piece is made on a
 * worker thread and is on the disk before it counts as drawn; a resumed run reads the pieces it finds, and draws the others from
 * the same noise key.
 */

import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { drawingSeconds, type MeasurePlan, type PlannedMeasurement } from '../../measure/index.ts'
import { answersOfNodes, type Hierarchy, leafRanges, type PlaceCounts } from '../../model/index.ts'
import { type Confidential, deriveLater, forThread } from '../../privacy/confidential.ts'
import type { Progress } from '../events.ts'
import type { NoiseSource } from '../noise-source.ts'
import type { DrawTag, RunFolder } from '../run-folder.ts'
import { runPieces, type Scheduler } from '../scheduler.ts'
import type { DrawTask } from './measure-worker.ts'

/** Entries of a piece, about: large enough to be worth a thread, small enough to keep memory bounded. */
const PIECE_ENTRIES = 1 << 19

export interface Piece {
  readonly index: number
  readonly measurement: PlannedMeasurement
  readonly from: number
  readonly to: number
  /** The file it is stored in, and what that file must be. */
  readonly file: string
  readonly tag: DrawTag
}

/** Whose draws a piece is of: a prefix tells the tables and the simulations of one run apart. */
export interface PieceNames {
  readonly prefix?: string
  readonly simulated?: boolean
}

/** The pieces of a plan, always the same for the same plan. */
export function piecesOf(
  plan: MeasurePlan,
  hierarchy: Hierarchy,
  { prefix = 'measured', simulated = false }: PieceNames = {},
): readonly Piece[] {
  const pieces: Piece[] = []
  const tag = { plan: planSha256(plan), simulated }
  plan.measurements.forEach((measurement, m) => {
    const nodes = hierarchy.levels[measurement.level].regions.length
    const step = Math.max(1, Math.floor(PIECE_ENTRIES / measurement.query.answers))
    for (let from = 0; from < nodes; from += step) {
      const to = Math.min(nodes, from + step)
      pieces.push({ index: pieces.length, measurement, from, to, file: `${prefix}-${m}-${from}.f64`, tag })
    }
  })
  return pieces
}

export interface DrawRequest {
  readonly plan: MeasurePlan
  readonly hierarchy: Hierarchy
  readonly counts: Confidential<PlaceCounts>
  readonly folder: RunFolder
  readonly scheduler: Scheduler
  readonly names?: PieceNames
  /** Where the noise comes from; without it only what is exact and public is read, which costs nothing. */
  readonly source: NoiseSource | undefined
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Draws every piece that is not on the disk yet. */
export async function drawMeasurements(request: DrawRequest): Promise<void> {
  const { plan, hierarchy, folder, scheduler, progress, signal } = request
  const pieces = piecesOf(plan, hierarchy, request.names).filter(
    ({ measurement }) => request.source !== undefined || measurement.noise === 'exact',
  )
  const ranges = hierarchy.levels.map((_, level) => leafRanges(hierarchy, level))
  const total = pieces.reduce((sum, { from, to, measurement }) => sum + (to - from) * measurement.query.answers, 0)
  let done = 0
  if (request.source === undefined) progress.phase({ id: 'read-public', total })
  else progress.phase({ id: 'measure', total, expected: drawingSeconds(plan, availableParallelism()) })
  const draw = async (piece: Piece): Promise<Float64Array | undefined> => {
    if ((await folder.readState(piece.file, piece.tag)) !== undefined) return undefined
    const { measurement, from, to } = piece
    const answers = await deriveLater(request.counts, (counts) =>
      answersOfNodes(counts, ranges[measurement.level], measurement.query, from, to),
    )
    const task: DrawTask = {
      answers: forThread(answers),
      sensitivity: measurement.sensitivity,
      budget: measurement.budget,
      source: request.source ?? NO_NOISE,
      stream: piece.index,
    }
    return scheduler.run<DrawTask, Float64Array>('draw', task)
  }
  const store = async (values: Float64Array | undefined, piece: Piece): Promise<void> => {
    if (values !== undefined)
      await folder.writeState(
        piece.file,
        new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
        piece.tag,
      )
    done += (piece.to - piece.from) * piece.measurement.query.answers
    progress.done(done)
  }
  await runPieces(scheduler, pieces, draw, store, signal)
}

/** A stored piece. */
export async function readPiece(folder: RunFolder, piece: Piece): Promise<Float64Array> {
  const bytes = await folder.readState(piece.file, piece.tag)
  const expected = (piece.to - piece.from) * piece.measurement.query.answers * Float64Array.BYTES_PER_ELEMENT
  if (bytes === undefined || bytes.byteLength !== expected)
    throw new Error(`the stored measurement ${piece.file} is not whole`)
  return new Float64Array(bytes.slice().buffer)
}

/** The fingerprint of all values in the order of the pieces, each as eight bytes: it names this draw and no other. */
export async function measurementsHash(
  plan: MeasurePlan,
  hierarchy: Hierarchy,
  folder: RunFolder,
  names?: PieceNames,
): Promise<string> {
  const hash = createHash('sha256')
  for (const piece of piecesOf(plan, hierarchy, names))
    hash.update(new Uint8Array((await readPiece(folder, piece)).buffer))
  return hash.digest('hex')
}

/** Exact pieces draw nothing, so their source is never read. */
const NO_NOISE: NoiseSource = { kind: 'seed', seed: 'exact' }

const hashes = new WeakMap<MeasurePlan, string>()

/** The hash of what a plan draws: each measurement's place, query, sensitivity, budget and noise. */
export function planSha256(plan: MeasurePlan): string {
  const known = hashes.get(plan)
  if (known !== undefined) return known
  const measured = plan.measurements.map(({ level, query, entries, sensitivity, budget, noise }) => {
    const answers = createHash('sha256').update(Int32Array.from(query.answerOf)).digest('hex')
    return { level, query: query.name, answers, entries, sensitivity, budget, noise }
  })
  const text = JSON.stringify({ unit: plan.unit, measured }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const hash = createHash('sha256').update(text).digest('hex')
  hashes.set(plan, hash)
  return hash
}
