/**
 * The paper's mixed integer program (section 2.2), kept as a cross-check for about ten records:
 *   minimise   sum over i, j of z_ij - y_ij
 *   subject to |y_ij - y_lj| <= M^y_ilj (1 - v_il),  |z_ij - z_lj| <= M^z_ilj (1 - v_il)      (22)-(25), (29)-(32)
 *              sum over l of v_il >= k - 1,  v binary and symmetric                            (26)
 *              L_j <= y_ij <= x_ij <= z_ij <= U_j
 * in the scaled units of the loss, so weights and ranges are in the coordinates already. Bounds move only among the
 * values of the data, so integrality of y and z (27) follows from the optimum and is not asked for.
 *
 * Rows linked by chains of v are one class: the classes are the connected components.
 */
import { ModelBuilder, type Outcome, type SolveOptions, type Solver } from '../../optimize/index.ts'
import { badInput } from '../../request-error.ts'
import { renumber } from '../points/class-lists.ts'
import type { Points } from '../points/points.ts'
import type { Classes } from '../problem/problem.ts'

export interface MilpResult {
  readonly outcome: Outcome
  /** The classes of the best point met, if any. */
  readonly classOf: Classes | undefined
}

/** `upper`, the loss of a known partition, cuts off what is worse. */
export async function solveMilp(
  points: Points,
  k: number,
  solver: Solver,
  options: SolveOptions & { readonly upper?: number } = {},
): Promise<MilpResult> {
  if (points.intervals !== points.m) {
    throw badInput("The paper's program knows interval loss only. Use method optimal without it for sets and trees.")
  }
  const builder = new ModelBuilder()
  const { n } = points
  const lows = addBounds(builder, points)
  const link = addLinks(builder, n, k)
  addEqualities(builder, points, lows, link)
  if (options.upper !== undefined) addCeiling(builder, points, lows, options.upper)
  const outcome = await solver.solve(builder.build(), options)
  const x = outcome.status === 'optimal' ? outcome.x : outcome.status === 'stopped' ? outcome.best?.x : undefined
  return { outcome, classOf: x && components(n, (i, l) => x[link(i, l)] > 0.5) }
}

/** Columns y and z: y_ij at lows + 2 (i m + j), z_ij one further. */
function addBounds(builder: ModelBuilder, { n, m, x }: Points): number {
  const first = builder.addColumn(0, x[0], -1)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      if (i + j > 0) builder.addColumn(0, x[i * m + j], -1)
      builder.addColumn(x[i * m + j], highest(x, m, j), 1)
    }
  }
  return first
}

function highest(x: Float64Array, m: number, j: number): number {
  let high = 0
  for (let at = j; at < x.length; at += m) high = Math.max(high, x[at])
  return high
}

/** Columns v_il for i < l, and the rows (26). Returns the column of a pair. */
function addLinks(builder: ModelBuilder, n: number, k: number): (i: number, l: number) => number {
  const columns = new Map<number, number>()
  for (let i = 0; i < n; i++) {
    for (let l = i + 1; l < n; l++) columns.set(i * n + l, builder.addInteger(0, 1, 0))
  }
  const link = (i: number, l: number): number => columns.get(Math.min(i, l) * n + Math.max(i, l))!
  for (let i = 0; i < n; i++) {
    builder.startRow(k - 1, Infinity)
    for (let l = 0; l < n; l++) if (l !== i) builder.entry(link(i, l), 1)
  }
  return link
}

function addEqualities(
  builder: ModelBuilder,
  { n, m, x }: Points,
  lows: number,
  link: (i: number, l: number) => number,
): void {
  for (let i = 0; i < n; i++) {
    for (let l = i + 1; l < n; l++) {
      for (let j = 0; j < m; j++) {
        const [p, q] = [x[i * m + j], x[l * m + j]]
        const slacks = [Math.max(p, q), highest(x, m, j) - Math.min(p, q)] // M^y and M^z with L = 0
        slacks.forEach((slack, side) => {
          for (const sign of [1, -1]) {
            builder.startRow(-Infinity, slack)
            builder.entry(lows + 2 * (i * m + j) + side, sign)
            builder.entry(lows + 2 * (l * m + j) + side, -sign)
            builder.entry(link(i, l), slack)
          }
        })
      }
    }
  }
}

function addCeiling(builder: ModelBuilder, { n, m }: Points, lows: number, upper: number): void {
  builder.startRow(-Infinity, upper)
  for (let t = 0; t < n * m; t++) {
    builder.entry(lows + 2 * t, -1)
    builder.entry(lows + 2 * t + 1, 1)
  }
}

function components(n: number, linked: (i: number, l: number) => boolean): Classes {
  const classOf = Int32Array.from({ length: n }, (_, i) => i)
  for (let i = 0; i < n; i++) {
    for (let l = i + 1; l < n; l++) {
      if (!linked(i, l) || classOf[i] === classOf[l]) continue
      const gone = classOf[l]
      for (let t = 0; t < n; t++) if (classOf[t] === gone) classOf[t] = classOf[i]
    }
  }
  return renumber(classOf)
}
