/**
 * Bounds from equations alone, to a fixed point: in each equation an unknown is what is left after the others at their least or most. An equation
 * with one unknown gives it away. In whole units, so nothing is rounded; a bound that no point can keep is a clash.
 */
import { rowsByUnknown, type SignedEquations } from './equations.ts'

export interface Bounds {
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/** Cycles can close in for ever: each equation is looked at this often at most. */
const MOST_VISITS = 30

/** Tightened copies of the bounds, or the equation that cannot hold. */
export function tighten(system: SignedEquations): Bounds | { readonly clash: number } {
  const lower = system.lower.slice()
  const upper = system.upper.slice()
  const { starts, members, signs, side } = system
  const byUnknown = rowsByUnknown(system)
  const rows = starts.length - 1
  const visits = new Uint8Array(rows)
  const isQueued = new Uint8Array(rows).fill(1)
  const queue = Array.from({ length: rows }, (_, e) => e)
  for (let at = 0; at < queue.length; at++) {
    const e = queue[at]
    isQueued[e] = 0
    if (visits[e]++ >= MOST_VISITS) continue
    let [least, most] = [0, 0]
    for (let t = starts[e]; t < starts[e + 1]; t++) {
      least += signs[t] > 0 ? lower[members[t]] : -upper[members[t]]
      most += signs[t] > 0 ? upper[members[t]] : -lower[members[t]]
    }
    if (least > side[e] || most < side[e]) return { clash: e }
    for (let t = starts[e]; t < starts[e + 1]; t++) {
      const j = members[t]
      const [own, ownMost] = signs[t] > 0 ? [lower[j], upper[j]] : [-upper[j], -lower[j]]
      const [from, to] = [side[e] - (most - ownMost), side[e] - (least - own)]
      const [low, high] = signs[t] > 0 ? [from, to] : [-to, -from]
      if (!(low > lower[j]) && !(high < upper[j])) continue
      if (low > lower[j]) lower[j] = low
      if (high < upper[j]) upper[j] = high
      for (let r = byUnknown.starts[j]; r < byUnknown.starts[j + 1]; r++) {
        const other = byUnknown.rows[r]
        if (isQueued[other] === 0) {
          isQueued[other] = 1
          queue.push(other)
        }
      }
      ;[least, most] = [0, 0]
      for (let s = starts[e]; s < starts[e + 1]; s++) {
        least += signs[s] > 0 ? lower[members[s]] : -upper[members[s]]
        most += signs[s] > 0 ? upper[members[s]] : -lower[members[s]]
      }
    }
  }
  return { lower, upper }
}
