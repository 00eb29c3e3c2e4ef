/**
 * How fast the objective can change, over all that is publicly possible: L with |g(x) - g(y)| <= L |x - y| for three norms.
 *
 * A linear objective has |c| in the dual norm. A quadratic one has no such L on an unbounded region: its slope is bounded over
 * the box that bounds, public rows and the loosest declared values of the private sides leave; without such a box it is refused.
 */
import { toNumber, toNumberUp } from '../../exact/directed.ts'
import { badInput } from '../../request-error.ts'
import { boxOf, largestMagnitude } from '../program/box.ts'
import type { Bound } from '../program/program.ts'
import { type PrivateProgram, withValues } from '../sides/private-sides.ts'

export interface Lipschitz {
  /** For distances in the L1, L2 and largest-entry norm; rounded up. */
  readonly one: number
  readonly two: number
  readonly infinity: number
}

/** Room for the rounding of a sum of doubles. */
const PADDED = 1 + 1e-12

export function lipschitzOf({ program, sides }: Pick<PrivateProgram, 'program' | 'sides'>): Lipschitz {
  const slope = program.cost.near.map(Math.abs)
  if (program.quadratic.length > 0) {
    const { rowLower, rowUpper } = withValues(
      { program, sides },
      sides.map(({ loosest }) => loosest),
    )
    const box = boxOf(program, rowLower, rowUpper)
    const reach = program.variables.map((_, j): Bound => largestMagnitude({ low: box.low[j], high: box.high[j] }))
    for (const { first, second, coefficient } of program.quadratic) {
      for (const [one, other] of [
        [first, second],
        [second, first],
      ]) {
        const most = reach[other]
        if (most === null) throw notLipschitz(program.variables[other], sides[0].name)
        slope[one] += Math.abs(toNumber(coefficient)) * toNumberUp(most)
      }
    }
  }
  let [total, squares, largest] = [0, 0, 0]
  for (const value of slope) {
    total += value
    squares += value * value
    largest = Math.max(largest, value)
  }
  return { one: largest * PADDED, two: Math.sqrt(squares) * PADDED, infinity: total * PADDED }
}

function notLipschitz(variable: string, side: string) {
  return badInput(
    `The objective is quadratic and "${variable}" has no public bound, so its slope has none either (it is not Lipschitz) and ` +
      `nothing can be said of the loss. Give "${variable}" bounds, or declare the loosest value that "${side}" can have.`,
    { variable },
  )
}
