import { expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { addNoise, fillDiscreteGaussian, fillDiscreteLaplace } from './add-noise.ts'
import { discreteGaussian, integerRoot } from './discrete-gaussian.ts'
import { discreteLaplace } from './discrete-laplace.ts'
import { seededEntropy } from './seeded.ts'

const scale = rational(7n, 3n)

const multiplesOfFive = Array.from({ length: 1000 }, (_, i) => 5 * i)

test.each([
  ['32-bit integers', Int32Array.from(multiplesOfFive)],
  ['doubles', Float64Array.from(multiplesOfFive)],
])('noise is added in place to %s, draw by draw', (_, counts) => {
  fillDiscreteLaplace(counts, scale, seededEntropy('fill'))
  const entropy = seededEntropy('fill')
  counts.forEach((noisy, i) => {
    expect(noisy).toBe(5 * i + Number(discreteLaplace(scale, entropy)))
  })
})

test('and to 64-bit integers', () => {
  const counts = new BigInt64Array(1000).fill(2n ** 60n)
  fillDiscreteGaussian(counts, scale, seededEntropy('fill'))
  const entropy = seededEntropy('fill')
  for (const noisy of counts) expect(noisy).toBe(2n ** 60n + discreteGaussian(scale, entropy))
})

test('nothing wraps around: a sum that does not fit is refused', () => {
  const wide = rational(10n ** 6n)
  const law = { kind: 'discrete-laplace', scale: wide } as const
  expect(() => addNoise(new Int32Array(64).fill(2 ** 31 - 1), law, seededEntropy(1))).toThrow(/does not fit/)
  expect(() => addNoise(new Int32Array(64).fill(-(2 ** 31)), law, seededEntropy(1))).toThrow(/does not fit/)
  expect(() => addNoise(new Float64Array(64).fill(2 ** 53 - 1), law, seededEntropy(1))).toThrow(/does not fit/)
  expect(() => addNoise(new BigInt64Array(64).fill(2n ** 63n - 1n), law, seededEntropy(1))).toThrow(/does not fit/)
})

test('scales beyond 2^53 still draw exactly', () => {
  const huge = rational(10n ** 17n)
  const counts = new BigInt64Array(200)
  fillDiscreteLaplace(counts, huge, seededEntropy('huge'))
  const entropy = seededEntropy('huge')
  for (const noisy of counts) expect(noisy).toBe(discreteLaplace(huge, entropy))
  expect(() => fillDiscreteLaplace(new Float64Array(200), huge, seededEntropy('huge'))).toThrow(/does not fit/)
})

test('products that pass 2^53 go to bigint and agree with it', () => {
  const near = rational(2n ** 53n - 111n, 3n)
  const counts = new BigInt64Array(500)
  fillDiscreteLaplace(counts, near, seededEntropy('near'))
  const entropy = seededEntropy('near')
  for (const noisy of counts) expect(noisy).toBe(discreteLaplace(near, entropy))
})

test('integer roots', () => {
  for (let x = 0n; x < 2000n; x++) {
    const root = integerRoot(x)
    expect(root * root <= x && x < (root + 1n) ** 2n).toBe(true)
  }
  expect(integerRoot(10n ** 40n - 1n)).toBe(10n ** 20n - 1n)
  expect(integerRoot(10n ** 40n)).toBe(10n ** 20n)
})

test.each([
  ['32-bit integers', (of: number[]) => Int32Array.from(of), 2 ** 31 - 1, -(2 ** 31)],
  ['doubles', (of: number[]) => Float64Array.from(of), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
] as const)('the largest and the least of %s are kept, and nothing beyond', (_, make, most, least) => {
  const exactly = (by: bigint) => ({ kind: 'truncated-laplace', scale: rational(1n), low: by, high: by }) as const
  const ends = make([most, least])
  addNoise(ends, exactly(0n), seededEntropy('ends'))
  expect([...ends]).toEqual([most, least])
  expect(() => addNoise(make([most]), exactly(1n), seededEntropy('ends'))).toThrow(RangeError)
  expect(() => addNoise(make([least]), exactly(-1n), seededEntropy('ends'))).toThrow(RangeError)
})
