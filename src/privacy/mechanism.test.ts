import { expect, test } from 'vitest'
import { rational, ZERO } from '../exact/rational.ts'
import { osEntropy } from '../noise/entropy.ts'
import { chiSquare } from '../noise/goodness.ts'
import type { NoiseLaw } from '../noise/law.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { confidential } from './confidential.ts'
import { pure, zcdp } from './event.ts'
import { type Budget, measure, noiseFor } from './mechanism.ts'
import { FREE, type Sensitivity } from './sensitivity.ts'

const TWO: Sensitivity = { l1: rational(2n), l2Squared: rational(2n), lInfinity: rational(1n) }
const half: Budget = { kind: 'pure', epsilon: rational(1n, 2n) }
const tenthRho: Budget = { kind: 'zcdp', rho: rational(1n, 10n) }

test('the noise that a budget buys', () => {
  expect(noiseFor(TWO, half)).toEqual({ kind: 'discrete-laplace', scale: rational(4n) })
  expect(noiseFor(TWO, tenthRho)).toEqual({ kind: 'discrete-gaussian', variance: rational(10n) }) // 1/rho: bounded neighbours
  expect(noiseFor(FREE, half)).toBe('exact')
  expect(() => noiseFor(TWO, { kind: 'zcdp', rho: ZERO })).toThrow(/no budget/)
})

test.each([
  [half, pure(rational(1n, 2n))],
  [tenthRho, zcdp(rational(1n, 10n))],
])('a measurement carries its noise, variance and cost, and its noise has the stated law', (budget, cost) => {
  const truth = new Int32Array(200_000).fill(1000)
  const { values, noise, variance, ...rest } = measure(confidential(truth), TWO, budget, seededEntropy('measure'))
  expect(rest).toEqual({ cost, seeded: true })
  expect(truth.every((count) => count === 1000)).toBe(true)
  const drawn = Float64Array.from(values, (value) => value - 1000)
  expect(chiSquare(drawn, noise as NoiseLaw)).toMatchObject({ fits: true })
  expect(drawn.reduce((sum, z) => sum + z * z, 0) / drawn.length / variance).toBeCloseTo(1, 1)
})

test('what no neighbour can change is exact and free', () => {
  const result = measure(confidential(BigInt64Array.of(5n, 7n)), FREE, half, osEntropy())
  expect(result).toEqual({
    values: BigInt64Array.of(5n, 7n),
    noise: 'exact',
    variance: 0,
    cost: pure(ZERO),
    seeded: false,
  })
})

test('two runs of the real source differ', () => {
  const run = (): string => measure(confidential(new Float64Array(100)), TWO, half, osEntropy()).values.join()
  expect(run()).not.toBe(run()) // equal with probability below 1e-50
})

test('a vector that is not whole is refused without telling it', () => {
  const secret = confidential(Float64Array.of(3, 1234.5))
  expect(() => measure(secret, TWO, half, osEntropy())).toThrow(
    /^a measured vector must hold whole numbers up to 2\^53$/,
  )
})
