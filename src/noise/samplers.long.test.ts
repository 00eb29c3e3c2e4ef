/**
 * One suite for every law and for both paths of each. Statistical tests use fixed seeds and a false-alarm rate of 1e-6,
 * and each is shown to reject a law that is 2 % off in scale.
 */
import { describe, expect, test } from 'vitest'
import { formatRational, multiply, type Rational, rational } from '../exact/rational.ts'
import type { Entropy, Whole } from './entropy.ts'
import { chiSquare, farTail, secondMoment, symmetry } from './goodness.ts'
import { massOf, type NoiseLaw, referenceSamplerOf, samplerOf, tailOf } from './law.ts'
import { lawOf } from './law-of.ts'
import { seededEntropy } from './seeded.ts'

interface Case {
  readonly law: NoiseLaw
  /** Path floor and the mass it may leave, when the paths are few enough to walk. */
  readonly replay?: { readonly floor: number; readonly unseen: number }
  /** How many draws a law 2 % off needs to show, when more than most. */
  readonly many?: number
  /** Why a law 2 % off is not expected to be seen, where it is not. */
  readonly blind?: string
}

const MANY = 400_000
const MORE = 1_000_000
const SOME = 50_000

const laplace = (num: bigint, den = 1n): NoiseLaw => ({ kind: 'discrete-laplace', scale: rational(num, den) })
const gaussian = (num: bigint, den = 1n): NoiseLaw => ({ kind: 'discrete-gaussian', variance: rational(num, den) })
const truncated = (num: bigint, den: bigint, low: bigint, high: bigint): NoiseLaw => ({
  kind: 'truncated-laplace',
  scale: rational(num, den),
  low,
  high,
})

const CASES: readonly Case[] = [
  { law: laplace(1n), replay: { floor: 1e-6, unseen: 0.003 } },
  { law: laplace(1n, 2n), replay: { floor: 1e-7, unseen: 0.01 } },
  { law: laplace(7n, 3n), replay: { floor: 1e-6, unseen: 0.12 } },
  { law: laplace(10n), replay: { floor: 1e-6, unseen: 0.15 }, many: MORE },
  { law: laplace(123456789012n, 9876543211n), many: MORE },
  { law: laplace(10n ** 20n + 39n, 10n ** 19n) },
  { law: gaussian(1n), replay: { floor: 3e-6, unseen: 0.4 } },
  { law: gaussian(1n, 4n), replay: { floor: 3e-6, unseen: 0.35 } },
  { law: gaussian(8n) },
  { law: gaussian(100n) },
  { law: gaussian(1234n, 567n), replay: { floor: 3e-6, unseen: 0.45 } },
  { law: gaussian(4099n * 4097n * 114921n, 293764n * 1440n * 3773n) },
  { law: truncated(2n, 1n, -3n, 3n), replay: { floor: 1e-6, unseen: 0.07 }, many: MORE },
  { law: truncated(3n, 1n, 0n, 20n), replay: { floor: 1e-7, unseen: 0.03 } },
  { law: truncated(5n, 2n, -30n, -2n), replay: { floor: 1e-7, unseen: 0.03 } },
  { law: truncated(7n, 2n, 2n, 9n), replay: { floor: 1e-6, unseen: 0.15 } },
  { law: truncated(40n, 3n, -40n, 25n), many: MORE },
  {
    law: truncated(100n, 1n, -5n, 4n),
    replay: { floor: 1e-7, unseen: 0.01 },
    blind: 'almost uniform at any such scale',
  },
  { law: truncated(1n, 1n, 4n, 4n), replay: { floor: 1e-6, unseen: 0 }, blind: 'a single point' },
]

function draw(sampler: (entropy: Entropy) => Whole, n: number, seed: string): Float64Array {
  const entropy = seededEntropy(seed)
  const draws = new Float64Array(n)
  for (let i = 0; i < n; i++) draws[i] = Number(sampler(entropy))
  return draws
}

function name(law: NoiseLaw): string {
  if (law.kind === 'discrete-gaussian') return `gaussian, variance ${formatRational(law.variance)}`
  const ends = law.kind === 'truncated-laplace' ? ` on ${law.low}..${law.high}` : ''
  return `laplace, scale ${formatRational(law.scale)}${ends}`
}

/** The same law with its scale multiplied by `factor` (the variance by its square). */
function rescaled(law: NoiseLaw, factor: Rational): NoiseLaw {
  if (law.kind === 'discrete-gaussian') return { ...law, variance: multiply(law.variance, multiply(factor, factor)) }
  return { ...law, scale: multiply(law.scale, factor) }
}

describe.each(CASES.map((one) => ({ title: name(one.law), ...one })))(
  '$title',
  ({ law, replay, blind, many = MANY }) => {
    const paths = [
      ['Number', samplerOf(law)],
      ['bigint', referenceSamplerOf(law)],
    ] as const

    // Laws with too many paths of draws to follow have no `replay`; they rest on the tests below.
    const replayed = replay === undefined ? [] : [replay]
    test.each(replayed)('both paths have the stated law, path by path', ({ floor, unseen: most }) => {
      for (const [path, sampler] of paths) {
        const { law: seen, unseen } = lawOf(sampler, floor)
        expect(unseen).toBeLessThanOrEqual(most)
        for (const [z, probability] of seen) {
          const stated = massOf(law, Number(z))
          const holds = probability <= stated + 1e-12 && stated <= probability + unseen + 1e-12
          expect(holds, `${path}: Pr[${z}] seen ${probability}, stated ${stated}, unseen ${unseen}`).toBe(true)
        }
      }
    })

    test('the Number path draws what the bigint path draws', () => {
      const [quick, slow] = paths.map(([, sampler]) => draw(sampler, 20_000, 'same draws'))
      expect(quick).toEqual(slow)
    })

    test('draws fit the law, and no law 2 % off', () => {
      const draws = draw(samplerOf(law), many, 'fit')
      const symmetric = law.kind !== 'truncated-laplace'
      const verdicts = [chiSquare(draws, law), secondMoment(draws, law)]
      if (symmetric) verdicts.push(symmetry(draws), farTail(draws, law))
      for (const verdict of verdicts) expect(verdict).toMatchObject({ fits: true })
      expect(chiSquare(draw(referenceSamplerOf(law), SOME, 'fit, bigint'), law)).toMatchObject({ fits: true })
      if (blind !== undefined) return
      for (const factor of [rational(51n, 50n), rational(49n, 50n)]) {
        const off = rescaled(law, factor)
        expect(chiSquare(draws, off)).toMatchObject({ fits: false })
        expect(secondMoment(draws, off)).toMatchObject({ fits: false })
      }
    })
  },
)

describe('planted faults are caught', () => {
  const law = laplace(3n)
  const honest = draw(samplerOf(law), MANY, 'faults')

  test('a zero that counts twice', () => {
    const sampler = (entropy: Entropy): Whole => {
      const z = samplerOf(laplace(1n))(entropy)
      return z === 0 && entropy.belowSmall(2) === 0 ? samplerOf(laplace(1n))(entropy) : z
    }
    const { law: seen } = lawOf(sampler, 1e-5)
    expect(seen.get(1n)).toBeGreaterThan(massOf(laplace(1n), 1))
  })

  test('a biased sign', () => {
    const biased = honest.map((z, i) => (z < 0 && i % 50 === 0 ? -z : z))
    expect(symmetry(biased)).toMatchObject({ fits: false })
  })

  test('a cut tail', () => {
    expect(farTail(honest, law)).toMatchObject({ fits: true })
    const cut = honest.map((z) => Math.min(z, 18))
    expect(farTail(cut, law)).toMatchObject({ fits: false })
  })
})

test('beyond the table of magnitudes the Gaussian accepts and rejects as the reference does', () => {
  // A standard deviation of 20,000: two draws of five are of 16,384 and more, and the proposals for them are often rejected.
  const variance = rational(20_000n ** 2n)
  const law: NoiseLaw = { kind: 'discrete-gaussian', variance }
  const [quick, reference] = [samplerOf(law), referenceSamplerOf(law)]
  const [ours, theirs] = [seededEntropy('far magnitudes'), seededEntropy('far magnitudes')]
  let far = 0
  for (let i = 0; i < 3000; i++) {
    const draw = BigInt(quick(ours))
    expect(draw).toBe(reference(theirs))
    if (draw >= 16_384n || draw <= -16_384n) far++
  }
  // Pr[|Z| >= 16,384] = 0.41 for this law: within 4.9 standard deviations of 3,000 draws, a false alarm of 1e-6.
  const share = 2 * tailOf(law, 16_384)
  expect(share).toBeGreaterThan(0.4)
  expect(Math.abs(far - 3000 * share)).toBeLessThan(4.9 * Math.sqrt(3000 * share * (1 - share)))
})
