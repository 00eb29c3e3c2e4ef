/**
 * The discrete Laplace in numbers: with a = exp(-1/scale),
 *   Pr[Z = z] = (1 - a)/(1 + a) a^|z|,  Var Z = 2a/(1 - a)^2 = 1/(2 sinh^2(1/(2 scale))),  Pr[Z >= z] = a^z/(1 + a), z > 0.
 * (Some papers print a wrong constant when the sensitivity is not 1; this one sums to 1 for every scale.)
 */

export function laplaceMass(scale: number, z: number): number {
  return Math.tanh(0.5 / scale) * Math.exp(-Math.abs(z) / scale)
}

export function laplaceVariance(scale: number): number {
  return 0.5 / Math.sinh(0.5 / scale) ** 2
}

export function laplaceTail(scale: number, z: number): number {
  return z > 0 ? Math.exp(-z / scale) / (1 + Math.exp(-1 / scale)) : 1 - laplaceTail(scale, 1 - z)
}
