/** The paper's baselines by a general solver, for small tables: `mh`, `mc`, `mh-dp-op`. */
import type { Solver } from '../optimize/linear/highs.ts'
import type { LinearModel } from '../optimize/linear/model.ts'
import { ModelBuilder } from '../optimize/linear/model-builder.ts'
import { costOf, relaxedTreeAllocation, type TreeProblem } from '../optimize/tree/tree-allocation.ts'
import { emptyLayers, type Layers } from '../optimize/tree/tree-shape.ts'
import { badInput } from '../request-error.ts'
import { addTables, type CostTable, ownCosts } from './cost-tables.ts'
import { type GroupMeasurements, knownTotal, publicNumbers } from './measure.ts'
import { solveModel2 } from './model-2.ts'
import { weightsOf } from './plan.ts'
import { model1 } from './solve-counts.ts'
import type { SolvedGroups, SolveGroupOptions } from './solved-groups.ts'
import { differences, shapeOf } from './table.ts'
import { buildWholeModel, type WholeModel } from './whole-model.ts'

/** Model 1 in whole numbers. */
export async function solveMh(
  measurements: GroupMeasurements,
  solver: Solver,
  options: SolveGroupOptions,
): Promise<SolvedGroups> {
  const model = mhModel(measurements)
  const layers = await solveWhole(model, 'mh', solver, options)
  return { layers, certificate: { objective: costOf(model.problem, layers) } }
}

export function mhModel(measurements: GroupMeasurements): WholeModel {
  const problem = model1(measurements)
  return { problem, real: relaxedTreeAllocation(problem), rising: false, groups: knownTotal(measurements) }
}

/** Model 2 in whole numbers. */
export async function solveMc(
  measurements: GroupMeasurements,
  solver: Solver,
  options: SolveGroupOptions,
): Promise<SolvedGroups> {
  const model = mcModel(measurements)
  const layers = await solveWhole(model, 'mc', solver, options)
  return {
    layers: layers.map((level) => differences(level, measurements.sizes)),
    certificate: { objective: costOf(model.problem, layers) },
  }
}

export function mcModel(measurements: GroupMeasurements): WholeModel {
  const { hierarchy, sizes, values, variances } = measurements
  const problem: TreeProblem = {
    shape: shapeOf(hierarchy),
    width: sizes,
    targets: values,
    weights: weightsOf(variances),
  }
  const real = solveModel2(measurements, { tolerance: 1e-7, mostSteps: 50_000 }).layers
  return { problem, real, rising: true, groups: publicNumbers(measurements) }
}

async function solveWhole(
  model: WholeModel,
  name: string,
  solver: Solver,
  { timeLimit = 60 }: SolveGroupOptions,
): Promise<Layers> {
  const outcome = await solver.solve(buildWholeModel(model, name), { timeLimit })
  if (outcome.status !== 'optimal') throw notSolved(name, timeLimit)
  const layers = emptyLayers(model.problem.shape, model.problem.width)
  let next = 0
  for (const level of layers) for (let i = 0; i < level.length; i++) level[i] = outcome.x[next++]
  return layers
}

function notSolved(name: string, timeLimit: number): Error {
  return badInput(
    `${name} was not solved to proved optimality in ${timeLimit} s. It is a baseline for small tables: ` +
      'give it more time, or use cumulative.',
  )
}

/** Table entries beyond this are refused: each is a run of the solver. */
const MOST_ENTRIES = 4000

/** Refuses cost tables of more entries than can be solved. */
export function checkEntries(nodes: readonly number[], sizes: number, groups: number): void {
  const entries = nodes.slice(0, -1).reduce((sum, count) => sum + count, 0) * sizes * (groups + 1)
  if (entries <= MOST_ENTRIES) return
  throw badInput(
    `mh-dp-op is a baseline for small tables: this one needs ${entries} runs of a solver, ` +
      `and ${MOST_ENTRIES} are the most. Use mh-dp, which finds the same optimum.`,
  )
}

/** Section 6: cost tables from the leaves up, every entry of every merged table by a solver (Equation 4), then down. */
export async function solveMhDpOp(measurements: GroupMeasurements, solver: Solver): Promise<SolvedGroups> {
  const problem = model1(measurements)
  const { shape, width } = problem
  const most = knownTotal(measurements)
  checkEntries(shape.nodes, width, most)
  const tables = await costTables(problem, most, solver)
  const layers = emptyLayers(shape, width)
  layers[0].set(await divideBySolver(tables[0], most, solver))
  for (let l = 0; l + 1 < shape.nodes.length; l++) {
    for (let at = 0; at < layers[l].length; at++) {
      const children = childrenOf(problem, l, at)
      const below = children.map((child) => tables[l + 1][child])
      const shares = await divideBySolver(below, layers[l][at], solver)
      children.forEach((child, k) => {
        layers[l + 1][child] = shares[k]
      })
    }
  }
  return { layers, certificate: { objective: costOf(problem, layers) } }
}

/** tables[level][entry]. */
async function costTables(problem: TreeProblem, most: number, solver: Solver): Promise<CostTable[][]> {
  const { shape, width, targets, weights } = problem
  const tables = shape.nodes.map(() => [] as CostTable[])
  for (let l = shape.nodes.length - 1; l >= 0; l--) {
    for (let at = 0; at < shape.nodes[l] * width; at++) {
      const own = ownCosts(targets[l][at], most).map((cost) => weights[l] * cost)
      const children = childrenOf(problem, l, at).map((child) => tables[l + 1][child])
      tables[l].push(children.length === 0 ? own : addTables(own, await mergeBySolver(children, most, solver)))
    }
  }
  return tables
}

/** The entries of the children of an entry. */
function childrenOf({ shape, width }: TreeProblem, l: number, at: number): number[] {
  if (l + 1 >= shape.nodes.length) return []
  const [r, s] = [Math.floor(at / width), at % width]
  const [from, to] = [shape.firstChild[l][r], shape.firstChild[l][r + 1]]
  return Array.from({ length: to - from }, (_, k) => (from + k) * width + s)
}

async function mergeBySolver(children: readonly CostTable[], most: number, solver: Solver): Promise<CostTable> {
  const merged: number[] = []
  for (let v = 0; v <= most; v++) {
    const shares = await divideBySolver(children, v, solver)
    merged.push(children.reduce((sum, table, k) => sum + table[shares[k]], 0))
  }
  return merged
}

/** Values of the children that add up to v at least cost: a step column for every unit, cheapest steps first. */
async function divideBySolver(children: readonly CostTable[], v: number, solver: Solver): Promise<number[]> {
  const outcome = await solver.solve(divisionModel(children, v), { explain: false })
  if (outcome.status !== 'optimal') throw notSolved('mh-dp-op', 60)
  let next = 0
  return children.map((table) => {
    let taken = 0
    for (let step = 1; step < table.length; step++) taken += outcome.x[next++]
    return Math.round(taken)
  })
}

function divisionModel(children: readonly CostTable[], v: number): LinearModel {
  const builder = new ModelBuilder()
  builder.startRow(v, v)
  for (const table of children) {
    for (let step = 1; step < table.length; step++)
      builder.entry(builder.addColumn(0, 1, table[step] - table[step - 1]), 1)
  }
  return builder.build()
}
