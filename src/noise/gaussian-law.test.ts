import { expect, test } from 'vitest'
import { gaussianMass, gaussianVariance } from './gaussian-law.ts'

test.each([0.05, 0.3, 0.999, 1, 1.001, 1.5, 2, 7])(
  'variance parameter %d: masses and variance are those of the plain sums',
  (variance) => {
    const weight = (z: number): number => Math.exp((-z * z) / (2 * variance))
    let [all, second] = [0, 0]
    for (let z = -60; z <= 60; z++) {
      all += weight(z)
      second += z * z * weight(z)
    }
    for (const z of [0, 1, 3]) expect(gaussianMass(variance, z) / (weight(z) / all)).toBeCloseTo(1, 13)
    expect(gaussianVariance(variance) / (second / all)).toBeCloseTo(1, 12)
  },
)
