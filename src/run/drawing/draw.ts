/**
 * Drawing the measurements of a plan, piece by piece: a range of nodes of one level, one query. Each piece is made on a
 * worker thread and is on the disk before it counts as drawn; a resumed run reads the pieces it finds, and draws the others from
 * the same noise key.
 */

import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { drawingSeconds, type MeasurePlan, type PlannedMeasurement } from '../../measure/index.ts'
import {
  type AskedNodes,
  answersInOnePass,
  byLastLeaf,
  type Hierarchy,
  leafRanges,
  type PlaceCounts,
} from '../../model/index.ts'
import { type Confidential, deriveEach, forThread } from '../../privacy/confidential.ts'
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
  const isSimulated = request.names?.simulated === true // of plausible data, which are public
  const pieces = piecesOf(plan, hierarchy, request.names).filter(
    ({ measurement: { noise, derived } }) =>
      (request.source !== undefined || noise === 'exact') && (isSimulated || !derived),
  )
  const total = pieces.reduce((sum, piece) => sum + entriesOf(piece), 0)
  let done = 0
  const settled = (piece: Piece): void => {
    done += entriesOf(piece)
    progress.done(done)
  }
  if (request.source === undefined) progress.phase({ id: 'read-public', total })
  else progress.phase({ id: 'measure', total, expected: drawingSeconds(plan, availableParallelism()) })
  const draw = ({ piece, answers }: CountedPiece): Promise<Float64Array> => {
    const { sensitivity, budget } = piece.measurement
    const source = request.source ?? NO_NOISE
    const task: DrawTask = { answers: forThread(answers), sensitivity, budget, source, stream: piece.index }
    return scheduler.run<DrawTask, Float64Array>('draw', task)
  }
  const store = async (values: Float64Array, { piece }: CountedPiece): Promise<void> => {
    await folder.writeState(piece.file, new Uint8Array(values.buffer, values.byteOffset, values.byteLength), piece.tag)
    settled(piece)
  }
  await runPieces(scheduler, countedPieces(pieces, request, settled), draw, store, signal)
}

/** A piece with its true answers. */
interface CountedPiece {
  readonly piece: Piece
  readonly answers: Confidential<Float64Array>
}

/** Bytes of unfinished answers that one pass over the counts may hold. */
const PASS_BYTES = 1 << 28

/**
 * The pieces that are not on the disk yet, with their answers: all of them in one pass over the counts, unless the answers that
 * are not complete between two parts of the counts would be too many to hold. In which order pieces are drawn changes no draw.
 */
async function* countedPieces(
  pieces: readonly Piece[],
  { counts, folder, hierarchy }: DrawRequest,
  isThere: (piece: Piece) => void,
): AsyncGenerator<CountedPiece> {
  const ranges = hierarchy.levels.map((_, level) => leafRanges(hierarchy, level))
  for (const pass of passesOf(pieces, PASS_BYTES)) {
    const missing: (AskedNodes & { readonly piece: Piece })[] = []
    for (const piece of pass) {
      const { measurement, from, to } = piece
      if ((await folder.readState(piece.file, piece.tag)) !== undefined) isThere(piece)
      else missing.push({ piece, query: measurement.query, firstLeaf: ranges[measurement.level], from, to })
    }
    missing.sort(byLastLeaf)
    let at = 0
    for await (const answers of deriveEach(counts, (leaves) => answersInOnePass(leaves, missing)))
      yield { piece: missing[at++].piece, answers }
  }
}

/** Pieces that are counted together: at most one of each measurement is incomplete at a time, and those must fit. */
export function passesOf(pieces: readonly Piece[], bytes: number): readonly (readonly Piece[])[] {
  const passes: Piece[][] = []
  let held = Number.POSITIVE_INFINITY
  for (const [i, piece] of pieces.entries()) {
    if (piece.measurement !== pieces[i - 1]?.measurement) {
      const own = entriesOf(piece) * Float64Array.BYTES_PER_ELEMENT // the first piece of a measurement is its largest
      if (held + own > bytes) passes.push([])
      held = own + (held + own > bytes ? 0 : held)
    }
    passes[passes.length - 1].push(piece)
  }
  return passes
}

function entriesOf({ measurement, from, to }: Piece): number {
  return (to - from) * measurement.query.answers
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
