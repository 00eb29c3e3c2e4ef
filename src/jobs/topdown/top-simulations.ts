/**
 * The top of a release, simulated many times. A state and its counties have few answers, so one simulation of the whole says little of their
 * errors; but they are few places, and what all places below tell of them is one sum a place, whose noise is known from the variances: close to
 * normal, for it adds up very many. So the upper levels are drawn and solved alone, as often as it takes, and everything below enters as
 * such a sum. Not where the estimate knows public zeros or recodes: the noise of its sums has no such form.
 */
import { answersOfLevel, heldCounts, type PlaceCounts, wholeCounts } from '../../model/index.ts'
import { seededEntropy } from '../../noise/index.ts'
import { confidential, measure } from '../../privacy/index.ts'
import { SILENT } from '../../run/events.ts'
import { sameThread } from '../../run/thread-pool.ts'
import { type Below, belowPrecision, EXACT_VARIANCE, TensorShape } from '../../topdown/index.ts'
import { ENOUGH_ANSWERS } from './calibration-sums.ts'
import { planCarry } from './carry-plan.ts'
import type { DescentFrame } from './chunk-input.ts'
import { chunkLevels } from './chunk-plan.ts'
import { type ChunkResults, resultsInMemory } from './chunk-results.ts'
import { descend } from './descend.ts'
import { KeptCounts, openCounts } from './kept-counts.ts'
import { ownCells, type Released } from './released.ts'
import type { SolveRequest } from './solve-request.ts'
import type { Table } from './tables.ts'
import { knowsMore } from './whole-tree.ts'

export interface TopPlan {
  /** The last level that is simulated. */
  readonly through: number
  readonly times: number
}

/** Reckoned in cells, as simulations of the whole are (see calibrate.ts). */
const TOP_CELLS = 100_000
const CELLS_OF_A_PLACE = 100
/** Fewer tell little more than the whole does; more tell a standard error no better than to a twentieth. */
const [LEAST_TIMES, MOST_TIMES] = [50, 200]

/** As many levels from the top as are cheap; none where the whole is simulated often enough for one total to have a factor. */
export function topSimulationsOf(
  { solve, hierarchy, implied }: Pick<SolveRequest, 'solve' | 'hierarchy' | 'implied'>,
  simulations: number,
): TopPlan | undefined {
  if (solve.simulations === 0 || simulations >= ENOUGH_ANSWERS) return undefined
  const { levels } = hierarchy
  const places = levels.map((_, level) =>
    levels.slice(0, level + 1).reduce((sum, { regions }) => sum + regions.length, 0),
  )
  for (let through = levels.length - 2; through >= 0; through--) {
    const times = Math.min(MOST_TIMES, Math.floor(TOP_CELLS / (places[through] * (solve.cells + CELLS_OF_A_PLACE))))
    if (times < LEAST_TIMES) continue
    return knowsMore({ hierarchy, solve, implied }) ? undefined : { through, times }
  }
  return undefined
}

/** `truth` are the upper levels of what is taken for the truth, table by table; the same seed, of at most 20 characters, gives the same releases. */
export async function* simulateTop(
  request: SolveRequest,
  tables: readonly Table[],
  truth: readonly Released[],
  { through, times }: TopPlan,
  seed: string,
): AsyncGenerator<readonly Released[]> {
  const { hierarchy, solve, knowledge, implied, folder, working } = request
  const chunks = chunkLevels(hierarchy, solve.cells, CHUNK_SECONDS)
  const carry = planCarry(hierarchy, solve, knowledge, implied)
  const frame: DescentFrame = { hierarchy, solve, implied, chunks, carry }
  const noise = await sumNoise(request, tables, truth, through)
  const scheduler = sameThread({ ...(await import('./worker.ts')) })
  try {
    for (let run = 0; run < times; run++) {
      working.signal.throwIfAborted()
      const results = resultsInMemory()
      if (solve.estimate === 'tree') await writeSums(results, frame, through, noise, `${seed} ${run} below`)
      const measured = await drawTop(request, truth, through, `${seed} ${run}`)
      const levels = await descend({
        frame,
        through,
        measured: async (level, from, to) =>
          solve.queries[level].map(({ table, measurement, answers }) =>
            (measured[table].get(measurement) as Float64Array).subarray(from * answers, to * answers),
          ),
        results,
        scheduler,
        progress: SILENT,
        signal: working.signal,
        stored: async () => undefined,
        keep: (level) => new KeptCounts({ folder, held: working.held }, `top-${run}-${level}`, solve.cells),
        store: async (_, summary, counts) => ({ ...summary, counts: openCounts(folder, counts.finish()) }),
      })
      yield await Promise.all(
        tables.map(async (table) => ({
          table,
          levels: await Promise.all(levels.map(({ counts }) => countsOf(counts, table, tables.length === 1))),
        })),
      )
    }
  } finally {
    await scheduler.close()
  }
}

/** Nothing is shared among threads here. */
const CHUNK_SECONDS = Number.POSITIVE_INFINITY

async function countsOf(counts: PlaceCounts, table: Table, alone: boolean): Promise<PlaceCounts> {
  return alone ? counts : heldCounts(ownCells(await wholeCounts(counts), table))
}

/** What is measured of the upper levels, by table and measurement. */
async function drawTop(
  { plans, hierarchy }: SolveRequest,
  truth: readonly Released[],
  through: number,
  seed: string,
): Promise<readonly ReadonlyMap<number, Float64Array>[]> {
  const drawn: Map<number, Float64Array>[] = []
  for (const [t, { measurements }] of plans.entries()) {
    const own = new Map<number, Float64Array>()
    for (const [m, { level, query, sensitivity, budget }] of measurements.entries()) {
      if (level > through) continue
      const nodes = hierarchy.levels[level].regions.length
      const places = Int32Array.from({ length: nodes + 1 }, (_, i) => i)
      const answers = await answersOfLevel(truth[t].levels[level], places, query)
      own.set(m, measure(confidential(answers), sensitivity, budget, seededEntropy(`${seed} ${t}`, m)).values)
    }
    drawn.push(own)
  }
  return drawn
}

/** Of a table, the true cells of every node of the last level, and what is known of them from below. */
interface SumNoise {
  readonly shape: TensorShape
  readonly cells: Float64Array
  readonly precision: Float64Array
}

async function sumNoise(
  { hierarchy, solve }: SolveRequest,
  tables: readonly Table[],
  truth: readonly Released[],
  through: number,
): Promise<readonly SumNoise[]> {
  const found: SumNoise[] = []
  for (const t of tables.keys()) {
    const shape = new TensorShape(solve.shapes[t].sizes)
    const measured = solve.queries.map((queries) =>
      queries.flatMap(({ table, marginal, variance }) =>
        table === t && marginal !== undefined
          ? [{ subset: marginal.subset, variance: variance || EXACT_VARIANCE }]
          : [],
      ),
    )
    const known = belowPrecision(shape, hierarchy, measured, through)
    const precision = new Float64Array(known.length * shape.subsets)
    for (const [node, own] of known.entries()) precision.set(own, node * shape.subsets)
    const { start, cell, count } = await wholeCounts(truth[t].levels[through])
    const cells = new Float64Array(known.length * shape.cells)
    for (let node = 0; node < known.length; node++) {
      for (let i = start[node]; i < start[node + 1]; i++) cells[node * shape.cells + cell[i]] = count[i]
    }
    found.push({ shape, cells, precision })
  }
  return found
}

/** The truth and normal noise of that precision, for the parents of every chunk below the last level. */
async function writeSums(
  results: ChunkResults,
  { chunks }: DescentFrame,
  through: number,
  noise: readonly SumNoise[],
  seed: string,
): Promise<void> {
  const normal = normalFrom(seed)
  const drawn = noise.map(({ shape, cells, precision }): Below => {
    const z = cells.slice()
    const error = new Float64Array(shape.cells)
    for (let node = 0; node * shape.cells < z.length; node++) {
      for (let i = 0; i < error.length; i++) {
        const known = precision[node * shape.subsets + shape.partOf[i]]
        error[i] = known > 0 ? normal() / Math.sqrt(known) : 0
      }
      shape.reflect(error)
      for (let i = 0; i < error.length; i++) z[node * shape.cells + i] += error[i]
    }
    return { z, precision }
  })
  const { first } = chunks[through + 1]
  for (let chunk = 0; chunk + 1 < first.length; chunk++) {
    const [from, to] = [first[chunk], first[chunk + 1]]
    const part = drawn.map(({ z, precision }, t): Below => {
      const { cells, subsets } = noise[t].shape
      return { z: z.subarray(from * cells, to * cells), precision: precision.subarray(from * subsets, to * subsets) }
    })
    await results.write('sum', through + 1, chunk, part)
  }
}

function normalFrom(seed: string): () => number {
  const entropy = seededEntropy(seed, 0)
  const uniform = (): number => (entropy.belowSmall(2 ** 30) + 0.5) / 2 ** 30
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}
