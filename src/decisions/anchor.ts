/**
 * The best point that is feasible for every data set: the program at its public floor, S* = {x : A x <= b*} (Assumption 3.1 of
 * Munoz Medina et al.). It is the answer of the pure mechanism (Theorem C.1), and the last resort of every repair.
 *
 * All of it is public. An empty S*, and an objective without an end, are refused here, before any budget is spent: which
 * directions improve for ever does not depend on the right-hand sides. A solver that gives up at a floor with next to no room
 * may well manage the measured sides, so there any point of S* will do.
 */
import type { Rational } from '../exact/rational.ts'
import type { Infeasible, Outcome, SolveOptions, Solver } from '../optimize/index.ts'
import { badInput, RequestError } from '../request-error.ts'
import { exactObjective } from './certify.ts'
import { improvesForEver } from './endless.ts'
import { interiorPoint } from './interior.ts'
import type { PrivateProgram } from './private-sides.ts'
import { withValues } from './private-sides.ts'
import { type Repaired, repair } from './repair.ts'
import type { Digits } from './rounding.ts'
import { type SolverModel, solveWith } from './solver-model.ts'

export interface Anchor {
  readonly point: readonly Rational[]
  readonly objective: Rational
  readonly route: Repaired['route'] | 'interior'
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
  const outcome = await solveWith(solver, model, sides, options)
  if (outcome.status === 'unbounded') {
    throw (await improvesForEver(program.program, sides, solver, digits, options)) ? refusal(outcome) : badlyScaled()
  }
  const task = { solver, model, sides, digits, options, anchor: null }
  const found = outcome.status === 'optimal' ? await repair(task, outcome.x) : null
  // Also where the solver saw no solution: on badly scaled models its tolerance can hide one.
  const exact = found ?? (await interiorPoint(solver, model, sides, digits, options))
  if (exact === null) {
    if (outcome.status !== 'optimal') throw refusal(outcome)
    throw badInput(
      'The program at its public floor has solutions only up to the rounding of numbers: no point of S* was found that keeps ' +
        'every constraint exactly. Loosen the floors or the public constraints a little.',
    )
  }
  return { point: exact.point, objective: exactObjective(program.program, exact.point), route: exact.route }
}

function refusal(outcome: Exclude<Outcome, { status: 'optimal' }>): RequestError {
  if (outcome.status === 'infeasible') return emptyFloor(outcome)
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

function emptyFloor({ conflict }: Infeasible): RequestError {
  const names = [...new Set(conflict.map(({ name }) => name))]
  const listed = names.length > 0 ? `\n\n${names.map((name) => `  ${name}`).join('\n')}\n\n` : ' '
  return new RequestError(
    'infeasible',
    'No solution is feasible for every data set that the floors allow (S* is empty): with the private right-hand sides at their ' +
      `public floors these cannot all hold.${listed}` +
      'No private mechanism can then keep every constraint. Raise the floors of the private constraints (for >= lower their ' +
      'ceilings) as far as that is true, or loosen the public ones.',
    { conflict: names },
  )
}
