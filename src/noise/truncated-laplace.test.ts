import { expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { lawOf } from './law-of.ts'
import { truncatedLaplace, truncatedLaplaceSampler } from './truncated-laplace.ts'

/** Scale, lowest and highest: each way to propose, at and beside the places where it changes. */
const CASES: readonly (readonly [scale: readonly [bigint, bigint], low: bigint, high: bigint])[] = [
  [[1n, 1n], -3n, 4n],
  [[1n, 1n], -1n, 3n],
  [[1n, 1n], 0n, 5n],
  [[1n, 1n], 2n, 6n],
  [[1n, 1n], -6n, -2n],
  [[1n, 1n], -5n, 0n],
  [[5n, 1n], -2n, 1n],
  [[5n, 1n], 3n, 6n],
  [[1n, 2n], -2n, 2n],
  [[3n, 2n], -2n, 0n],
]

test.each(CASES)(
  'scale %s on %s to %s: both samplers have the stated law, found by every path of draws',
  ([num, den], low, high) => {
    const scale = rational(num, den)
    const weights = new Map<bigint, number>()
    for (let z = low; z <= high; z++) weights.set(z, Math.exp((-Math.abs(Number(z)) * Number(den)) / Number(num)))
    const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
    const quick = truncatedLaplaceSampler(scale, low, high)
    for (const draw of [(entropy: Parameters<typeof quick>[0]) => truncatedLaplace(scale, low, high, entropy), quick]) {
      const { law, unseen } = lawOf(draw, 1e-6)
      expect(unseen).toBeLessThan(0.04)
      for (const z of law.keys()) expect(weights.has(z)).toBe(true)
      for (const [z, weight] of weights) {
        const seen = law.get(z) ?? 0
        expect(seen).toBeLessThanOrEqual(weight / all + 1e-12)
        expect(weight / all).toBeLessThanOrEqual(seen + unseen + 1e-12)
      }
    }
  },
)
