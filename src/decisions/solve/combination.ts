/**
 * A better point of a quadratic program, as a weighted mean of points that are feasible exactly: their mean is feasible too, so
 * nothing has to be repaired. Every round adds the vertex at which the tangent is least and finds the best weights of all points
 * so far (von Hohenbalken, "Simplicial decomposition in nonlinear programming algorithms", Mathematical Programming 13 (1977),
 * 49-68). For programs that the solver's own method gives up on, or solves only roughly.
 */
import { toNumberDown } from '../../exact/directed.ts'
import { add, multiply, type Rational, rational, subtract, ZERO } from '../../exact/rational.ts'
import type { Solver } from '../../optimize/index.ts'
import type { Program } from '../program/program.ts'
import { type BestPoint, found, isContent, isNoWorse, type PointTask } from './best-point.ts'

/** Rounds, and variables, at most. */
const ROUNDS = 40
const MOST_VARIABLES = 400
/** Weights are multiples of 2^-40. */
const GRAIN = 2 ** 40

/** A point with its gap, and the vertex at which its tangent is least. */
export interface Judged {
  readonly best: BestPoint
  readonly vertex: readonly Rational[] | null
}

export async function combined(
  task: PointTask,
  start: Judged,
  judge: (point: BestPoint) => Promise<Judged>,
): Promise<BestPoint> {
  const { program } = task.model
  let { best, vertex } = start
  if (program.variables.length > MOST_VARIABLES) return best
  const points: (readonly Rational[])[] = [best.point]
  for (let round = 0; round < ROUNDS && vertex !== null && !isContent(best.gap, best.objective); round++) {
    points.push(vertex)
    const weights = await bestWeights(task.solver, program, points)
    const mean = weights && found(program, meanOf(points, weights), 'combined', { prices: best.prices })
    if (mean === null || isNoWorse(program, best.objective, mean.objective)) return best
    const next = await judge(mean)
    // A gap that was proved holds on for a better point.
    const proved = best.gap - Math.abs(toNumberDown(subtract(best.objective, mean.objective)))
    best = { ...next.best, gap: Math.max(0, Math.min(next.best.gap, proved * (1 + 2 ** -50))) }
    vertex = next.vertex
  }
  return best
}

/** The weights of the points that minimise the objective of their mean, as whole numbers of grains; null when not found. */
async function bestWeights(
  solver: Solver,
  program: Program,
  points: readonly (readonly Rational[])[],
): Promise<Rational[] | null> {
  const near = points.map((point) => Float64Array.from(point, toNumberDown))
  const turn = program.sense === 'minimise' ? 1 : -1
  const starts = new Int32Array(points.length + 1)
  const indices: number[] = []
  const values: number[] = []
  near.forEach((one, k) => {
    near.slice(k).forEach((other, more) => {
      indices.push(k + more)
      values.push(turn * curvature(program, one, other))
    })
    starts[k + 1] = indices.length
  })
  const cost = Float64Array.from(near, (point) => turn * point.reduce((sum, x, j) => sum + program.cost.near[j] * x, 0))
  const all = (value: number): Float64Array => new Float64Array(points.length).fill(value)
  const matrix = {
    layout: 'rows',
    starts: Int32Array.of(0, points.length),
    indices: Int32Array.from(points.keys()),
    values: all(1),
  } as const
  const sides = { rowLower: Float64Array.of(1), rowUpper: Float64Array.of(1) }
  const model = { sense: 'minimise', cost, columnLower: all(0), columnUpper: all(1), ...sides, matrix } as const
  const hessian = { starts, indices: Int32Array.from(indices), values: Float64Array.from(values) }
  const outcome = await solver.solveQuadratic(model, hessian, { timeLimit: 5, explain: false })
  return outcome.status === 'optimal' ? inGrains(outcome.x) : null
}

/** x'Qy with Q in 1/2 x'Qx. */
function curvature({ quadratic }: Program, x: Float64Array, y: Float64Array): number {
  let total = 0
  for (const { first, second, coefficient } of quadratic) {
    total += toNumberDown(coefficient) * (x[first] * y[second] + x[second] * y[first])
  }
  return total
}

/** Weights of at least 0 that add up to 1 exactly: the largest takes what rounding leaves. */
function inGrains(weights: Float64Array): Rational[] {
  const grains = Array.from(weights, (weight) => BigInt(Math.max(0, Math.round(weight * GRAIN))))
  const largest = grains.reduce((best, value, k) => (value > grains[best] ? k : best), 0)
  const others = grains.reduce((sum, value, k) => (k === largest ? sum : sum + value), 0n)
  grains[largest] = BigInt(GRAIN) - others
  return grains.map((value) => rational(value, BigInt(GRAIN)))
}

function meanOf(points: readonly (readonly Rational[])[], weights: readonly Rational[]): Rational[] {
  return points[0].map((_, j) =>
    points.reduce((sum, point, k) => {
      if (weights[k].num === 0n || point[j].num === 0n) return sum
      return add(sum, weights[k].num === weights[k].den ? point[j] : multiply(weights[k], point[j]))
    }, ZERO),
  )
}
