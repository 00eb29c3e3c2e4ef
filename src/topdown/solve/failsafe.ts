/**
 * The failsafe (section 9): no children add up to the parent and meet the facts, so the parent is moved by the least that
 * lets them.
 *
 * The paper frees every cell within the least distance plus one. Here the totals of the classes are moved by exactly the
 * least distance at which the facts about the parent itself still hold, and within them people go from a cell to another that differs only in the attributes that facts speak
 * of, so the joint margin of all other attributes stays.
 */
import { type Solver, shareOut } from '../../optimize/index.ts'
import { classTotalsFor, type NearestParent, parentTotals, sumOfChildren } from './class-model.ts'
import type { ChildRow } from './constraints.ts'
import type { Failsafe, ParentProblem, TableShape } from './problem.ts'

export interface MovedParent {
  readonly parent: Float64Array
  readonly failsafe: Failsafe
}

/** Requires children that meet the facts, whatever they add up to. */
export async function moveParent(
  problem: ParentProblem,
  rows: readonly ChildRow[],
  solver: Solver,
): Promise<MovedParent> {
  const { goal, answer } = await nearestParent(problem, rows, solver)
  const wanted = sumOfChildren(answer.totals, problem.classes)
  const parent = moved(problem, wanted)
  const before = problem.parent as Float64Array
  const distance = parent.reduce((sum, value, c) => sum + Math.abs(value - before[c]), 0)
  const failsafe: Failsafe = {
    distance,
    least: Math.round(answer.objective),
    totalKept: goal.keepTotal,
    factsKept: goal.keepFacts,
    kept: goal.keepTotal ? keptAttributes(problem, before, parent) : [],
  }
  return { parent, failsafe }
}

/** What is kept of the parent, while it can be: facts about it before the number of its people. */
const GOALS: readonly NearestParent[] = [
  { kind: 'nearest-parent', keepFacts: true, keepTotal: true },
  { kind: 'nearest-parent', keepFacts: true, keepTotal: false },
  { kind: 'nearest-parent', keepFacts: false, keepTotal: true },
  { kind: 'nearest-parent', keepFacts: false, keepTotal: false },
]

async function nearestParent(problem: ParentProblem, rows: readonly ChildRow[], solver: Solver) {
  for (const goal of GOALS) {
    const answer = await classTotalsFor(problem, rows, goal, solver)
    if (answer !== undefined) return { goal, answer }
  }
  throw new Error('no children meet the facts, whatever they add up to')
}

/** The parent with the wanted class totals: people leave classes that have too many, and enter those that lack them. */
function moved(problem: ParentProblem, wanted: Float64Array): Float64Array {
  const parent = (problem.parent as Float64Array).slice()
  const now = parentTotals(problem)
  const keys = uninvolvedKeys(problem)
  const leaving = new Map<number, number>()
  for (let k = 0; k < problem.classes; k++) {
    if (wanted[k] < now[k]) takeAway(problem, parent, k, now[k] - wanted[k], keys, leaving)
  }
  for (let k = 0; k < problem.classes; k++) {
    if (wanted[k] > now[k]) giveTo(problem, parent, k, wanted[k] - now[k], keys, leaving)
  }
  return parent
}

function cellsOf({ classOf }: ParentProblem, k: number): number[] {
  return Array.from(classOf.keys()).filter((cell) => classOf[cell] === k)
}

/** Takes people from the cells of a class in proportion, and remembers what kind they were in all other attributes. */
function takeAway(
  problem: ParentProblem,
  parent: Float64Array,
  k: number,
  amount: number,
  keys: Int32Array,
  leaving: Map<number, number>,
): void {
  const cells = cellsOf(problem, k).filter((cell) => parent[cell] > 0)
  const total = cells.reduce((sum, cell) => sum + parent[cell], 0)
  const left = shareOut(
    Float64Array.from(cells, (cell) => parent[cell] * (1 - amount / total)),
    total - amount,
  )
  cells.forEach((cell, i) => {
    leaving.set(keys[cell], (leaving.get(keys[cell]) ?? 0) + parent[cell] - left[i])
    parent[cell] = left[i]
  })
}

/** Gives people to a class, to cells that are the same in all other attributes while there are any. */
function giveTo(
  problem: ParentProblem,
  parent: Float64Array,
  k: number,
  amount: number,
  keys: Int32Array,
  leaving: Map<number, number>,
): void {
  const cells = cellsOf(problem, k)
  let missing = amount
  for (const [key, waiting] of leaving) {
    const fitting = cells.filter((cell) => keys[cell] === key)
    const share = Math.min(waiting, missing)
    if (fitting.length === 0 || share === 0) continue
    parent[fullest(fitting, parent)] += share
    leaving.set(key, waiting - share)
    missing -= share
  }
  if (missing > 0) parent[fullest(cells, parent)] += missing
}

function fullest(cells: readonly number[], parent: Float64Array): number {
  return cells.reduce((best, cell) => (parent[cell] > parent[best] ? cell : best))
}

/** Cells with the same key are of one table and differ only in attributes that the classes depend on. */
function uninvolvedKeys(problem: ParentProblem): Int32Array {
  const keys = new Int32Array(problem.cells)
  let used = 0
  for (const table of problem.tables) {
    const free = freeAttributes(problem, table)
    const cells = cellsIn(table)
    for (let cell = 0; cell < cells; cell++) keys[table.first + cell] = used + keyOf(table.sizes, cell, free)
    used += cells
  }
  return keys
}

function cellsIn({ sizes }: TableShape): number {
  return sizes.reduce((product, n) => product * n, 1)
}

function keyOf(sizes: readonly number[], cell: number, counted: readonly boolean[]): number {
  let key = 0
  let step = 1
  let rest = cell
  for (let a = sizes.length - 1; a >= 0; a--) {
    if (counted[a]) {
      key += (rest % sizes[a]) * step
      step *= sizes[a]
    }
    rest = Math.floor(rest / sizes[a])
  }
  return key
}

/** Attributes that no class depends on: whether the class of some cell changes with one alone. */
function freeAttributes({ classOf }: ParentProblem, { first, sizes }: TableShape): readonly boolean[] {
  const cells = cellsIn({ first, sizes })
  return sizes.map((size, a) => {
    const stride = sizes.slice(a + 1).reduce((product, n) => product * n, 1)
    for (let cell = 0; cell < cells; cell++) {
      if (Math.floor(cell / stride) % size === 0) continue
      const [here, before] = [classOf[first + cell], classOf[first + cell - stride]]
      if (here >= 0 && before >= 0 && here !== before) return false
    }
    return true
  })
}

/** Attributes whose joint margin is what it was, table by table. */
function keptAttributes(problem: ParentProblem, before: Float64Array, after: Float64Array): readonly number[][] {
  const keys = uninvolvedKeys(problem)
  const change = new Float64Array(problem.cells)
  before.forEach((value, cell) => {
    change[keys[cell]] += after[cell] - value
  })
  return problem.tables.map((table) => {
    const free = freeAttributes(problem, table)
    const own = keys.subarray(table.first, table.first + cellsIn(table))
    return own.every((key) => change[key] === 0) ? [...free.keys()].filter((a) => free[a]) : []
  })
}
