/** What a Newton step works on. */
import type { ConjugateState } from './conjugate-state.ts'
import type { MarginalSystem } from './marginal-system.ts'

export interface NewtonState {
  /** 1: the row's price is on its way to 0 and takes no part. */
  readonly held: Uint8Array
  /** Columns above 0, `activeCount` of them. */
  readonly active: Int32Array
  activeCount: number
  /** The diagonal of H, and of S on the rest rows. */
  readonly diagonal: Float64Array
  /** compliance + mu curvature. */
  readonly shift: Float64Array
  readonly right: Float64Array
  readonly step: Float64Array
  readonly conjugate: ConjugateState
  /** A dense factor was quicker before: begin with it. */
  dense: boolean
}

/** Adds H_Ae to `coupling` and lists its rows in `touched`; returns how many. The caller sets both back. */
export function coupleRow(system: MarginalSystem, x: Float64Array, e: number, work: ConjugateState): number {
  const { coupling, touched, isTouched } = work
  const { starts, rowOf, coefficientOf, eliminatedValue, weight, memberStarts, members, rest } = system
  let count = 0
  for (let m = memberStarts[e - rest]; m < memberStarts[e - rest + 1]; m++) {
    const i = members[m]
    if (x[i] === 0) continue
    const factor = eliminatedValue[i] / weight[i]
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      const r = rowOf[k]
      if (isTouched[r] === 0) {
        isTouched[r] = 1
        touched[count++] = r
      }
      coupling[r] += coefficientOf[k] * factor
    }
  }
  return count
}
