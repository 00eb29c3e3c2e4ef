/**
 * The discrete Gaussian in numbers. Its normaliser S = sum over z of exp(-z^2/(2 s2)) is summed as it stands where s2 is
 * small, and by Poisson summation where it is large, S = sqrt(2 pi s2) (1 + 2 sum_k q^(k^2)), q = exp(-2 pi^2 s2).
 * The variance is -dlnS/db at b = 1/(2 s2). Each sum leaves out less than 1e-17 of itself.
 */
const ENOUGH = 9 // standard deviations: exp(-81/2) < 3e-18

export function gaussianMass(variance: number, z: number): number {
  return Math.exp((-z * z) / (2 * variance)) / normaliser(variance)
}

export function gaussianVariance(variance: number): number {
  if (variance < 1) {
    let second = 0
    for (let z = 1; z <= ENOUGH; z++) second += 2 * z * z * Math.exp((-z * z) / (2 * variance))
    return second / normaliser(variance)
  }
  const q = Math.exp(-2 * Math.PI ** 2 * variance) // below 3e-9, so that k = 2 would add q^4 < 1e-34
  return variance - (8 * Math.PI ** 2 * variance ** 2 * q) / (1 + 2 * q)
}

/**
 * Pr[Z >= z]. Wide laws are summed in steps of h, and the Euler-Maclaurin terms at the first point turn the step-h sum
 * into the step-1 sum; with h = s/64 what they leave out is a relative (1/64)^4/720 of the mass beyond, times (z/s)^3.
 */
export function gaussianTail(variance: number, z: number): number {
  if (z <= 0) return 1 - gaussianTail(variance, 1 - z)
  const deviation = Math.sqrt(variance)
  const step = Math.max(1, Math.floor(deviation / 64))
  const first = Math.exp((-z * z) / (2 * variance))
  let total = 0
  for (let at = z; at <= z + ENOUGH * deviation + step; at += step) total += Math.exp((-at * at) / (2 * variance))
  const slope = (-z / variance) * first
  const sum = step * total - ((step - 1) / 2) * first + ((step * step - 1) / 12) * slope
  return sum / normaliser(variance)
}

function normaliser(variance: number): number {
  if (variance >= 1) return Math.sqrt(2 * Math.PI * variance) * (1 + 2 * Math.exp(-2 * Math.PI ** 2 * variance))
  let total = 1
  for (let z = 1; z <= ENOUGH; z++) total += 2 * Math.exp((-z * z) / (2 * variance))
  return total
}
