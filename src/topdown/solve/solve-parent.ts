/**
 * The children of one parent: presolve, least squares, rounding, and a check in whole numbers. When facts that are not
 * proved to fit together do not: first those that were only to be tried are dropped, then the failsafe moves the parent.
 */
import type { ConeEngine, Solver } from '../../optimize/index.ts'
import { classTotalsFor } from './class-model.ts'
import { type Columns, openColumns } from './columns.ts'
import { addChildRows, type ChildRow, classTotals, knownRows, parentRows } from './constraints.ts'
import { moveParent } from './failsafe.ts'
import type { Failsafe, ParentProblem, ParentSolution, SolveSteps } from './problem.ts'
import { checkChildren } from './recheck.ts'
import { relax } from './relax.ts'
import { roundChildren } from './round-children.ts'

export interface Engines {
  readonly solver: Solver
  /** For least squares that the kernel does not finish. */
  readonly cone?: ConeEngine
}

export async function solveParent(problem: ParentProblem, engines: Engines): Promise<ParentSolution> {
  const copied = onlyChild(problem)
  if (copied !== undefined) return copied
  const agreed = await agree(problem, engines.solver)
  const counts = await solveAgreed(agreed.problem, agreed.rows, engines)
  const { failsafe } = agreed
  checkChildren(agreed.problem, agreed.rows, counts.counts)
  return { ...counts, dropped: agreed.dropped, ...(failsafe && { failsafe }) }
}

const NOTHING_DONE: SolveSteps = {
  columns: 0,
  residual: 0,
  newton: 0,
  conjugate: 0,
  cuts: 0,
  rounding: 'nothing',
  classesFirst: false,
}

/** A single child is its parent, and nobody's children are nobody. Only where the facts are proved to fit. */
function onlyChild({ proved, parent, children, cells, tried }: ParentProblem): ParentSolution | undefined {
  if (parent === undefined || !proved || tried !== undefined) return undefined
  const empty = parent.every((count) => count === 0)
  if (children > 1 && !empty) return undefined
  return { counts: empty ? new Float64Array(children * cells) : parent.slice(), steps: NOTHING_DONE, dropped: false }
}

interface Agreed {
  readonly problem: ParentProblem
  readonly rows: readonly ChildRow[]
  readonly dropped: boolean
  readonly failsafe?: Failsafe
}

/** Rows that can be met together with the parent, the parent moved if need be. */
async function agree(problem: ParentProblem, solver: Solver): Promise<Agreed> {
  const { tried, ...enforced } = problem
  const all = knownRows(problem)
  if (tried === undefined && problem.proved) return { problem, rows: all, dropped: false }
  if ((await classTotalsFor(problem, all, { kind: 'any' }, solver)) !== undefined) {
    return { problem, rows: all, dropped: false }
  }
  const rows = knownRows(enforced)
  const dropped = tried !== undefined
  const fits = problem.proved || (await classTotalsFor(enforced, rows, { kind: 'any' }, solver)) !== undefined
  if (fits || problem.parent === undefined) return { problem: enforced, rows, dropped }
  const { parent, failsafe } = await moveParent(enforced, rows, solver)
  return { problem: { ...enforced, parent }, rows, dropped, failsafe }
}

type Solved = Pick<ParentSolution, 'counts' | 'steps'>

async function solveAgreed(problem: ParentProblem, known: readonly ChildRow[], engines: Engines): Promise<Solved> {
  const columns = openColumns(problem)
  const rows = addChildRows(parentRows(problem, columns), problem, columns, known)
  const posed = rows.copy() // without the pins of passes
  const relaxed = relax(problem, columns, rows, engines.cone)
  addChildRows(posed, problem, columns, relaxed.cuts)
  const rounded = await roundChildren(problem, columns, posed, relaxed.x, engines.solver)
  if (rounded === undefined) return classesFirst(problem, columns, known, relaxed.x, engines)
  const steps: SolveSteps = {
    columns: columns.cell.length,
    residual: relaxed.residual,
    newton: relaxed.newton,
    conjugate: relaxed.conjugate,
    cuts: relaxed.cuts.length + rounded.cuts.length,
    rounding: rounded.method,
    classesFirst: false,
  }
  return { counts: spread(problem, columns, rounded.values), steps }
}

/** Whole class totals nearest to the real ones first; with those fixed the rest is a transportation problem, and whole. */
async function classesFirst(
  problem: ParentProblem,
  columns: Columns,
  known: readonly ChildRow[],
  x: Float64Array,
  engines: Engines,
): Promise<Solved> {
  const to = classTotals(problem, columns, x)
  const found = await classTotalsFor(problem, known, { kind: 'nearest', to }, engines.solver)
  if (found === undefined) throw new Error('whole children of a parent were promised and not found')
  const fixed = Array.from(
    found.totals,
    (total, i): ChildRow => ({
      child: Math.floor(i / problem.classes),
      row: { classes: Int32Array.of(i % problem.classes), lower: total, upper: total, fact: -1, tried: false },
    }),
  )
  const { tried: _, ...enforced } = problem
  const bare: ParentProblem = { ...enforced, chain: [], knowledge: problem.knowledge.map(() => ({ rows: [] })) }
  const rows = addChildRows(parentRows(bare, columns), bare, columns, fixed)
  const relaxed = relax({ ...bare, passes: [] }, columns, rows, engines.cone)
  const rounded = await roundChildren(bare, columns, rows, relaxed.x, engines.solver)
  if (rounded === undefined) throw new Error('a transportation problem was not rounded')
  const steps: SolveSteps = {
    columns: columns.cell.length,
    residual: relaxed.residual,
    newton: relaxed.newton,
    conjugate: relaxed.conjugate,
    cuts: 0,
    rounding: rounded.method,
    classesFirst: true,
  }
  return { counts: spread(problem, columns, rounded.values), steps }
}

function spread({ children, cells }: ParentProblem, columns: Columns, values: Float64Array): Float64Array {
  const counts = new Float64Array(children * cells)
  for (let i = 0; i < values.length; i++) counts[columns.child[i] * cells + columns.cell[i]] = values[i]
  return counts
}
