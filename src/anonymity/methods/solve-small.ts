/** The optimal partition of a small problem: by subsets while they fit, by column generation beyond. */
import { Solver } from '../../optimize/index.ts'
import { lowerBound } from '../bound/lower-bound.ts'
import { type ColumnOptions, type ColumnResult, solveColumns } from '../exact/exact-columns.ts'
import { MOST_RECORDS_FOR_SUBSETS, solveSubsets } from '../exact/exact-subsets.ts'
import { anytimeClasses, stepLimit } from '../improve/anytime.ts'
import { renumber } from '../points/class-lists.ts'
import { lossOf } from '../points/class-loss.ts'
import type { Points } from '../points/points.ts'

/** Steps of local search that give the exact methods a partition to beat: the better it is, the less they look at. */
const STEPS_A_RECORD = 400
/** Beyond this many records clusters are too many to list. */
const MOST_RECORDS_FOR_COLUMNS = 100
/** Beyond this k the clusters of 20 records are too many for subsets. */
const LARGEST_K_FOR_SUBSETS = 6

export interface SmallOptions extends ColumnOptions {
  readonly solver?: Solver
  /** Which exact method; by size unless given. */
  readonly by?: 'subsets' | 'columns'
}

/** `optimal` says whether the proof was finished within the limits. */
export async function solveSmall(points: Points, k: number, options: SmallOptions = {}): Promise<ColumnResult> {
  if (points.n < 2 * k) {
    const classOf = new Int32Array(points.n)
    const loss = lossOf(points, classOf)
    return { classOf, loss, optimal: true, lowerBound: loss }
  }
  const known = anytimeClasses(points, k, { progress: stepLimit(STEPS_A_RECORD * points.n) }).classOf
  if (points.n > MOST_RECORDS_FOR_COLUMNS) {
    const end = performance.now() + 1000 * (options.timeLimit ?? 60)
    const shouldStop = (): boolean => performance.now() > end
    return {
      classOf: known,
      loss: lossOf(points, known),
      optimal: false,
      lowerBound: await lowerBound(points, k, { known, shouldStop }),
    }
  }
  const fits = points.n <= MOST_RECORDS_FOR_SUBSETS
  if (fits && (options.by ?? (k <= LARGEST_K_FOR_SUBSETS ? 'subsets' : 'columns')) === 'subsets') {
    const classOf = renumber(solveSubsets(points, k, known))
    const loss = lossOf(points, classOf)
    return { classOf, loss, optimal: true, lowerBound: loss }
  }
  const found = await solveColumns(points, k, known, options.solver ?? new Solver(), options)
  return { ...found, classOf: renumber(found.classOf) }
}
