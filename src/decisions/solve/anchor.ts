/**
 * The best point that is feasible for every data set: the program at its public floor, S* = {x : A x <= b*} (Assumption 3.1 of
 * Munoz Medina et al.). It is the answer of the pure mechanism (Theorem C.1), and no release is worse than it.
 *
 * All of it is public. An empty S*, and an objective without an end, are refused here, before any budget is spent: which
 * directions improve for ever does not depend on the right-hand sides. Both are refused only when they are proved; a solver that
 * gives up is helped first, by a point with room from which it can start.
 */
import type { Rational } from '../../exact/rational.ts'
import type { Basis, Infeasible, SolveOptions, Solver } from '../../optimize/index.ts'
import { badInput, RequestError } from '../../request-error.ts'
import type { SolverModel } from '../program/solver-model.ts'
import { type PrivateProgram, withValues } from '../sides/private-sides.ts'
import { type BestEnd, type BestPoint, found, type PointTask, type Route } from './best-point.ts'
import { improvesForEver } from './endless.ts'
import { interiorPoint } from './interior.ts'
import type { Digits } from './rounding.ts'
import { solveBest } from './solve-best.ts'
import { solveWith } from './solve-with.ts'

export interface Anchor {
  readonly point: readonly Rational[]
  readonly objective: Rational
  readonly route: Route
  /** No point of S* is better by more; Infinity when nothing is proved. */
  readonly gap: number
  /** Where the solver starts on other sides. */
  readonly basis: Basis | null
  readonly prices: Float64Array | null
}

export async function anchorOf(
  program: PrivateProgram,
  model: SolverModel,
  solver: Solver,
  digits: Digits,
  options: SolveOptions,
): Promise<Anchor> {
  const sides = withValues(
    program,
    program.sides.map(({ floor }) => floor),
  )
  const task: PointTask = { solver, model, sides, digits, options, anchor: null }
  const end = await solveBest(task)
  if (end.status === 'found') return end
  if (end.status === 'unbounded' && (await improvesForEver(task))) throw refusal(end)
  return rescued(task, end)
}

/** Where the solver gave no usable answer: from a point with room, or refused with the cause. */
async function rescued(task: PointTask, end: Exclude<BestEnd, BestPoint>): Promise<Anchor> {
  const inside = await interiorPoint(task)
  if (inside.status === 'empty' || (end.status === 'infeasible' && end.proved)) throw await emptyFloor(task)
  if (inside.status === 'unknown') {
    throw end.status === 'infeasible' ? onlyByRounding() : end.status === 'unbounded' ? badlyScaled() : refusal(end)
  }
  const again = await solveBest({ ...task, anchor: inside.point })
  if (again.status === 'found') return again
  if (again.status === 'unbounded') throw badlyScaled()
  return found(task.model.program, inside.point, 'interior')
}

function refusal(outcome: Extract<BestEnd, { status: 'unbounded' | 'stopped' }>): RequestError {
  if (outcome.status === 'unbounded') {
    return badInput(
      'The objective improves for ever along the constraints: the program has no best solution. Bound it.',
    )
  }
  if (outcome.why === 'numerical') {
    return badInput(
      'The solver found no answer that can be trusted for the program at its public floor (numerical): its numbers lie too far ' +
        'apart. Bring coefficients and bounds nearer together, by other units or by bounds no wider than they need be.',
    )
  }
  return badInput(
    `The solver stopped (${outcome.why}) on the program at its public floor. Allow more time, or simplify the model.`,
  )
}

function badlyScaled(): RequestError {
  return badInput(
    'The model is too badly scaled: to the solver its objective improves for ever, and in exact arithmetic no direction was found ' +
      'in which it does. Bring the coefficients nearer together, by other units, or bound the variables.',
  )
}

function onlyByRounding(): RequestError {
  return badInput(
    'The program at its public floor has solutions only up to the rounding of numbers: no point of S* was found that keeps ' +
      'every constraint exactly. Loosen the floors or the public constraints a little.',
  )
}

async function emptyFloor(task: PointTask): Promise<RequestError> {
  const outcome = await solveWith(task.solver, task.model, task.sides, task.options)
  const conflict: Infeasible['conflict'] = outcome.status === 'infeasible' ? outcome.conflict : []
  const names = [...new Set(conflict.map(({ name }) => name))]
  const listed = names.length > 0 ? `\n\n${names.map((name) => `  ${name}`).join('\n')}\n\n` : ' '
  return new RequestError(
    'infeasible',
    'No decision keeps every constraint for every data set that the floors allow: with the private right-hand sides at their ' +
      `public floors these cannot all hold.${listed}` +
      'No private mechanism can then keep every constraint. Raise the floors of the private constraints (lower those of a >= ' +
      'constraint) as far as that is true, or loosen the public ones.',
    { conflict: names },
  )
}
