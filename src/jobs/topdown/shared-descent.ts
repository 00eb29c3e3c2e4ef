/**
 * A descent that other processes do. The process that runs the release puts what was measured and the plan into a store; a worker reads them
 * there, and with them what other workers have found. All of it is public.
 */
import { deserialize, serialize } from 'node:v8'
import type { Hierarchy } from '../../model/index.ts'
import { badInput } from '../../request-error.ts'
import type { OpenWork } from '../../run/open-work.ts'
import {
  type ChunkName,
  type ChunkStore,
  chunkName,
  planName,
  type SharedStep,
  type SharedWork,
  type WorkSharing,
} from '../../run/shared-work.ts'
import { deriveWithTried, type Knowledge } from '../../topdown/index.ts'
import { type CarryPlan, planCarry } from './carry-plan.ts'
import {
  addedInput,
  carryInput,
  type DescentFrame,
  type DescentReader,
  measuredInput,
  solveInput,
} from './chunk-input.ts'
import { type ChunkLevel, childRange, chunkLevels } from './chunk-plan.ts'
import { parentsAmong, type ResultKinds, sumsBelow, wantedBelow } from './chunk-results.ts'
import type { LevelStore } from './descend.ts'
import { type LevelPart, type LevelSolution, type SolveSummary, together } from './level-solution.ts'
import { MeasuredPieces, type StoredPiece } from './measured-pieces.ts'
import type { SolveRequest } from './solve-request.ts'
import { knownCells } from './whole-tree.ts'

export const DESCENT = 'descent'

/** What a worker must know of a descent. */
interface DescentPlan {
  readonly hierarchy: Hierarchy
  readonly solve: DescentFrame['solve']
  readonly knowledge: Knowledge
  readonly chunks: readonly ChunkLevel[]
  readonly carry: CarryPlan
  /** Whether there is an estimate that knows what is public. */
  readonly knows: boolean
  /** Of each table, of each measurement, where its values are. */
  readonly pieces: readonly (readonly (readonly StoredPiece[])[])[]
}

/** The ways through the tree, by what their chunks are called. */
type Way = keyof ResultKinds | 'level'

const stepOf = (way: Way, level: number): string => `${way}-${level}`
const measuredName = (file: string): string => `measured/${file}`
const KNOWN = 'known'

/** Has a descent done elsewhere, and puts the levels together. */
export async function shareDescent(
  request: SolveRequest,
  id: string,
  sharing: WorkSharing,
  into: LevelStore,
): Promise<readonly LevelSolution[]> {
  const { hierarchy, solve, stores, knowledge, implied, working } = request
  const { cells, shapes, queries, estimate, totals, passes, kept } = solve
  await refuseOtherDraw(sharing.store, request.folder.runId)
  const chunks = chunkLevels(hierarchy, cells, sharing.chunkSeconds)
  for (const store of stores) await store.copyTo((file, bytes) => sharing.store.write(measuredName(file), bytes))
  const plan: DescentPlan = {
    hierarchy,
    solve: { cells, shapes, queries, estimate, totals, passes, kept },
    knowledge,
    chunks,
    carry: planCarry(hierarchy, solve, knowledge, implied),
    knows: await shareKnown(request, id, chunks, sharing.store),
    pieces: stores.map(({ pieces }) => pieces),
  }
  await sharing.store.write(planName(id), serialize(plan))
  const steps = stepsOf(chunks, estimate, plan.carry !== undefined)
  const done = steps.map(() => 0)
  working.progress.phase({ id: 'solve', total: steps.reduce((sum, step) => sum + step.chunks, 0) })
  const work: SharedWork = { id, kind: DESCENT, steps }
  const watch = (step: number, count: number): void => {
    done[step] = count
    working.progress.done(done.reduce((sum, own) => sum + own, 0))
  }
  await sharing.finish(work, watch, working.signal)
  const levels: LevelSolution[] = []
  for (const level of hierarchy.levels.keys())
    levels.push(await gatherLevel(sharing.store, id, level, hierarchy, chunks[level], into))
  return levels
}

/** Puts the estimate that knows what is public where workers find it, chunk by chunk; false where there is none. */
async function shareKnown(
  { hierarchy, solve, implied, stores }: SolveRequest,
  work: string,
  chunks: readonly ChunkLevel[],
  store: ChunkStore,
): Promise<boolean> {
  const known = await knownCells({ hierarchy, solve, implied, chunks }, (level, from, to) =>
    Promise.all(solve.queries[level].map(({ table, measurement }) => stores[table].read(measurement, from, to))),
  )
  if (known === undefined) return false
  for (const [level, { above }] of chunks.entries())
    for (const chunk of above.keys())
      await store.write(chunkName({ work, step: `${KNOWN}-${level}`, chunk }), serialize(known(level, chunk)))
  return true
}

/** What was measured for another draw must never be solved as this one's. */
async function refuseOtherDraw(store: ChunkStore, runId: string): Promise<void> {
  await store.write(DRAW, new TextEncoder().encode(runId))
  const found = new TextDecoder().decode(await store.read(DRAW))
  if (found === runId) return
  throw badInput(
    'The shared work that is there belongs to another draw of this run, whose folder is gone. Begin with a new run directory; in a ' +
      'database, have that run forgotten first (tacet run cancel).',
  )
}

const DRAW = 'draw'

async function gatherLevel(
  store: ChunkStore,
  work: string,
  level: number,
  hierarchy: Hierarchy,
  { above, first }: ChunkLevel,
  into: LevelStore,
): Promise<LevelSolution> {
  const counts = into.keep(level)
  const met: SolveSummary[] = []
  for (const chunk of above.keys()) {
    const { histogram, ...summary } = await readChunk<LevelPart>(store, { work, step: stepOf('level', level), chunk })
    await counts.write({ from: childRange(hierarchy, level, first[chunk])[0], histogram })
    met.push(summary)
  }
  return into.store(level, together(met), counts)
}

/** Up from the leaves' parents to the top, then down; where cells are left free, down, up and down again. */
function stepsOf(chunks: readonly ChunkLevel[], estimate: 'tree' | 'level', carries: boolean): readonly SharedStep[] {
  const steps: SharedStep[] = []
  const up = (way: Way): void => {
    for (let level = chunks.length - 1; level > 0; level--) {
      const { above, below } = chunks[level]
      const isLast = level === chunks.length - 1
      const own = (_: unknown, chunk: number): number => chunk
      const first = isLast ? Array.from(above, own) : [...below.subarray(0, -1)]
      const end = isLast ? first.map((chunk) => chunk + 1) : [...below.subarray(1)]
      const after = steps.length > 0 && { after: { step: steps.length - 1, first, end } }
      steps.push({ name: stepOf(way, level), chunks: above.length, ...after })
    }
  }
  const down = (way: Way): void => {
    for (const [level, { above }] of chunks.entries()) {
      const after = { step: steps.length - 1, first: [...above], end: Array.from(above, (chunk) => chunk + 1) }
      steps.push({ name: stepOf(way, level), chunks: above.length, ...(steps.length > 0 && { after }) })
    }
  }
  if (estimate === 'tree') up('sum')
  if (carries) {
    down('carry')
    up('added')
  }
  down('level')
  return steps
}

async function readChunk<T>(store: ChunkStore, name: ChunkName): Promise<T> {
  const bytes = await store.read(chunkName(name))
  if (bytes === undefined) throw new Error(`${chunkName(name)} is not there`)
  return deserialize(bytes) as T
}

export function openDescent(id: string, planBytes: Uint8Array, store: ChunkStore): OpenWork {
  const plan = deserialize(planBytes) as DescentPlan
  const { hierarchy, knowledge } = plan
  const frame: DescentFrame = { ...plan, implied: deriveWithTried(hierarchy, knowledge) }
  const reader = storeReader(id, plan, frame, store)
  return {
    input: async (step, chunk) => {
      const { way, level } = wayOf(step)
      if (way === 'sum') return measuredInput(frame, reader, level, chunk)
      if (way === 'carry') return carryInput(frame, reader, level, chunk)
      if (way === 'added') return addedInput(frame, reader, level, chunk)
      return { input: await solveInput(frame, reader, level, chunk), from: plan.chunks[level].first[chunk] }
    },
    run: async (step, input, scheduler) => serialize(await scheduler.run(WORK[wayOf(step).way], input)),
  }
}

/** What a worker thread calls it. */
const WORK = { sum: 'sumChunk', carry: 'carryChunk', added: 'addChunk', level: 'solveChunk' } as const

function wayOf(step: string): { readonly way: Way; readonly level: number } {
  const [way, level] = step.split('-')
  return { way: way as Way, level: Number(level) }
}

function storeReader(work: string, plan: DescentPlan, frame: DescentFrame, store: ChunkStore): DescentReader {
  const load = async (file: string): Promise<Float64Array> => {
    const bytes = await store.read(measuredName(file))
    if (bytes === undefined) throw new Error(`the measurements ${file} are not there`)
    return new Float64Array(bytes.slice().buffer)
  }
  const tables = plan.pieces.map((pieces) => new MeasuredPieces(pieces, load))
  const { queries } = plan.solve
  const result = <K extends keyof ResultKinds>(kind: K, level: number, chunk: number): Promise<ResultKinds[K]> =>
    readChunk<ResultKinds[K]>(store, { work, step: stepOf(kind, level), chunk })
  return {
    measured: (level, from, to) =>
      Promise.all(
        queries[level].map(({ table, measurement, answers }) => tables[table].read(measurement, answers, from, to)),
      ),
    sums: (level, chunk) => sumsBelow(frame, level, chunk, result),
    known: async (level, chunk) =>
      plan.knows ? readChunk<readonly Float64Array[]>(store, { work, step: `${KNOWN}-${level}`, chunk }) : undefined,
    solved: async (level, chunk) => {
      const name = { work, step: stepOf('level', level - 1), chunk: plan.chunks[level].above[chunk] }
      return parentsAmong(plan, level, chunk, (await readChunk<LevelPart>(store, name)).histogram)
    },
    carried: async (level, chunk) =>
      parentsAmong(plan, level, chunk, await result('carry', level - 1, plan.chunks[level].above[chunk])),
    wanted: (level, chunk) => wantedBelow(frame, plan.chunks.length - 1, level, chunk, result),
  }
}
