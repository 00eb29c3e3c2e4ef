/**
 * The whole numbers nearest to given ones that are not negative and have a given sum:
 *   minimise  sum_i (x[i] - t[i])^2   subject to  sum_i x[i] = total,  x >= 0 and whole
 *
 * In real numbers x = max(0, t - c) for one c, found by sorting. Each is then cut to its floor, and the units that are
 * missing go to the largest fractions, which have the smallest marginal costs 2 (ceiling - x) - 1 - 2c of all.
 */

/** Requires a whole total of 0 or more. */
export function shareOut(targets: Float64Array, total: number): Float64Array {
  const cut = cutFor(targets, total)
  const real = targets.map((t) => Math.max(0, t - cut))
  const whole = real.map(Math.floor)
  let missing = total - whole.reduce((sum, x) => sum + x, 0)
  const order = Array.from(real.keys()).sort((a, b) => real[b] - whole[b] - (real[a] - whole[a]) || a - b)
  for (let k = 0; missing > 0; k = (k + 1) % order.length, missing--) whole[order[k]]++
  // A real sum that is too large by rounding error can leave a unit too many: it comes off the smallest fraction above
  // 0.
  for (let k = order.length - 1; missing < 0; k--) {
    if (whole[order[k]] === 0) continue
    whole[order[k]]--
    missing++
  }
  return whole
}

/** The c with sum_i max(0, t[i] - c) = total. */
function cutFor(targets: Float64Array, total: number): number {
  const falling = targets.slice().sort().reverse()
  let sum = 0
  for (let k = 0; k < falling.length; k++) {
    sum += falling[k]
    const cut = (sum - total) / (k + 1)
    if (k + 1 === falling.length || falling[k + 1] <= cut) return cut
  }
  return 0
}
