import { expect, test } from 'vitest'
import { type BinSum, binOf, CalibrationSums, factorOf } from './calibration-sums.ts'

/** n answers with the standard error 1 that were off by `off`. */
function answers(n: number, off: number): BinSum {
  return { n, places: n, error: n * off ** 2, own: n, earlier: 0 }
}

const NONE = answers(0, 0)

test('enough answers give the factor of their own bin, whatever is beside it', () => {
  const bins = [answers(500, 0.1), answers(30, 0.5), answers(3, 9), NONE, NONE]
  expect(factorOf(bins, 0)).toBeCloseTo(0.1)
  expect(factorOf(bins, 1)).toBeCloseTo(0.5)
})

test('few answers that are far off raise the error, and few that are not do not lower it', () => {
  expect(factorOf([NONE, NONE, NONE, NONE, answers(1, 6.5)], 4)).toBeCloseTo(6.5)
  expect(factorOf([NONE, NONE, NONE, NONE, answers(1, 0.01)], 4)).toBe(1)
  expect(factorOf([answers(900, 0.1), NONE, NONE, answers(7, 0.9), NONE], 3)).toBe(1)
})

test('what chance explains changes nothing, and the more answers the less it explains', () => {
  expect(factorOf([NONE, NONE, NONE, NONE, answers(13, 1.27)], 4)).toBe(1)
  expect(factorOf([NONE, NONE, NONE, NONE, answers(52, 0.74)], 4)).toBe(1)
  expect(factorOf([NONE, NONE, NONE, NONE, answers(520, 0.74)], 4)).toBeCloseTo(0.74)
  expect(factorOf([NONE, NONE, NONE, NONE, answers(130, 1.27)], 4)).toBeCloseTo(1.27)
})

test('few answers of one place, which err together, are no more proof than one', () => {
  const one = { ...answers(3, 2.6), places: 1 }
  expect(factorOf([NONE, NONE, NONE, NONE, one], 4)).toBe(1)
  expect(factorOf([NONE, NONE, NONE, NONE, { ...one, places: 3 }], 4)).toBeCloseTo(2.6)
  expect(factorOf([NONE, NONE, NONE, { ...answers(1, 2.6), places: 1 }, { ...answers(2, 2.6), places: 1 }], 4)).toBe(1)
})

test('neighbours that have few answers are taken together, never with one that has enough', () => {
  const bins = [answers(900, 0.1), answers(10, 0.5), answers(15, 0.5), answers(5, 0.5), answers(40, 2)]
  for (const bin of [1, 2, 3]) expect(factorOf(bins, bin)).toBeCloseTo(0.5)
  expect(factorOf([answers(15, 0), answers(15, 0), NONE, NONE, NONE], 1), 'fixed by a table').toBe(0)
})

test('a size that no simulated answer had has the error of those beside it, where that is larger', () => {
  expect(factorOf([NONE, answers(50, 3), NONE, NONE, NONE], 2)).toBeCloseTo(3)
  expect(factorOf([NONE, answers(50, 0.3), NONE, NONE, NONE], 2)).toBe(1)
})

test('what is exact or not determined, or was not simulated, keeps its error', () => {
  const exact: BinSum = { n: 50, places: 50, error: 0, own: 0, earlier: 0 }
  const open: BinSum = { n: 50, places: 50, error: 9, own: Number.POSITIVE_INFINITY, earlier: 0 }
  expect(factorOf([exact, open, NONE, NONE, NONE], 0)).toBe(1)
  expect(factorOf([exact, open, NONE, NONE, NONE], 1)).toBe(1)
  expect(new CalibrationSums().factor('town', 'total', binOf(12))).toBe(1)
})

test('what is not known to be exact has an error, whatever was simulated', () => {
  const sums = new CalibrationSums()
  expect(sums.leastError('town', 'sex', 4, 0), 'nothing was simulated').toBe(0.5)
  expect(sums.leastError('town', 'sex', 4, 2)).toBe(0)
  Object.assign(sums.binsOf('town', 'sex')[4], answers(300, 0))
  expect(sums.leastError('town', 'sex', 4, 0)).toBeCloseTo(0.1)
  expect(sums.leastError('town', 'sex', 4, 2)).toBeCloseTo(0.1)
  expect(sums.leastError('town', 'sex', 4, 0.01), 'the noise says less').toBe(0.01)
  expect(sums.leastError('town', 'sex', 3, 0), 'no answer of this size').toBeCloseTo(0.1)
  Object.assign(sums.binsOf('town', 'age')[4], answers(50, 0.7))
  expect(sums.leastError('town', 'age', 4, 0), 'rounding alone').toBeCloseTo(0.7)
})

test('lines hold what an earlier release adds', () => {
  const sums = new CalibrationSums()
  Object.assign(sums.binsOf('town', 'total')[binOf(50)], { n: 4, error: 4 * 9, own: 4 * 64, earlier: 4 * 16 })
  expect(sums.lines()).toEqual([
    { level: 'town', query: 'total', bin: '10–99', answers: 4, simulated: 5, propagated: Math.sqrt(80) },
  ])
})
