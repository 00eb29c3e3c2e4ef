/**
 * The neighbour test for any room: random data, one neighbour step, and no measured vector may move further than claimed.
 * It knows nothing of how the claim was reached, so it catches a wrong derivation as well as a wrong formula.
 */
import { fromNumber } from '../exact/directed.ts'
import { add, compare, formatRational, multiply, type Rational, rational, subtract, ZERO } from '../exact/rational.ts'
import type { Sensitivity } from './sensitivity.ts'

export interface SensitivityTrial<D> {
  /** The whole vector that would be measured. */
  readonly measure: (data: D) => ArrayLike<number | bigint>
  /** A random data set. */
  readonly dataset: () => D
  /** The data after one random neighbour step; must not write to its argument. */
  readonly step: (data: D) => D
  readonly claimed: Sensitivity
  readonly trials?: number
}

/** Throws when a step moves the answers further than claimed; returns the furthest moves seen, to show a claim tight. */
export function checkSensitivity<D>({
  measure,
  dataset,
  step,
  claimed,
  trials = 200,
}: SensitivityTrial<D>): Sensitivity {
  let seen: Sensitivity = { l1: ZERO, l2Squared: ZERO, lInfinity: ZERO }
  for (let trial = 1; trial <= trials; trial++) {
    const data = dataset()
    const moved = distance(measure(data), measure(step(data)))
    for (const norm of ['l1', 'l2Squared', 'lInfinity'] as const) {
      if (compare(moved[norm], claimed[norm]) > 0) {
        throw new Error(
          `trial ${trial}: one neighbour step moved the answers by ${formatRational(moved[norm])} in ${norm}, ` +
            `but a sensitivity of ${formatRational(claimed[norm])} was claimed`,
        )
      }
      if (compare(moved[norm], seen[norm]) > 0) seen = { ...seen, [norm]: moved[norm] }
    }
  }
  return seen
}

function distance(before: ArrayLike<number | bigint>, after: ArrayLike<number | bigint>): Sensitivity {
  if (before.length !== after.length) throw new Error('a neighbour step changed the number of answers')
  let [l1, l2Squared, lInfinity] = [ZERO, ZERO, ZERO]
  for (let i = 0; i < before.length; i++) {
    if (before[i] === after[i]) continue
    const change = subtract(exact(after[i]), exact(before[i]))
    const size = change.num < 0n ? subtract(ZERO, change) : change
    l1 = add(l1, size)
    l2Squared = add(l2Squared, multiply(size, size))
    if (compare(size, lInfinity) > 0) lInfinity = size
  }
  return { l1, l2Squared, lInfinity }
}

function exact(x: number | bigint): Rational {
  return typeof x === 'bigint' ? rational(x) : fromNumber(x)
}
