/**
 * From true right-hand sides to public ones: the only place where the truth is used.
 *
 * The result lies between the floor and the truth, surely: the noise never passes the truth, rounding goes to the tight end,
 * and the floor is no looser than the truth by declaration. What follows never looks at the truth again.
 */
import { divide, type Rational } from '../../exact/rational.ts'
import type { Entropy } from '../../noise/entropy.ts'
import { type Confidential, derive } from '../../privacy/confidential.ts'
import type { PrivacyEvent } from '../../privacy/event.ts'
import { measure } from '../../privacy/mechanism.ts'
import { measureFromBelow } from '../../privacy/one-sided.ts'
import { badInput } from '../../request-error.ts'
import { type Grid, gridFor, sideOfSteps, stepsOfSide } from './grid.ts'
import { isTighter, type PrivateProgram } from './private-sides.ts'
import type { NoisePlan } from './shift.ts'

export interface MeasuredSides {
  /** The public right-hand sides, in the order of the private ones. */
  readonly values: readonly Rational[]
  /** Which of them are the floor, the noisy value being tighter still. */
  readonly atFloor: readonly boolean[]
  readonly cost: PrivacyEvent
  /** True when a seed decided the noise: NOT PRIVATE. */
  readonly seeded: boolean
}

/** More steps than this, either way, leave no room for noise in 64 bits. */
const MOST_STEPS = 2n ** 61n

/** Draws the noise. The ledger must have been charged before. */
export function measureSides(program: PrivateProgram, plan: NoisePlan, entropy: Entropy): MeasuredSides {
  const { sides } = program
  const answers = stepsOf(program, plan.grid) // also without noise: a broken declaration is always refused
  if (plan.noise === null) {
    return { values: sides.map(({ floor }) => floor), atFloor: sides.map(() => true), cost: plan.cost, seeded: false }
  }
  const { values, cost, seeded } = plan.neverViolates
    ? measureFromBelow(answers, plan.noise, entropy)
    : shifted(answers, plan, entropy)
  const noisy = sides.map((side, k) => sideOfSteps(side, values[k], plan.grid))
  const atFloor = sides.map(({ side, floor }, k) => isTighter(side, noisy[k], floor))
  return { values: noisy.map((value, k) => (atFloor[k] ? sides[k].floor : value)), atFloor, cost, seeded }
}

/** Refuses true sides that their declarations exclude: before a charge, so that a broken declaration costs nothing. */
export function checkSides(program: PrivateProgram): void {
  stepsOf(program, gridFor(program))
}

/** The baseline: noise without an end, and the same shift. */
function shifted(answers: Confidential<BigInt64Array>, { noise, grid }: NoisePlan, entropy: Entropy) {
  const l1 = { num: grid.distance, den: 1n }
  const sensitivity = { l1, l2Squared: { num: grid.distance ** 2n, den: 1n }, lInfinity: l1 }
  const measured = measure(answers, sensitivity, { kind: 'pure', epsilon: noise!.epsilon }, entropy)
  return { ...measured, values: measured.values.map((value) => value - noise!.shift) }
}

/**
 * The true sides in steps, locked up. A value tighter than its floor, or no multiple of the declared unit, is refused, since the
 * promise or the guarantee would be void; on data that keep the declarations this never happens, so it tells nothing. Neither
 * entry nor value is named. A value beyond the loosest one, or beyond what 64 bits count, is moved to that end instead: the
 * result is only tighter, and moving two values to one end brings them no further apart.
 */
function stepsOf({ sides, truth, unit }: PrivateProgram, grid: Grid): Confidential<BigInt64Array> {
  if (sides.some((side) => stepsOfSide(side, side.floor, grid) < -MOST_STEPS)) {
    throw badInput(
      'A public floor is too far from 0 for the sensitivity: more than 2^61 grid steps. Declare a nearer one.',
    )
  }
  return derive(truth, (values) => {
    const steps = values.map((value, k) => {
      const { side, floor, loosest } = sides[k]
      if (!isTighter(side, floor, value)) {
        throw badInput(
          'A private right-hand side is tighter than its public floor. Correct the declaration of the floor.',
        )
      }
      if (unit !== null && divide(value, unit).den !== 1n) {
        throw badInput(
          'A private right-hand side is not a multiple of the declared unit. Declare a finer unit, or none.',
        )
      }
      const steps = stepsOfSide(sides[k], loosest !== null && isTighter(side, loosest, value) ? loosest : value, grid)
      return steps < MOST_STEPS ? steps : MOST_STEPS
    })
    return BigInt64Array.from(steps)
  })
}
