import { expect, test } from 'vitest'
import { parseRational, rational } from '../exact/rational.ts'
import { buildHierarchy } from '../model/hierarchy.ts'
import { osEntropy } from '../noise/entropy.ts'
import { massOf, type NoiseLaw } from '../noise/law.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { asPure, asZcdp, totalCost } from '../privacy/composition.ts'
import { confidential } from '../privacy/confidential.ts'
import type { Budget } from '../privacy/mechanism.ts'
import { errorsByLevel } from './error.ts'
import { measureGroups } from './measure.ts'
import { MECHANISM_FACTS, MECHANISMS, type MechanismName, type PublicNumbers } from './mechanism.ts'
import { planGroups } from './plan.ts'
import { releaseGroups, solveRelease } from './release.ts'
import { tableFromLeaves } from './table.ts'

/** Four levels, one of them with a single region, and a leaf without groups. */
const hierarchy = buildHierarchy(
  ['country', 'half', 'state', 'county'],
  [
    ['all', 'A', 'a'],
    ['all', 'A', 'b'],
    ['all', 'B', 'c'],
    ['all', 'B', 'd'],
    ['all', 'B', 'e'],
  ],
)
const frame = { hierarchy, sizes: 4 }
const leaves = Float64Array.of(5, 3, 1, 0, 2, 2, 0, 0, 0, 0, 0, 0, 4, 1, 1, 1, 1, 0, 0, 0)
const truth = tableFromLeaves(frame, leaves).layers
/** What the mechanism works with, the total where it can. */
const numbersFor = (mechanism: MechanismName): PublicNumbers => MECHANISM_FACTS[mechanism].publicGroups[0]
const epsilon = (value: string): Budget => ({ kind: 'pure', epsilon: parseRational(value) })

test.each(MECHANISMS.filter((name) => name !== 'mh-dp-op'))('%s releases what it promises', async (mechanism) => {
  for (const budget of [epsilon('2'), { kind: 'zcdp', rho: rational(1n, 2n) } as const]) {
    const options = { mechanism, budget, publicGroups: numbersFor(mechanism) }
    const { release, plan } = await releaseGroups(frame, confidential(leaves), options, seededEntropy(5))
    expect(release.layers.map((level) => level.length)).toEqual([4, 4, 8, 20])
    if (MECHANISM_FACTS[mechanism].exact) {
      expect(release.checks).toMatchObject({ consistent: true, valid: true, faithful: true })
    }
    const spend = totalCost(plan.cost)
    expect(budget.kind === 'pure' ? asPure(spend) : asZcdp(spend)).toEqual(
      budget.kind === 'pure' ? budget.epsilon : budget.rho,
    )
    expect(release.seeded).toBe(true)
    expect(release.notPrivate).toBeUndefined()
  }
})

test.each(MECHANISMS.filter((name) => name !== 'mh-dp-op'))(
  '%s gives the truth back when noise vanishes',
  async (mechanism) => {
    const options = { mechanism, budget: epsilon('100000'), publicGroups: numbersFor(mechanism) }
    const { release } = await releaseGroups(frame, confidential(leaves), options, osEntropy())
    expect(errorsByLevel(release.layers, truth, 4).map(({ l1 }) => l1)).toEqual([0, 0, 0, 0])
    expect(release.seeded).toBe(false)
  },
)

test('shares of the budget are exact, and the noise follows them', () => {
  const shares = ['1/2', '1/4', '1/8', '1/8'].map((share) => parseRational(share))
  const plan = planGroups(frame, { budget: epsilon('1'), shares })
  expect(plan.levels.map(({ noise }) => noise)).toEqual(
    [2n, 4n, 8n, 8n].map((scale) => ({ kind: 'discrete-laplace', scale: rational(scale) })),
  )
  const counts = planGroups(frame, { budget: epsilon('1'), shares, mechanism: 'mh-dp' })
  expect(counts.levels[0].noise).toEqual({ kind: 'discrete-laplace', scale: rational(4n) })
  const chain = planGroups(frame, { budget: epsilon('1'), shares, mechanism: 'mc-chain' })
  expect(chain.levels[3].noise).toEqual({ kind: 'discrete-laplace', scale: rational(40n) })
})

test('the law of the noise adds up to one, as the constant printed in Definition 2 does not', () => {
  // Four levels: epsilon 1 each, sensitivity 2.
  const { noise } = planGroups(frame, { budget: epsilon('4'), mechanism: 'mh-dp' }).levels[0]
  const total = (mass: (v: number) => number): number =>
    Array.from({ length: 401 }, (_, k) => mass(k - 200)).reduce((sum, p) => sum + p, 0)
  expect(total((v) => massOf(noise as NoiseLaw, v))).toBeCloseTo(1, 12)
  expect(total((v) => Math.tanh(1 / 2) * Math.exp(-Math.abs(v) / 2))).toBeGreaterThan(1.8)
})

test('stored measurements give the same release again', async () => {
  const plan = planGroups(frame, { budget: epsilon('1') })
  const measurements = measureGroups(frame, confidential(leaves), plan, seededEntropy('stored'))
  const [first, second] = [
    await solveRelease(measurements, 'cumulative'),
    await solveRelease(measurements, 'cumulative'),
  ]
  expect(first.layers).toEqual(second.layers)
  expect(first.certificate.residual).toBeLessThanOrEqual(first.certificate.tolerance!)
})

test('public numbers of every region are kept', async () => {
  const options = { budget: epsilon('1/2'), publicGroups: 'regions' } as const
  const { release, measurements } = await releaseGroups(frame, confidential(leaves), options, seededEntropy(9))
  expect(release.checks.faithful).toBe(true)
  expect((measurements.groups as readonly Float64Array[])[3]).toEqual(Float64Array.of(9, 4, 0, 7, 1))
})

test('rounding cumulative counts keeps the conditions, and groups near their sizes where they are few', async () => {
  const wide = { hierarchy, sizes: 400 }
  const sparse = new Float64Array(5 * 400)
  for (let k = 0; k < 60; k++) sparse[(k * 331) % sparse.length]++
  const plan = planGroups(wide, { budget: epsilon('1') })
  const reference = tableFromLeaves(wide, sparse).layers
  const moved = { counts: 0, cumulative: 0 }
  for (let run = 0; run < 5; run++) {
    const measurements = measureGroups(wide, confidential(sparse), plan, seededEntropy('sparse', run))
    for (const rounding of ['counts', 'cumulative'] as const) {
      const { layers, checks } = await solveRelease(measurements, 'cumulative', { rounding })
      expect(checks).toMatchObject({ consistent: true, valid: true, faithful: true })
      for (const { earthMover } of errorsByLevel(layers, reference, 400)) moved[rounding] += earthMover
    }
  }
  expect(moved.cumulative).toBeLessThan(0.7 * moved.counts)
  const measurements = measureGroups(wide, confidential(sparse), plan, seededEntropy('sparse', 0))
  const chosen = await solveRelease(measurements, 'cumulative', { rounding: 'cumulative' })
  expect((await solveRelease(measurements, 'cumulative')).layers).toEqual(chosen.layers) // the default
})

test('the published chain says that it is not private, in the plan and in the release', async () => {
  const options = { mechanism: 'mc-chain', budget: epsilon('1'), asPublished: true } as const
  const { release, plan } = await releaseGroups(frame, confidential(leaves), options, seededEntropy(1))
  expect(plan.notPrivate).toMatch(/true cost is larger/)
  expect(release.notPrivate).toBe(plan.notPrivate)
  expect(asPure(totalCost(release.cost))).toEqual(rational(9n, 4n)) // (1 + 1 + 2 + 5)/4
})

test.each([
  [{ shares: [rational(1n)] }, /1 shares of the budget were given for 4 levels/],
  [{ shares: [1n, 1n, 1n, 0n].map((share) => rational(share, 3n)) }, /given no share/],
  [{ shares: [1n, 1n, 1n, 1n].map((share) => rational(share, 5n)) }, /add up to 4\/5/],
  [{ largestQuantity: 0 }, /largest quantity of one person is 0/],
  [
    { mechanism: 'mh-dp', publicGroups: 'regions' },
    /mh-dp does not work with a public number of groups in every region/,
  ],
  [{ mechanism: 'hc' }, /hc does not work with a public number of all groups alone\. Use cumulative, /],
  [
    { mechanism: 'cumulative', publicGroups: 'none' },
    /no public number of groups\. Use mh-relaxed, mh-dp, topdown; or/,
  ],
  [{ asPublished: true }, /Only mc-chain/],
  [{ mechanism: 'magic' as 'mc' }, /no mechanism "magic"\. The mechanisms are cumulative, mc,/],
  [{ budget: { kind: 'pure', epsilon: rational(0n) } }, /given no budget/],
] as const)('bad options are refused: %o', (change, message) => {
  expect(() => planGroups(frame, { budget: epsilon('1'), ...change })).toThrow(message)
})

test('baselines refuse large tables with an estimate, and other vectors are refused', async () => {
  const regions = Array.from({ length: 100 }, (_, r) => [String(r).padStart(3, '0')])
  const wide = { hierarchy: buildHierarchy(['country', 'county'], regions), sizes: 50 }
  const counts = confidential(new Float64Array(5000).fill(3))
  for (const mechanism of ['mc', 'mh', 'mh-dp-op'] as const) {
    const options = { mechanism, budget: epsilon('1') }
    await expect(releaseGroups(wide, counts, options, seededEntropy(2))).rejects.toThrow(
      /baseline for small tables: this one needs/,
    )
  }
  const plan = planGroups(frame, { budget: epsilon('1') })
  const measurements = measureGroups(frame, confidential(leaves), plan, seededEntropy(3))
  await expect(solveRelease(measurements, 'mh-dp')).rejects.toThrow(/needs measurements of counts/)
})

test('counts that are not whole are refused without a word about them', () => {
  const plan = planGroups(frame, { budget: epsilon('1') })
  const broken = confidential(leaves.map((count) => count - 1))
  expect(() => measureGroups(frame, broken, plan, seededEntropy(4))).toThrow(
    'A count of groups is negative or not whole.',
  )
})

test.each(['mh-dp', 'mh-relaxed', 'topdown'] as const)(
  '%s without any public number: none is measured exactly, and noise is for one group',
  async (mechanism) => {
    const options = { mechanism, budget: epsilon('1'), publicGroups: 'none' } as const
    const { release, plan, measurements } = await releaseGroups(
      frame,
      confidential(leaves),
      options,
      seededEntropy('whole groups'),
    )
    expect(measurements.groups).toBeUndefined()
    expect(plan.levels.map(({ noise }) => noise)).toEqual(
      plan.levels.map(() => ({ kind: 'discrete-laplace', scale: rational(4n) })),
    )
    expect(plan.neighbours).toMatch(/^One group is added or removed, with all its people/)
    if (mechanism !== 'mh-relaxed') expect(release.checks).toMatchObject({ consistent: true, valid: true })
    const exact = await releaseGroups(
      frame,
      confidential(leaves),
      { ...options, budget: epsilon('100000') },
      osEntropy(),
    )
    expect(errorsByLevel(exact.release.layers, truth, 4).map(({ l1 }) => l1)).toEqual([0, 0, 0, 0])
  },
)

test('the number of groups that is released without a public one differs from draw to draw', async () => {
  const totals = new Set<number>()
  for (let run = 0; run < 10; run++) {
    const options = { budget: epsilon('1'), publicGroups: 'none' } as const
    const { release } = await releaseGroups(frame, confidential(leaves), options, seededEntropy('numbers', run))
    totals.add(release.layers[0].reduce((sum, count) => sum + count, 0))
  }
  expect(totals.size).toBeGreaterThan(3)
})
