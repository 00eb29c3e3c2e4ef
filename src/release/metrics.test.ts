import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorMetrics, errorsByLevel, errorsBySize, quantile, SIZE_BINS } from './metrics.ts'

test('the errors of a small release, worked by hand', () => {
  const truth = Float64Array.of(10, 20, 30, 40, 50)
  const released = Float64Array.of(12, 20, 27, 41, 45)
  expect(errorMetrics(released, truth)).toEqual({
    count: 5,
    totalAbsolute: 11,
    meanAbsolute: 2.2,
    largestAbsolute: 5,
    bias: -1,
    quantiles: { p5: expect.closeTo(-4.6), p25: -3, p50: 0, p75: 1, p95: expect.closeTo(1.8) },
  })
})

test('nothing has no quantiles and no error', () => {
  const { quantiles, ...rest } = errorMetrics([], [])
  expect(rest).toEqual({ count: 0, totalAbsolute: 0, meanAbsolute: 0, largestAbsolute: 0, bias: 0 })
  expect(quantiles.p50).toBeNaN()
})

test('inputs are left as they were, and lengths must agree', () => {
  const [released, truth] = [Float64Array.of(3, 1, 2), Float64Array.of(0, 0, 0)]
  errorMetrics(released, truth)
  expect([...released]).toEqual([3, 1, 2])
  expect(() => errorMetrics(released, [1])).toThrow('3 released values cannot be compared with 1 true ones')
  expect(() => errorsBySize(released, truth, [1])).toThrow('1 populations were given for 3 places')
})

test('levels keep their names and order', () => {
  const levels = errorsByLevel([
    { level: 'country', released: [5], truth: [4] },
    { level: 'state', released: [1, 4], truth: [2, 2] },
  ])
  expect(levels.map(({ level, totalAbsolute }) => [level, totalAbsolute])).toEqual([
    ['country', 1],
    ['state', 3],
  ])
})

test('places fall into the bin of their true size, edges included', () => {
  const truth = [0, 1, 9, 10, 99, 100, 999, 1_000, 9_999, 10_000, 99_999, 100_000, 7_000_000]
  const released = truth.map((value) => value + 1)
  const bins = errorsBySize(released, truth)
  expect(bins.map(({ bin, count }) => [bin.label, count])).toEqual([
    ['0', 1],
    ['1–9', 2],
    ['10–99', 2],
    ['100–999', 2],
    ['1,000–9,999', 2],
    ['10,000–99,999', 2],
    ['100,000+', 2],
  ])
  expect(bins[0].meanRelative).toBeNaN()
  expect(bins[1].meanRelative).toBeCloseTo((1 + 1 / 9) / 2, 12)
  expect(bins[1].medianRelative).toBeCloseTo((1 + 1 / 9) / 2, 12)
})

test('the bins split any release: counts and totals add up', () => {
  const places = fc.array(fc.tuple(fc.nat(200_000), fc.integer({ min: -50, max: 50 })), { maxLength: 60 })
  fc.assert(
    fc.property(places, (drawn) => {
      const truth = Float64Array.from(drawn, ([value]) => value)
      const released = Float64Array.from(drawn, ([value, error]) => value + error)
      const bins = errorsBySize(released, truth)
      expect(bins).toHaveLength(SIZE_BINS.length)
      expect(bins.reduce((total, { count }) => total + count, 0)).toBe(drawn.length)
      expect(bins.reduce((total, { totalAbsolute }) => total + totalAbsolute, 0)).toBe(
        errorMetrics(released, truth).totalAbsolute,
      )
    }),
  )
})

test('quantiles run from the least to the largest and lie between neighbours', () => {
  expect([0, 0.25, 0.5, 1].map((share) => quantile([1, 2, 3, 4, 9], share))).toEqual([1, 2, 3, 9])
  expect(quantile([1, 2], 0.5)).toBe(1.5)
})
