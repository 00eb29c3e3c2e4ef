/**
 * Exact convex allocation over trees of one shape (a column each), in whole or real numbers:
 *   minimise  sum over columns s and nodes r of w[level of r] (x[r, s] - t[r, s])^2
 *   subject to  x[r, s] = sum of x[c, s] over the children c of r,   lower <= x <= upper at the leaves,
 *               and, where a total is given,  sum over s of x[top, s] = total.
 *
 * In whole numbers: windows around the real optimum, moved until the solution touches no edge of its window (true
 * bounds aside). The problem is a convex cost flow on a tree (with one more node on top when a total couples the
 * columns), so any improvement of a feasible point decomposes into unit steps, each of which changes every node by at
 * most one. A solution that is best in windows it does not touch has no improving unit step, hence is best of all.
 */
import { IntegerColumn } from './integer-column.ts'
import { sharedPrice, TopDemands } from './shared-price.ts'
import { TreeDemand } from './tree-demand.ts'
import { emptyLayers, type Layers, type TreeShape } from './tree-shape.ts'

export interface TreeProblem {
  readonly shape: TreeShape
  readonly width: number
  readonly targets: Layers
  /** Above 0, one a level. */
  readonly weights: readonly number[]
  /** Whole bounds of the leaves, leaf after leaf, `width` columns a leaf; 0 and none unless given. */
  readonly lower?: Float64Array
  readonly upper?: Float64Array
  readonly total?: number
}

export interface TreeAllocation {
  readonly layers: Layers
  /** How often windows were set; 1 when the first ones held. */
  readonly rounds: number
}

/** The optimum in real numbers. */
export function relaxedTreeAllocation(problem: TreeProblem): Float64Array[] {
  checkTotal(problem)
  const { shape, width, total } = problem
  const demand = new TreeDemand(shape, problem.weights)
  const column = new Column(problem)
  const tops = new TopDemands(width)
  if (total !== undefined) {
    for (let s = 0; s < width; s++) {
      column.load(s)
      demand.build(column.targets, column.lower, column.upper)
      tops.add(demand)
    }
  }
  const price = total === undefined ? 0 : sharedPrice(tops, total)
  const layers = emptyLayers(shape, width)
  for (let s = 0; s < width; s++) {
    column.load(s)
    demand.build(column.targets, column.lower, column.upper)
    demand.allocate(price, column.values)
    column.store(s, layers)
  }
  return layers
}

/**
 * The optimum in whole numbers. `start` is where the first windows lie: the real optimum unless given; any feasible
 * real point will do, and changes nothing but the time.
 */
export function treeAllocation(problem: TreeProblem, start: Layers = relaxedTreeAllocation(problem)): TreeAllocation {
  checkTotal(problem)
  const windows = new Windows(problem, start)
  let rounds = 0
  let cost = Number.POSITIVE_INFINITY
  for (;;) {
    rounds++
    const inside = windows.solve()
    if (inside) break
    // Around the last solution, no better point in its windows means that no unit step improves it.
    const next = costOf(problem, windows.layers)
    if (rounds > 1 && next >= cost) break
    cost = next
  }
  return { layers: windows.layers, rounds }
}

/** The objective. */
export function costOf({ shape, width, targets, weights }: TreeProblem, layers: Layers): number {
  let total = 0
  shape.nodes.forEach((count, l) => {
    let level = 0
    for (let i = 0; i < count * width; i++) level += (layers[l][i] - targets[l][i]) ** 2
    total += weights[l] * level
  })
  return total
}

function checkTotal({ lower, upper, total }: TreeProblem): void {
  if (total === undefined) return
  const least = lower?.reduce((sum, bound) => sum + bound, 0) ?? 0
  const most = upper?.reduce((sum, bound) => sum + bound, 0) ?? Number.POSITIVE_INFINITY
  if (!(least <= total && total <= most)) {
    throw new RangeError(`the total ${total} is not between the sums of the bounds, ${least} and ${most}`)
  }
}

/** One column taken out of the layers and put back: one array a level. */
class Column {
  readonly targets: readonly Float64Array[]
  readonly values: readonly Float64Array[]
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly #problem: TreeProblem

  constructor(problem: TreeProblem) {
    this.#problem = problem
    this.targets = emptyLayers(problem.shape, 1)
    this.values = emptyLayers(problem.shape, 1)
    const leaves = problem.shape.nodes[problem.shape.nodes.length - 1]
    this.lower = new Float64Array(leaves)
    this.upper = new Float64Array(leaves).fill(Number.POSITIVE_INFINITY)
  }

  load(s: number, from?: Layers): void {
    const { width, targets, lower, upper } = this.#problem
    for (let l = 0; l < targets.length; l++) {
      gather(targets[l], s, width, this.targets[l])
      if (from !== undefined) gather(from[l], s, width, this.values[l])
    }
    if (lower !== undefined) gather(lower, s, width, this.lower)
    if (upper !== undefined) gather(upper, s, width, this.upper)
  }

  store(s: number, into: Layers): void {
    const { width } = this.#problem
    this.values.forEach((values, l) => {
      for (let i = 0; i < values.length; i++) into[l][i * width + s] = values[i]
    })
  }
}

function gather(from: Float64Array, s: number, width: number, out: Float64Array): void {
  for (let i = 0; i < out.length; i++) out[i] = from[i * width + s]
}

/** The windows of all columns, and the solution in them. */
class Windows {
  readonly layers: Float64Array[]
  readonly #centres: Float64Array[]
  readonly #problem: TreeProblem
  readonly #column: Column
  readonly #allocator: IntegerColumn
  /** Columns whose windows are new, the slopes and least value of each top, and the value it was given. */
  readonly #moved: Uint8Array
  readonly #slopes: Float64Array[]
  readonly #low: Float64Array
  readonly #top: Float64Array

  constructor(problem: TreeProblem, start: Layers) {
    this.#problem = problem
    this.#column = new Column(problem)
    this.#allocator = new IntegerColumn(problem.shape, problem.weights)
    this.#centres = start.map((level) => level.map((x) => Math.floor(x + 0.5)))
    this.layers = emptyLayers(problem.shape, problem.width)
    this.#moved = new Uint8Array(problem.width).fill(1)
    this.#slopes = new Array<Float64Array>(problem.width)
    this.#low = new Float64Array(problem.width)
    this.#top = new Float64Array(problem.width).fill(Number.NaN)
  }

  /**
   * Solves in the windows; where the solution touches an edge, centres them on it for the next time and returns false.
   */
  solve(): boolean {
    const { width, total } = this.#problem
    for (let s = 0; s < width; s++) if (this.#moved[s] === 1) this.#build(s, true)
    const tops =
      total === undefined ? this.#slopes.map((slopes, s) => this.#low[s] + below(slopes, 0)) : this.#divide(total)
    let inside = true
    for (let s = 0; s < width; s++) {
      if (this.#moved[s] === 0 && tops[s] === this.#top[s]) continue
      this.#build(s, false)
      const held = this.#allocator.allocate(tops[s], this.#column.values)
      this.#column.store(s, this.layers)
      this.#top[s] = tops[s]
      this.#moved[s] = held ? 0 : 1
      if (!held) this.#column.store(s, this.#centres)
      inside &&= held
    }
    return inside
  }

  #build(s: number, keep: boolean): void {
    const column = this.#column
    column.load(s, this.#centres)
    this.#allocator.build(column.targets, column.values, column.lower, column.upper)
    if (!keep) return
    this.#low[s] = this.#allocator.topLow
    this.#slopes[s] = this.#allocator.topSlopes.slice()
  }

  /**
   * The tops' values that add up to the total at least cost: the smallest slopes of all, ties from the first column
   * on.
   */
  #divide(total: number): number[] {
    let need = total
    for (const low of this.#low) need -= low
    const all = new Float64Array(this.#slopes.reduce((count, slopes) => count + slopes.length, 0))
    let at = 0
    for (const slopes of this.#slopes) {
      all.set(slopes, at)
      at += slopes.length
    }
    all.sort()
    const dearest = need === 0 ? Number.NEGATIVE_INFINITY : all[need - 1]
    let ties = need - below(all, dearest)
    return this.#slopes.map((slopes, s) => {
      const cheaper = below(slopes, dearest)
      const equal = Math.min(ties, below(slopes.subarray(cheaper), dearest, true))
      ties -= equal
      return this.#low[s] + cheaper + equal
    })
  }
}

/** How many of these rising numbers are below x, or with `orEqual` not above it. */
function below(rising: Float64Array, x: number, orEqual = false): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rising[middle] < x || (orEqual && rising[middle] === x)) low = middle + 1
    else high = middle
  }
  return low
}
