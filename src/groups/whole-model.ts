/**
 * Models 1 and 2 in whole numbers for a general solver: small tables only, as baselines.
 *
 * A convex cost of a whole number is linear between neighbours: each x gets a column for every unit step, whose cost
 * is the increment there, so the quadratic program becomes a mixed integer linear one with the same optima. The steps
 * needed are few: if the real optimum has the cost V and some whole point the cost U, then a whole optimum x obeys sum
 * w (x - real)^2 <= U - V, since V + sum w (x - real)^2 is at most the cost of any feasible x.
 */
import type { LinearModel } from '../optimize/linear/model.ts'
import { ModelBuilder } from '../optimize/linear/model-builder.ts'
import { shareOut } from '../optimize/tree/share-out.ts'
import { costOf, type TreeProblem } from '../optimize/tree/tree-allocation.ts'
import { emptyLayers, type Layers, sumUpward } from '../optimize/tree/tree-shape.ts'
import { badInput } from '../request-error.ts'
import { cumulate } from './table.ts'

export interface WholeModel {
  readonly problem: TreeProblem
  /** The optimum in real numbers. */
  readonly real: Layers
  /** Whether rows are cumulative and must rise (Model 2), or are counts (Model 1). */
  readonly rising: boolean
  /** The public number of groups: of the top, or one array a level. */
  readonly groups: number | Layers
}

/** Unit steps beyond this are refused; a few thousand already take minutes. */
const MOST_STEPS = 6000

interface Window {
  readonly low: Float64Array
  readonly high: Float64Array
}

export function buildWholeModel(model: WholeModel, name: string): LinearModel {
  const windows = windowsOf(model)
  checkSteps(stepsIn(windows), name, model.rising)
  const builder = new ModelBuilder()
  const first: number[] = []
  let next = 0
  for (const { low, high } of windows) {
    first.push(next)
    next += low.length
    for (let i = 0; i < low.length; i++) builder.addInteger(low[i], high[i], 0)
  }
  addSteps(builder, model, windows, first)
  addTreeRows(builder, model, first)
  addGroupRows(builder, model, first)
  if (model.rising) addRisingRows(builder, model, windows, first)
  return builder.build()
}

/** Unit steps that the model would have. */
export function stepsOf(model: WholeModel): number {
  return stepsIn(windowsOf(model))
}

function stepsIn(windows: readonly Window[]): number {
  return windows.reduce((sum, { low, high }) => sum + high.reduce((part, x, i) => part + x - low[i], 0), 0)
}

/** Refuses a model of more unit steps than can be solved. */
export function checkSteps(steps: number, name: string, rising: boolean): void {
  if (steps <= MOST_STEPS) return
  throw badInput(
    `${name} is a baseline for small tables: this one needs about ${steps} columns, and ${MOST_STEPS} are the ` +
      `most. Use ${rising ? 'cumulative' : 'mh-dp'}, which solves tables of any size.`,
  )
}

/** x = low + its unit steps, each of which costs the increment there. */
function addSteps(
  builder: ModelBuilder,
  model: WholeModel,
  windows: readonly Window[],
  first: readonly number[],
): void {
  const { targets, weights } = model.problem
  windows.forEach(({ low, high }, l) => {
    for (let i = 0; i < low.length; i++) {
      builder.startRow(low[i], low[i])
      builder.entry(first[l] + i, 1)
      for (let v = low[i] + 1; v <= high[i]; v++) {
        builder.entry(builder.addColumn(0, 1, weights[l] * (2 * v - 1 - 2 * targets[l][i])), -1)
      }
    }
  })
}

function addRisingRows(
  builder: ModelBuilder,
  { problem }: WholeModel,
  windows: readonly Window[],
  first: readonly number[],
): void {
  windows.forEach(({ low }, l) => {
    for (let i = 0; i < low.length; i++) {
      if (i % problem.width === 0) continue
      builder.startRow(0, Number.POSITIVE_INFINITY)
      builder.entry(first[l] + i, 1)
      builder.entry(first[l] + i - 1, -1)
    }
  })
}

/** The windows that hold every whole optimum; one more on each side covers rounding error of the real one. */
function windowsOf(model: WholeModel): Window[] {
  const { problem, real } = model
  const slack = Math.max(0, costOf(problem, feasiblePoint(model)) - costOf(problem, real))
  return real.map((level, l) => {
    const radius = Math.sqrt(slack / problem.weights[l])
    return {
      low: level.map((x) => Math.max(0, Math.floor(x - radius) - 1)),
      high: level.map((x) => Math.max(0, Math.ceil(x + radius) + 1)),
    }
  })
}

/** A whole point that obeys everything: leaf counts near the real ones, shared out to the public numbers. */
function feasiblePoint({ problem, real, rising, groups }: WholeModel): Layers {
  const { shape, width } = problem
  const layers = emptyLayers(shape, width)
  const last = layers.length - 1
  const leaves = real[last].map((x, i) => (rising && i % width !== 0 ? x - real[last][i - 1] : x))
  if (typeof groups === 'number') layers[last].set(shareOut(leaves, groups))
  else {
    for (let r = 0; r < shape.nodes[last]; r++) {
      layers[last].set(shareOut(leaves.subarray(r * width, (r + 1) * width), groups[last][r]), r * width)
    }
  }
  sumUpward(shape, layers, width)
  return rising ? layers.map((level) => cumulate(level, width)) : layers
}

function addTreeRows(builder: ModelBuilder, { problem }: WholeModel, first: readonly number[]): void {
  const { shape, width } = problem
  shape.firstChild.forEach((children, l) => {
    for (let r = 0; r < shape.nodes[l]; r++) {
      for (let s = 0; s < width; s++) {
        builder.startRow(0, 0)
        builder.entry(first[l] + r * width + s, -1)
        for (let c = children[r]; c < children[r + 1]; c++) builder.entry(first[l + 1] + c * width + s, 1)
      }
    }
  })
}

/** Fixes the public numbers: the last cumulative count of a region, or the sum of its counts. */
function addGroupRows(builder: ModelBuilder, { problem, rising, groups }: WholeModel, first: readonly number[]): void {
  const { width } = problem
  const known = typeof groups === 'number' ? [Float64Array.of(groups)] : groups
  known.forEach((totals, l) => {
    totals.forEach((total, r) => {
      builder.startRow(total, total)
      for (let s = rising ? width - 1 : 0; s < width; s++) builder.entry(first[l] + r * width + s, 1)
    })
  })
}
