/**
 * Any duals made valid: lowered until no class has an excess. With E_i the greatest excess of a class whose member of
 * greatest dual is i, and M_j the greatest E_i over the classes that may hold j, and any tau >= 0, take from record j
 *   max(0, E_j - tau) + min(tau, M_j) / k.
 * A class with excess e at its member i has e <= E_i. If E_i <= tau, each of its k or more members gives at least E_i / k;
 * else each gives tau / k, and i gives the rest. Either way they give e. The tau that takes least is chosen among a few.
 */
import type { Excesses } from './price-everybody.ts'

const TAUS = 60

/** The valid duals. Writes to no argument. */
export function validDuals(
  duals: Float64Array,
  { asSeed, asMember }: Excesses,
  copies: ArrayLike<number>,
  k: number,
): Float64Array {
  const charge = (point: number, tau: number): number =>
    Math.max(0, asSeed[point] - tau) + Math.min(tau, asMember[point]) / k
  let [best, least] = [0, Infinity]
  for (const tau of tausOf(asSeed)) {
    let taken = 0
    for (let point = 0; point < duals.length; point++) taken += copies[point] * charge(point, tau)
    if (taken < least) [best, least] = [tau, taken]
  }
  return duals.map((dual, point) => dual - charge(point, best))
}

/** Some of the excesses, evenly by rank, the least and the greatest among them. */
function tausOf(excesses: Float64Array): Set<number> {
  const sorted = excesses.filter((excess) => excess > 0).sort()
  const last = sorted.length - 1
  const some = Array.from({ length: TAUS + 1 }, (_, t) => sorted[Math.round((t * last) / TAUS)])
  return new Set(sorted.length === 0 ? [0] : some)
}
