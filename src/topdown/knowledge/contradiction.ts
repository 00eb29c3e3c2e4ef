/**
 * The first place, from the leaves up, where the facts leave no table of counts.
 *
 * Border functions and lines decide exactly and fast where they apply; otherwise the totals of classes are put to a solver,
 * first as real numbers and then as whole ones.
 */
import type { Hierarchy } from '../../model/hierarchy.ts'
import type { Solver } from '../../optimize/linear/highs.ts'
import type { LinearModel } from '../../optimize/linear/model.ts'
import { RequestError } from '../../request-error.ts'
import { lowerAt, upperAt } from './fact-sets.ts'
import type { Knowledge } from './facts.ts'
import { leavesModel, subtreeModel } from './feasibility-model.ts'
import { line } from './line.ts'
import { networks } from './network.ts'
import { polymatroid } from './polymatroid.ts'
import { checkZeros, type Problem, problemOf } from './problem.ts'
import { relaxed } from './relaxed.ts'
import { admitsFlow } from './separation.ts'

export interface Place {
  readonly level: number
  readonly node: number
}

const LISTED = 10
const LEAVES_AT_ONCE = 200
/** Beyond this many columns, only the relaxation to real numbers is solved. */
const MOST_WHOLE_COLUMNS = 20_000
const SECONDS = 30

/** `knowledge` must speak of the cells themselves (no `project`): what is released has no part in this. */
export async function findContradiction(
  hierarchy: Hierarchy,
  knowledge: Knowledge,
  solver: Solver,
): Promise<Place | undefined> {
  const problem = problemOf(hierarchy, knowledge)
  try {
    checkZeros(problem)
    if (isSettled(problem)) return undefined
    relaxed(problem)
  } catch (error) {
    if (error instanceof RequestError && error.code === 'infeasible') return error.facts as unknown as Place
    throw error
  }
  return searchBySolver(problem, solver)
}

/** True when the facts are shown to agree everywhere; throws where they are shown not to; false when neither. */
function isSettled(problem: Problem): boolean {
  if (problem.ratios.length === 0) {
    const listed = polymatroid(problem, LISTED)
    if (listed !== undefined && listed.unproved === undefined) return true
    const flows = listed === undefined ? networks(problem) : undefined
    if (flows !== undefined && flows.unproved === undefined && admitsFlow(flows.at(0, 0))) return true
  }
  return line(problem) !== undefined
}

async function searchBySolver(problem: Problem, solver: Solver): Promise<Place | undefined> {
  const { hierarchy, innerSets, ratios, classes } = problem
  const last = hierarchy.levels.length - 1
  const leaves = distinctLeaves(problem)
  for (let first = 0; first < leaves.length; first += LEAVES_AT_ONCE) {
    const leaf = await infeasibleLeaf(problem, leaves.slice(first, first + LEAVES_AT_ONCE), solver)
    if (leaf !== undefined) return { level: last, node: leaf }
  }
  for (let level = last - 1; level >= 0; level--) {
    if (innerSets[level].length === 0 && !ratios.some(({ source }) => source.level === level)) continue
    for (let node = 0; node < hierarchy.levels[level].regions.length; node++) {
      const build = (whole: boolean): LinearModel => subtreeModel(problem, level, node, whole)
      if (await isInfeasible(build, solver, classes.classes)) return { level, node }
    }
  }
  return undefined
}

/** One leaf of each kind: those of which the same is said are alike. */
function distinctLeaves({ hierarchy, leafSets }: Problem): readonly number[] {
  const leaves = hierarchy.levels[hierarchy.levels.length - 1].regions.length
  const kinds = new Map<string, number>()
  for (let leaf = 0; leaf < leaves; leaf++) {
    const kind = leafSets.map((set) => `${lowerAt(set, leaf)}-${upperAt(set, leaf)}`).join()
    if (!kinds.has(kind)) kinds.set(kind, leaf)
  }
  return [...kinds.values()]
}

/** By halving. */
async function infeasibleLeaf(
  problem: Problem,
  leaves: readonly number[],
  solver: Solver,
): Promise<number | undefined> {
  const build = (whole: boolean): LinearModel => leavesModel(problem, leaves, whole)
  if (leaves.length === 0 || !(await isInfeasible(build, solver, problem.classes.classes))) return undefined
  if (leaves.length === 1) return leaves[0]
  const half = leaves.length >> 1
  return (
    (await infeasibleLeaf(problem, leaves.slice(0, half), solver)) ??
    (await infeasibleLeaf(problem, leaves.slice(half), solver))
  )
}

/** Only what the solver proves counts. */
async function isInfeasible(build: (whole: boolean) => LinearModel, solver: Solver, classes: number): Promise<boolean> {
  const options = { explain: false, timeLimit: SECONDS }
  const model = build(false)
  if (classes === 0 || model.rowLower.length === 0) return false
  if ((await solver.solve(model, options)).status === 'infeasible') return true
  if (model.cost.length > MOST_WHOLE_COLUMNS) return false
  return (await solver.solve(build(true), options)).status === 'infeasible'
}
