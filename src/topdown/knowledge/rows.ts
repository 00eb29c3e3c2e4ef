/** The rows of one node: what its own facts say, and what is implied beyond them. */
import { lowerAt, upperAt } from './fact-sets.ts'
import { nodesBelow, type Problem } from './problem.ts'

/** lower <= coefficients . totals of classes <= upper. */
export interface ClassRow {
  readonly classes: Int32Array
  /** 1 when absent. */
  readonly coefficients?: Float64Array
  readonly lower: number
  readonly upper: number
  /** The index of the fact, -1 for an implied row. */
  readonly fact: number
  readonly tried: boolean
}

/** Collects rows, and leaves out an implied one that says no more of a set than another row does. */
export class RowBook {
  readonly rows: ClassRow[] = []
  readonly #said = new Map<string, [number, number]>()
  readonly #problem: Problem

  constructor(problem: Problem) {
    this.#problem = problem
  }

  /** What the facts of the level say of the node, and ratios that hold at every node of a level further down. */
  addFacts(level: number, node: number): void {
    const { hierarchy, innerSets, leafSets, ratios } = this.#problem
    for (const set of innerSets[level] ?? leafSets) {
      if (set.classes === undefined) continue
      for (const given of set.given) {
        const bounds = { given: [given] }
        this.#add(set.classes, lowerAt(bounds, node), upperAt(bounds, node), given.fact, given.tried)
      }
    }
    for (const { fact, source, tried, coefficients, exact } of ratios) {
      if (source.level < level) continue
      const [first, end] = nodesBelow(hierarchy, level, node, source.level)
      const classes = Int32Array.from(coefficients.keys()).filter((index) => coefficients[index] !== 0)
      this.rows.push({
        classes,
        coefficients: Float64Array.from(classes, (index) => coefficients[index]),
        lower: Number.NEGATIVE_INFINITY,
        upper: source.upper * (end - first),
        fact: source.level === level && exact ? fact : -1,
        tried,
      })
    }
  }

  addImplied(classes: Int32Array, lower: number, upper: number, tried = this.#problem.tried): void {
    const [low, high] = this.#said.get(keyOf(classes)) ?? [0, Number.POSITIVE_INFINITY]
    if (lower > low || upper < high) this.#add(classes, Math.max(lower, low), Math.min(upper, high), -1, tried)
  }

  addRow(row: ClassRow): void {
    this.rows.push(row)
  }

  #add(classes: Int32Array, lower: number, upper: number, fact: number, tried: boolean): void {
    if (lower <= 0 && upper === Number.POSITIVE_INFINITY) return
    this.rows.push({ classes, lower, upper, fact, tried })
    const key = keyOf(classes)
    const [low, high] = this.#said.get(key) ?? [0, Number.POSITIVE_INFINITY]
    this.#said.set(key, [Math.max(low, lower), Math.min(high, upper)])
  }
}

const keys = new WeakMap<Int32Array, string>()

/** A set's classes as text, kept with the array: the same arrays come back for every node. */
function keyOf(classes: Int32Array): string {
  const known = keys.get(classes)
  if (known !== undefined) return known
  const key = classes.join()
  keys.set(classes, key)
  return key
}
