/**
 * The noise of a private right-hand side, and what is taken off so that the truth is never passed.
 *
 *   truncated  truncated discrete Laplace with the least shift whose exact delta is small enough, whatever the number of
 *              constraints: in the limit of fine steps s = (D/e) ln((e^e - 1)/(2 delta) + 1). `privacy/one-sided.ts` has the proof.
 *   published  the same law with the shift of Munoz Medina et al., section 3: s = (D/e) ln(m (e^e - 1)/delta + 1) for m sides.
 *   pure       no noise: the floor itself, which tells nothing (their Appendix C shows that no epsilon-private answer does better).
 *   laplace    their section 4.2's baseline: the published shift with noise that is not cut off. It breaks constraints and is
 *              here to be compared with, never to be used.
 */
import { expBounds, lnBounds } from '../../exact/logarithm.ts'
import { add, ceiling, divide, multiply, ONE, type Rational, rational, subtract } from '../../exact/rational.ts'
import type { NoiseLaw } from '../../noise/law.ts'
import { tailBounds } from '../../noise/truncated-law.ts'
import { approximate, type PrivacyEvent, pure } from '../../privacy/event.ts'
import { type OneSidedNoise, oneSidedNoiseFor } from '../../privacy/one-sided.ts'
import { badInput } from '../../request-error.ts'
import { type Grid, gridFor } from './grid.ts'
import type { PrivateProgram } from './private-sides.ts'

export type Mechanism = 'truncated' | 'published' | 'pure' | 'laplace'

export interface MechanismOptions {
  readonly mechanism: Mechanism
  /** Not used by `pure`. */
  readonly epsilon: Rational
  /** Not used by `pure` and `laplace`, except that the baseline takes its shift from it. */
  readonly delta: Rational
}

/** All that is decided before any data are seen. */
export interface NoisePlan {
  readonly mechanism: Mechanism
  readonly grid: Grid
  /** null for `pure`. */
  readonly noise: OneSidedNoise | null
  readonly law: NoiseLaw | 'none'
  /** What is taken off every side, in the sides' own units: s. */
  readonly shift: Rational
  /** No side is tightened by more than this, rounding to the grid included; null where noise has no end or there is none. */
  readonly furthest: Rational | null
  readonly cost: PrivacyEvent
  /** Whether no constraint can ever be broken. */
  readonly neverViolates: boolean
}

type Sides = Pick<PrivateProgram, 'sides' | 'sensitivity' | 'unit'>

export function planNoise(program: Sides, { mechanism, epsilon, delta }: MechanismOptions): NoisePlan {
  const grid = gridFor(program)
  const zero = rational(0n)
  if (mechanism === 'pure') {
    const nothing = { noise: null, law: 'none', shift: zero, furthest: null, cost: pure(zero) } as const
    return { mechanism, grid, ...nothing, neverViolates: true }
  }
  checkBudget(epsilon, delta)
  const noise =
    mechanism === 'truncated'
      ? oneSidedNoiseFor(grid.distance, epsilon, delta)
      : publishedNoise(grid.distance, program.sides.length, epsilon, delta)
  const shift = multiply(grid.step, rational(noise.shift))
  if (mechanism === 'laplace') {
    const law = { kind: 'discrete-laplace', scale: noise.law.scale } as const
    return { mechanism, grid, noise, law, shift, furthest: null, cost: pure(epsilon), neverViolates: false }
  }
  const furthest = add(multiply(shift, rational(2n)), grid.aligned ? zero : grid.step)
  const cost = approximate(noise.epsilon, noise.delta)
  return { mechanism, grid, noise, law: noise.law, shift, furthest, cost, neverViolates: true }
}

/** The published shift, rounded up to whole steps, with the exact delta that it truly has (far below the one asked for). */
function publishedNoise(distance: bigint, sides: number, epsilon: Rational, delta: Rational): OneSidedNoise {
  const least = oneSidedNoiseFor(distance, epsilon, delta).shift
  const published = ceiling(publishedShift(rational(distance), BigInt(sides), epsilon, delta))
  const shift = published > least ? published : least
  const scale = divide(rational(distance), epsilon)
  return {
    law: { kind: 'truncated-laplace', scale, low: -shift, high: shift },
    shift,
    epsilon,
    delta: tailBounds(scale, -shift, shift, shift - distance + 1n).high,
  }
}

/** (D/e) ln(m (e^e - 1)/delta + 1), not below. */
export function publishedShift(distance: Rational, sides: bigint, epsilon: Rational, delta: Rational): Rational {
  return shiftOf(distance, epsilon, divide(rational(sides), delta))
}

/** (D/e) ln((e^e - 1)/(2 delta) + 1), not below: what the grid's shift tends to as its steps become fine. */
export function smallerShift(distance: Rational, epsilon: Rational, delta: Rational): Rational {
  return shiftOf(distance, epsilon, divide(ONE, multiply(rational(2n), delta)))
}

/** (D/e) ln(factor (e^e - 1) + 1), not below. */
function shiftOf(distance: Rational, epsilon: Rational, factor: Rational): Rational {
  const growth = subtract(expBounds(epsilon).high, ONE)
  return multiply(divide(distance, epsilon), lnBounds(add(multiply(factor, growth), ONE)).high)
}

function checkBudget(epsilon: Rational, delta: Rational): void {
  if (epsilon.num <= 0n) throw badInput('epsilon must be above 0. Without a budget, use the pure mechanism.')
  if (delta.num > 0n && delta.num < delta.den) return
  throw badInput(
    'delta must lie between 0 and 1. With delta 0 no mechanism that never breaks a constraint does better than the public ' +
      'floor: that is the pure mechanism.',
  )
}
