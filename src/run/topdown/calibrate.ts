/**
 * How wrong this release really is, by doing it again: data that could lie behind it are taken for the truth (see
 * plausible-truth.ts), new noise is drawn for them, and the whole descent is repeated. Non-negativity, public facts and rounding move the error away from what
 * the noise alone says; the ratio of the two, by level, query and size of count, corrects the standard errors. Everything
 * it uses is public, and its noise follows from the release itself, so it costs nothing and can be repeated.
 */
import { compileQuery, DETAILED, type Query, rollUp, type SparseHistogram, TOTAL } from '../../model/index.ts'
import { confidential } from '../../privacy/index.ts'
import { sha256Text } from '../../release/index.ts'
import { drawMeasurements, measurementsHash } from '../measure/draw.ts'
import { schedulerFor } from '../measure/draw-plan.ts'
import type { LevelSolution } from './level-solution.ts'
import { plausibleTruth } from './plausible-truth.ts'
import { answersAt, leavesOf, type Released, releasedTables } from './released.ts'
import { type SolveRequest, solveRelease } from './solve-release.ts'
import { StoredMeasurements } from './stored-measurements.ts'
import type { Table } from './tables.ts'
import { queryName } from './topdown-plan.ts'
import { type Propagated, propagatedErrors } from './uncertainty.ts'

/** Counts from `from` to below the next are calibrated together. */
export const COUNT_BINS: readonly { readonly label: string; readonly from: number }[] = [
  { label: '0', from: 0 },
  { label: '1–9', from: 1 },
  { label: '10–99', from: 10 },
  { label: '100–999', from: 100 },
  { label: '1,000+', from: 1000 },
]

export interface CalibrationLine {
  readonly level: string
  readonly query: string
  readonly bin: string
  /** Answers compared. */
  readonly answers: number
  /** Root of the mean square of the error in the simulations. */
  readonly simulated: number
  /** Root of the mean square of the standard errors before calibration. */
  readonly propagated: number
}

export interface Calibration {
  readonly simulations: number
  readonly lines: readonly CalibrationLine[]
  /** The standard error of a released answer. */
  readonly errorOf: (table: number, level: number, node: number, query: Query, answer: number, count: number) => number
}

/** Too few answers to tell their spread. */
const LEAST_ANSWERS = 30

export async function calibrate(
  request: SolveRequest,
  tables: readonly Table[],
  released: readonly Released[],
): Promise<Calibration> {
  const { hierarchy, solve } = request
  const propagated = tables.map((table, t) => propagatedErrors(hierarchy, solve, t, table))
  const sums = new Sums()
  for (let run = 0; run < solve.simulations; run++) {
    const truth = released.map((own) => plausible(request, own.table, leavesOf(own), run))
    const again = releasedTables(tables, hierarchy, await simulate(request, tables, truth, run))
    tables.forEach((table, t) => {
      const was = hierarchy.levels.map((_, level) => rollUp(truth[t], hierarchy, level))
      compare(request, table, { table, levels: was }, again[t], propagated[t], sums)
    })
  }
  const { levels } = hierarchy
  const factorOf = sums.factor.bind(sums)
  return {
    simulations: solve.simulations,
    lines: sums.lines(),
    errorOf: (t, level, node, query, answer, count) => {
      const error = propagated[t].of(level, node, query, answer)
      return error * factorOf(levels[level].name, queryName(tables[t], query.name), binOf(count))
    },
  }
}

/** The queries whose answers are released with a standard error at a level: the total, the workload, and every cell. */
export function releasedQueries(
  { plans }: Pick<SolveRequest, 'plans'>,
  table: Table,
  t: number,
  level: number,
): readonly Query[] {
  const asked = plans[t].measurements.filter((m) => m.level === level).map(({ query }) => query)
  const own = [compileQuery(table.schema, TOTAL), ...asked, compileQuery(table.schema, DETAILED)]
  return own.filter((query, i) => own.findIndex((other) => sameQuery(other, query)) === i)
}

/** Whether two queries count the same people in the same answers. */
export function sameQuery(a: Query, b: Query): boolean {
  return a.answers === b.answers && a.answerOf.every((answer, cell) => answer === b.answerOf[cell])
}

function plausible(
  { hierarchy, implied }: SolveRequest,
  { name, first, cells }: Table,
  leaves: SparseHistogram,
  run: number,
): SparseHistogram {
  return plausibleTruth(leaves, hierarchy, implied.classOf.subarray(first, first + cells), `truth ${run} ${name}`)
}

async function simulate(
  request: SolveRequest,
  tables: readonly Table[],
  truth: readonly SparseHistogram[],
  run: number,
): Promise<readonly LevelSolution[]> {
  const { hierarchy, plans, folder, options } = request
  const stores: StoredMeasurements[] = []
  for (const [t, plan] of plans.entries()) {
    const prefix = `simulated-${run}-${tables[t].name}`
    const scheduler = schedulerFor(plan, options.threads)
    const seed = sha256Text(`${prefix} ${await measurementsHash(plan, hierarchy, folder, tables[t].name)}`).slice(0, 32)
    try {
      const histogram = confidential(truth[t])
      const { progress, signal } = options
      await drawMeasurements({ plan, hierarchy, histogram, folder, scheduler, prefix, seed, progress, signal })
    } finally {
      await scheduler.close()
    }
    stores.push(new StoredMeasurements(plan, hierarchy, folder, prefix))
  }
  return solveRelease({ ...request, stores }, `simulated-${run}-`)
}

function compare(
  request: SolveRequest,
  table: Table,
  before: Released,
  after: Released,
  propagated: Propagated,
  sums: Sums,
): void {
  const t = table.name === 'people' ? 0 : 1
  request.hierarchy.levels.forEach(({ name, regions }, level) => {
    for (const query of releasedQueries(request, table, t, level)) {
      const lines = sums.linesOf(name, queryName(table, query.name))
      for (let node = 0; node < regions.length; node++) {
        const was = answersAt(before.levels[level], node, query)
        const now = answersAt(after.levels[level], node, query)
        const own = propagated.all(level, node, query)
        for (let a = 0; a < now.length; a++) {
          const line = lines[binOf(now[a])]
          line.n++
          line.error += (now[a] - was[a]) ** 2
          line.own += own[a] ** 2
        }
      }
    }
  })
}

function binOf(count: number): number {
  let bin = 0
  while (bin + 1 < COUNT_BINS.length && count >= COUNT_BINS[bin + 1].from) bin++
  return bin
}

/** Sums of squares of errors and of standard errors. */
interface Sum {
  n: number
  error: number
  own: number
}

/** By level and query, one a bin. */
class Sums {
  readonly #sums = new Map<string, { readonly level: string; readonly query: string; readonly bins: readonly Sum[] }>()

  linesOf(level: string, query: string): readonly Sum[] {
    const key = JSON.stringify([level, query])
    const known = this.#sums.get(key)
    if (known !== undefined) return known.bins
    const bins = COUNT_BINS.map(() => ({ n: 0, error: 0, own: 0 }))
    this.#sums.set(key, { level, query, bins })
    return bins
  }

  /** 1 where nothing was simulated, or what is exact. */
  factor(level: string, query: string, bin: number): number {
    const { n, error, own } = this.linesOf(level, query)[bin]
    return n < LEAST_ANSWERS || !(own > 0 && own < Number.POSITIVE_INFINITY) ? 1 : Math.sqrt(error / own)
  }

  lines(): CalibrationLine[] {
    return [...this.#sums.values()].flatMap(({ level, query, bins }) =>
      bins.flatMap(({ n, error, own }, bin) =>
        n === 0
          ? []
          : [
              {
                level,
                query,
                bin: COUNT_BINS[bin].label,
                answers: n,
                simulated: Math.sqrt(error / n),
                propagated: Math.sqrt(own / n),
              },
            ],
      ),
    )
  }
}
