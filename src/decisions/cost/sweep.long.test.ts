import { expect, test } from 'vitest'
import { parseRational, rational } from '../../exact/rational.ts'
import { seededEntropy } from '../../noise/seeded.ts'
import { type AdvertisingSize, advertising, privateAdvertising } from '../trials/advertising.ts'
import { portfolio, privatePortfolio, returnsOf } from '../trials/portfolio.ts'
import { privateTransportation, transportation } from '../trials/transportation.ts'
import { prepareDecision } from './decide.ts'
import { type SweepPoint, spreadOf, sweep } from './sweep.ts'

const numbers = (...texts: string[]) => texts.map((text) => parseRational(text))
const of = (points: readonly SweepPoint[], mechanism: string) => points.filter((point) => point.mechanism === mechanism)

/** Eight assets, the better the riskier, with a common swing: the shape of the portfolio experiment. */
function syntheticReturns() {
  const entropy = seededEntropy('returns')
  const uniform = () => entropy.belowSmall(2001) / 1000 - 1
  const assets = Array.from({ length: 8 }, (_, j) => `S${j}`)
  const periods = Array.from({ length: 300 }, () => {
    const common = uniform()
    return Float64Array.from(assets, (_, j) => 0.001 + 0.0006 * j + (0.01 + 0.006 * j) * (0.4 * common + uniform()))
  })
  return returnsOf(assets, periods)
}

test('Figure 3: the variance rises as epsilon and delta fall, by about a hundredth, less with the smaller shift', async () => {
  const returns = syntheticReturns()
  const budget = rational(500n)
  const program = portfolio(returns, budget, 1000, parseRational('1.9'))
  const declared = privatePortfolio(program, 1000, rational(440n))
  const budgets = { epsilon: rational(1n), delta: parseRational('1e-3') }
  const prepared = await prepareDecision(declared, { mechanism: 'truncated', ...budgets })
  const options = { epsilons: numbers('0.5', '2.5'), deltas: numbers('2.5e-4', '2e-3'), runs: 15, seed: 3 }
  const { points, optimum, floor } = await sweep(prepared, [budget], options)
  expect(floor).toBeGreaterThan(optimum)
  for (const mechanism of ['truncated', 'published']) {
    const [strictest, , , loosest] = of(points, mechanism)
    expect(strictest.loss.mean).toBeGreaterThan(loosest.loss.mean)
    expect(strictest.loss.mean).toBeLessThan(0.05)
    expect(loosest.loss.least).toBeGreaterThan(0)
    for (const point of of(points, mechanism)) expect(point.brokenRuns).toBe(0)
  }
  of(points, 'truncated').forEach((point, k) => {
    expect(point.loss.mean).toBeLessThan(of(points, 'published')[k].loss.mean)
    expect(point.loss.most).toBeLessThan(of(points, 'pure')[k].loss.mean)
  })
})

test('Figure 4: the baseline breaks budgets at small epsilon and none at large; ours break none and earn as much', async () => {
  const size: AdvertisingSize = {
    groups: 12,
    advertisers: 4,
    impressions: 10_000_000n,
    budget: 10_000_000n,
    sensitivity: 100n,
  }
  const model = advertising(seededEntropy('figure 4'), size)
  const declared = privateAdvertising(model, size.sensitivity)
  const truth = declared.sides.map(({ row }) => model.rowUpper[row]!)
  const prepared = await prepareDecision(declared, {
    mechanism: 'truncated',
    ...{ epsilon: rational(1n), delta: parseRational('1e-4') },
  })
  const options = { epsilons: numbers('1e-5', '1e-3', '1'), deltas: numbers('1e-4'), runs: 25, seed: 4 }
  const { points } = await sweep(prepared, truth, options)
  const baseline = of(points, 'laplace').map((point) => point.brokenConstraints)
  expect(baseline[0]).toBeGreaterThan(0.05)
  expect(baseline[0]).toBeGreaterThan(baseline[1])
  expect(baseline[2]).toBeLessThan(0.01)
  for (const mechanism of ['truncated', 'published', 'pure']) {
    for (const point of of(points, mechanism)) expect([point.brokenConstraints, point.brokenRuns]).toEqual([0, 0])
  }
  const [, , large] = of(points, 'truncated')
  expect(large.loss.mean).toBeLessThan(1e-3)
  expect(Math.abs(large.loss.mean - of(points, 'laplace')[2].loss.mean)).toBeLessThan(1e-3)
})

test('Figure 1: a transportation plan never leaves a branch short; its loss is that of a few units a branch', async () => {
  const found = transportation(6, 15, seededEntropy('figure 1'))
  const declared = privateTransportation(found)
  const truth = declared.sides.map(({ row }) => found.program.rowLower[row]!)
  const prepared = await prepareDecision(declared, {
    mechanism: 'truncated',
    epsilon: rational(1n),
    delta: parseRational('1e-4'),
  })
  const { points, optimum } = await sweep(prepared, truth, {
    epsilons: numbers('1'),
    deltas: numbers('1e-4'),
    runs: 20,
    seed: 1,
  })
  const [truncated, published, pure] = ['truncated', 'published', 'pure'].map((mechanism) => of(points, mechanism)[0])
  expect(optimum).toBeGreaterThan(0)
  expect([truncated.brokenRuns, published.brokenRuns, pure.brokenRuns]).toEqual([0, 0, 0])
  expect(truncated.loss.mean).toBeLessThan(published.loss.mean)
  expect(published.loss.mean).toBeLessThan(pure.loss.mean)
})

test('a sweep repeats itself, can be stopped, and needs something to do', async () => {
  const found = transportation(2, 3, seededEntropy(1))
  const declared = privateTransportation(found)
  const truth = declared.sides.map(({ row }) => found.program.rowLower[row]!)
  const prepared = await prepareDecision(declared, {
    mechanism: 'truncated',
    epsilon: rational(1n),
    delta: parseRational('1e-2'),
  })
  const options = { epsilons: numbers('1'), deltas: numbers('1e-2'), runs: 5, seed: 'again' }
  expect(await sweep(prepared, truth, options)).toEqual(await sweep(prepared, truth, options))
  expect((await sweep(prepared, truth, { ...options, shouldStop: () => true })).points).toEqual([])
  await expect(sweep(prepared, truth, { ...options, epsilons: [] })).rejects.toThrow(/needs an epsilon/)
  expect(spreadOf([3, 1, 2])).toEqual({ mean: 2, least: 1, quantile10: 1, median: 2, quantile90: 3, most: 3 })
})
