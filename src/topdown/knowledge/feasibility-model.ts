/** The totals of classes at some leaves, with every fact about them and about the nodes above: a linear model. */
import type { LinearModel } from '../../optimize/linear/model.ts'
import { ModelBuilder } from '../../optimize/linear/model-builder.ts'
import { type FactSet, lowerAt, upperAt } from './fact-sets.ts'
import { nodesBelow, type Problem, type Ratio } from './problem.ts'

/** Leaves by themselves, each with its own facts alone. */
export function leavesModel(problem: Problem, leaves: readonly number[], whole: boolean): LinearModel {
  const model = new Draft(problem, leaves, whole)
  const last = problem.hierarchy.levels.length - 1
  for (const leaf of leaves) model.addNode(last, leaf, [leaf])
  return model.builder.build()
}

export interface Aim {
  readonly sense: LinearModel['sense']
  readonly classes: Int32Array
}

/** A node with all below it; the sum of the aim's classes at the node is what is to be made small or large. */
export function subtreeModel(problem: Problem, level: number, node: number, whole: boolean, aim?: Aim): LinearModel {
  const { hierarchy } = problem
  const last = hierarchy.levels.length - 1
  const model = new Draft(problem, range(nodesBelow(hierarchy, level, node, last)), whole, aim)
  for (let depth = level; depth <= last; depth++) {
    for (const place of range(nodesBelow(hierarchy, level, node, depth))) {
      model.addNode(depth, place, range(nodesBelow(hierarchy, depth, place, last)))
    }
  }
  return model.builder.build()
}

function range([first, end]: readonly [number, number]): readonly number[] {
  return Array.from({ length: end - first }, (_, i) => first + i)
}

class Draft {
  readonly builder: ModelBuilder
  readonly #problem: Problem
  readonly #place: ReadonlyMap<number, number>

  constructor(problem: Problem, leaves: readonly number[], whole: boolean, aim?: Aim) {
    this.#problem = problem
    this.builder = new ModelBuilder(aim?.sense)
    this.#place = new Map(leaves.map((leaf, i) => [leaf, i]))
    const counted = new Set(aim?.classes)
    for (const _ of leaves) {
      for (let index = 0; index < problem.classes.classes; index++) {
        const cost = Number(counted.has(index))
        if (whole) this.builder.addInteger(0, Number.POSITIVE_INFINITY, cost)
        else this.builder.addColumn(0, Number.POSITIVE_INFINITY, cost)
      }
    }
  }

  addNode(level: number, node: number, leaves: readonly number[]): void {
    const { innerSets, leafSets, ratios } = this.#problem
    for (const set of innerSets[level] ?? leafSets) this.#addSet(set, node, leaves)
    for (const ratio of ratios) if (ratio.source.level === level) this.#addRatio(ratio, leaves)
  }

  #addSet(set: FactSet, node: number, leaves: readonly number[]): void {
    const [low, high] = [lowerAt(set, node), upperAt(set, node)]
    if (low === 0 && high === Number.POSITIVE_INFINITY) return
    // Bounds that cross make a row each, so that the model says so instead of being refused.
    const sides =
      low <= high
        ? [[low, high]]
        : [
            [low, Number.POSITIVE_INFINITY],
            [0, high],
          ]
    for (const [lower, upper] of sides) {
      this.builder.startRow(lower, upper)
      for (const leaf of leaves) for (const index of set.classes!) this.builder.entry(this.#column(leaf, index), 1)
    }
  }

  #addRatio({ source, coefficients }: Ratio, leaves: readonly number[]): void {
    this.builder.startRow(Number.NEGATIVE_INFINITY, source.upper)
    for (const leaf of leaves) {
      coefficients.forEach((value, index) => {
        if (value !== 0) this.builder.entry(this.#column(leaf, index), value)
      })
    }
  }

  #column(leaf: number, index: number): number {
    return this.#place.get(leaf)! * this.#problem.classes.classes + index
  }
}
