/**
 * The epsilon of the tight accountant, estimated again: the one that is stated must not lie below, and the budget that an accountant was
 * left to spend must hold. Releases before 0.2.0 state none.
 */
import { toNumber } from '../exact/index.ts'
import { epsilonOf } from '../privacy/index.ts'
import { type Check, checkOf } from './check.ts'
import type { ExpectedTable } from './expected-measurements.ts'
import type { StatedTable } from './stated-privacy.ts'
import { estimatedEpsilon, type NoisyMoves } from './tight-loss.ts'

/** How far the estimate may be off, relatively. */
const WITHIN = 1e-3

export function tightChecks({ tightEpsilon }: Pick<StatedTable, 'tightEpsilon'>, expected: ExpectedTable): Check[] {
  const { budget } = expected
  if (budget.delta === undefined || (tightEpsilon == null && budget.asked === undefined)) return []
  const zcdp = toNumber(epsilonOf(budget.total, budget.delta))
  const moves = movesOf(expected)
  const estimated = moves === undefined ? zcdp : Math.min(zcdp, estimatedEpsilon(moves, toNumber(budget.delta)))
  const faults: string[] = []
  if (tightEpsilon != null && moves === undefined) faults.push('a person can move an answer by more than one')
  else if (tightEpsilon != null && Math.abs(tightEpsilon - estimated) > WITHIN * estimated)
    faults.push(`epsilon is stated as ${tightEpsilon}, and is about ${estimated.toFixed(4)}`)
  if (budget.asked !== undefined) {
    const spent = budget.asked.accountant === 'zcdp' ? zcdp : estimated
    const asked = toNumber(budget.asked.epsilon)
    if (spent > asked * (1 + WITHIN)) faults.push(`the spec allows epsilon ${asked}, and ${spent.toFixed(4)} is spent`)
  }
  return [checkOf('tight accountant', faults, `epsilon is about ${estimated.toFixed(3)} by the privacy loss itself`)]
}

/** Undefined where an answer moves by more than one. */
function movesOf({ measurements, person }: ExpectedTable): readonly NoisyMoves[] | undefined {
  if ((person?.atMost ?? 1) > 1) return undefined
  return measurements.flatMap(({ noise, sensitivity }) =>
    noise === 'exact' || noise.kind !== 'discrete-gaussian'
      ? []
      : [{ variance: toNumber(noise.variance), entries: toNumber(sensitivity) }],
  )
}
