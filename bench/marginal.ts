/**
 * The marginal QP and its rounding beside general solvers on the same instances in the same run: seconds of the kernel, of
 * Clarabel (interior point) and of HiGHS's QP (active set), the objectives of the others less ours, and the rounding by
 * sorting or simplex beside branch and bound. HiGHS's QP is asked only where it may end within its time.
 */
import type { Highs } from 'highs'
import {
  type LinearModel,
  type MarginalProblem,
  marginalObjective,
  type RoundingProblem,
  roundToWhole,
  Solver,
  solveMarginal,
  solveMarginalByCone,
  worstResidual,
} from 'tacet/optimize'
import { loadHighs } from './audit-baselines.ts'
import { type Instance, instance } from './marginal-instances.ts'
import { clarabel, quadraticByHighs } from './marginal-peers.ts'

const HIGHS_SECONDS = 20

const engine = clarabel()
const solver = new Solver()

async function timed<T>(work: () => T | Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { seconds: (performance.now() - start) / 1000, result }
}

const seconds = (value: number): string => value.toFixed(3)
const ratio = (other: number, ours: number): string => `${(other / ours).toFixed(1)}x`

async function compare(highs: Highs, { name, problem }: Instance, marginalWeight: number): Promise<Float64Array> {
  solveMarginal(problem)
  const ours = await timed(() => solveMarginal(problem))
  const objective = marginalObjective(problem, ours.result.x)
  const above = (x: Float64Array): string => ((marginalObjective(problem, x) - objective) / objective).toExponential(1)
  const cone = await timed(() => solveMarginalByCone(problem, engine))
  const coneCells =
    cone.result.status === 'near'
      ? [seconds(cone.seconds), ratio(cone.seconds, ours.seconds), above(cone.result.x)]
      : [cone.result.status, '', '']
  const qp = await timed(() => quadraticByHighs(highs, problem, HIGHS_SECONDS))
  const { x, stopped } = qp.result
  const highsCells = [
    `${seconds(qp.seconds)}${stopped ? ' (stopped)' : ''}`,
    `${stopped ? 'over ' : ''}${ratio(qp.seconds, ours.seconds)}`,
    stopped ? 'none' : above(x),
  ]
  const { status, newton, conjugate, residuals } = ours.result
  const steps = `${status}, ${newton} / ${conjugate}`
  const ownCells = [seconds(ours.seconds), steps, worstResidual(residuals).toExponential(1)]
  console.log(
    `| ${[name, marginalWeight, problem.weight.length, ...ownCells, ...coneCells, ...highsCells].join(' | ')} |`,
  )
  return ours.result.x
}

/** `x` with the public rows only, or only the parent's when `parentOnly`. */
async function compareRounding({ name, children, problem }: Instance, x: Float64Array, parentOnly: boolean) {
  const rows = parentOnly ? lastRows(problem, problem.lower.length - 4 * children) : { ...problem, rows: problem.hard }
  const asked: RoundingProblem = { x, rows: rows.rows, lower: rows.lower, upper: rows.upper }
  await roundToWhole(asked, solver)
  const ours = await timed(() => roundToWhole(asked, solver))
  if (ours.result.status !== 'rounded') throw new Error(`${name}: rounding ended ${ours.result.status}`)
  const branch = await timed(() => solver.solve(wholeModel(asked), { explain: false, timeLimit: HIGHS_SECONDS }))
  const peer = branch.result
  const distance = peer.status === 'optimal' ? peer.objective + baseOf(x) : Number.NaN
  console.log(
    `| ${[
      `${name}${parentOnly ? ', parent only' : ''}`,
      x.filter((value) => !isWhole(value)).length,
      ours.result.method,
      seconds(ours.seconds),
      `${seconds(branch.seconds)}${peer.status === 'optimal' ? '' : ` (${peer.status})`}`,
      ratio(branch.seconds, ours.seconds),
      ours.result.distance.toFixed(6),
      Number.isNaN(distance) ? 'none' : (distance - ours.result.distance).toExponential(1),
    ].join(' | ')} |`,
  )
}

/** The last `count` hard rows: the cells of the parent. */
function lastRows({ hard, lower, upper }: MarginalProblem, count: number) {
  const first = lower.length - count
  const from = hard.starts[first]
  const starts = hard.starts.subarray(first).map((start) => start - from)
  return { rows: { starts, columns: hard.columns.slice(from) }, lower: lower.slice(first), upper: upper.slice(first) }
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) <= 1e-6
const floorOf = (value: number): number => (isWhole(value) ? Math.round(value) : Math.floor(value))
const costOf = (value: number): number => 1 - 2 * (value - floorOf(value))
const baseOf = (x: Float64Array): number =>
  x.reduce((total, value) => total + Math.abs(value - floorOf(value)) - floorOf(value) * costOf(value), 0)

/** Every cell as a whole column from its floor to one above it, as a user of a general solver would write it. */
function wholeModel({ x, rows, lower, upper }: RoundingProblem): LinearModel {
  return {
    sense: 'minimise',
    cost: x.map(costOf),
    columnLower: x.map(floorOf),
    columnUpper: x.map((value) => floorOf(value) + (isWhole(value) ? 0 : 1)),
    integer: new Uint8Array(x.length).fill(1),
    rowLower: lower,
    rowUpper: upper,
    matrix: {
      layout: 'rows',
      starts: rows.starts,
      indices: rows.columns,
      values: rows.values ?? new Float64Array(rows.columns.length).fill(1),
    },
  }
}

export async function main(): Promise<void> {
  const highs = await loadHighs()
  console.log(
    'Least squares of one parent. Ratios: seconds of the other over ours; +: objective above ours, relative.\n',
  )
  console.log(
    '| instance | marginal / cell weight | columns | kernel, s | Newton / conjugate steps | worst residual | Clarabel, s | ratio | + | HiGHS QP, s | ratio | + |',
  )
  console.log(`|${' --- |'.repeat(12)}`)
  const solved: (readonly [Instance, Float64Array])[] = []
  for (const kind of ['sparse', 'dense'] as const) {
    for (const children of [5, 20, 50]) {
      const made = instance(kind, children)
      solved.push([made, await compare(highs, made, 4)])
    }
  }
  for (const weight of [50, 1500, 10_000]) await compare(highs, instance('dense', 20, weight), weight)
  console.log('\nRounding of these optima. Ratio: seconds of branch and bound over ours; +: its distance less ours.\n')
  console.log('| instance | fractional cells | method | ours, s | HiGHS MILP, s | ratio | distance | + |')
  console.log(`|${' --- |'.repeat(8)}`)
  for (const [made, x] of solved) {
    await compareRounding(made, x, true)
    await compareRounding(made, x, false)
  }
}

await main()
