/**
 * The grid that private right-hand sides are measured on: whole multiples of a public step, towards the tight end.
 *
 * Let neighbouring sides differ by v_i, sum |v_i| <= D, and T = D/step. When every side is a multiple of the step, the whole
 * numbers differ by at most floor(T) in all. Otherwise each is rounded first, which can turn a small difference into a whole
 * step: |floor(x) - floor(y)| <= ceil(|x - y|), and the sum of n such ceilings is below T + n, so at most ceil(T) + n - 1. The
 * step is then a power of ten so small that this costs at most a thousandth.
 */
import { ceiling, compare, divide, floor, multiply, type Rational, rational } from '../../exact/rational.ts'
import type { PrivateProgram, PrivateSide } from './private-sides.ts'

export interface Grid {
  readonly step: Rational
  /** The largest L1 distance between neighbours, in steps. */
  readonly distance: bigint
  /** Every side is a multiple of the step by declaration: nothing is lost by rounding. */
  readonly aligned: boolean
}

/** Steps in the sensitivity for each private side, at least, when nothing is declared of the sides' unit. */
const FINENESS = 1000n

export function gridFor({ sides, sensitivity, unit }: Pick<PrivateProgram, 'sides' | 'sensitivity' | 'unit'>): Grid {
  if (unit !== null) {
    const distance = floor(divide(sensitivity, unit))
    return { step: unit, distance: distance > 0n ? distance : 1n, aligned: true }
  }
  const count = BigInt(sides.length)
  const step = powerOfTenBelow(divide(sensitivity, rational(count * FINENESS)))
  return { step, distance: ceiling(divide(sensitivity, step)) + count - 1n, aligned: false }
}

function powerOfTenBelow(limit: Rational): Rational {
  let power = rational(1n)
  const ten = rational(10n)
  while (compare(power, limit) > 0) power = divide(power, ten)
  while (compare(multiply(power, ten), limit) <= 0) power = multiply(power, ten)
  return power
}

/** The side as a whole number of steps of which more is looser, rounded to the tight end: b for `<=`, -b for `>=`. */
export function stepsOfSide({ side }: Pick<PrivateSide, 'side'>, value: Rational, { step }: Grid): bigint {
  const steps = divide(value, step)
  return side === 'upper' ? floor(steps) : -ceiling(steps)
}

/** The side that a whole number of steps stands for. */
export function sideOfSteps({ side }: Pick<PrivateSide, 'side'>, steps: bigint, { step }: Grid): Rational {
  return multiply(step, rational(side === 'upper' ? steps : -steps))
}
