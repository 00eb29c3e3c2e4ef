import { expect, test } from 'vitest'
import { rational } from '../exact/index.ts'
import { seededEntropy } from '../noise/index.ts'
import type { ExpectedMeasurement } from './expected-measurements.ts'
import { answerLimit, FALSE_ALARM, groupLimit, residualCheck } from './residual-check.ts'
import type { Tally } from './topdown-tally.ts'

const gaussian = (variance: number): ExpectedMeasurement['noise'] => ({
  kind: 'discrete-gaussian',
  variance: rational(BigInt(Math.round(variance * 1e6)), 1_000_000n),
})
const laplace: ExpectedMeasurement['noise'] = { kind: 'discrete-laplace', scale: rational(1n, 1n) }
const measured = (variance: number, answers: number, regions = 1) =>
  ({ level: 0, regions, query: { name: 'age', answers }, variance, noise: gaussian(variance) }) as ExpectedMeasurement
const tally = (counts: readonly number[]): Tally => ({ get: (i: number) => counts[i] }) as Tally
const check = (
  values: readonly number[],
  counts: readonly number[],
  expected: ExpectedMeasurement,
  rounded: number,
  extended = false,
) =>
  residualCheck({
    name: 'residuals',
    values: Float64Array.from(values),
    expected: [expected],
    answersOf: () => tally(counts),
    placeOf: () => 'top',
    roundedBy: () => ({ most: rounded, mean: rounded }),
    facts: false,
    extends: extended,
  })

test('with next to no noise, what rounding moves is no fault, and what it cannot move is one', () => {
  const [values, one] = [[23, 15, 13], measured(9e-5, 3)]
  expect(check(values, [24, 16, 12], one, 4)).toMatchObject([{ ok: true }])
  expect(check(values, [24, 16, 12], one, 0)).toMatchObject([{ ok: false }])
  expect(check(values, [31, 15, 13], one, 4)).toMatchObject([{ ok: false }])
})

test('a figure 37 standard deviations from its measurement is no longer let pass, unless an earlier release is kept', () => {
  const values = [300, 500, 500, 700]
  const one = measured(1, 2, 2)
  expect(check(values, [337, 500, 500, 700], one, 2)).toMatchObject([{ ok: false }])
  expect(check(values, [337, 500, 500, 700], one, 2, true)).toMatchObject([{ ok: true }])
  expect(check(values, [309, 500, 500, 700], one, 2)).toMatchObject([{ ok: true }])
})

test('many figures that are each a little too far are found together', () => {
  const values = new Array<number>(1000).fill(50)
  const off = (by: number) =>
    check(
      values,
      values.map((n, i) => n + (i % 2 === 0 ? by : -by)),
      measured(100, 10, 100),
      0,
    )
  expect(off(20)).toMatchObject([{ ok: true }])
  expect(off(25)).toMatchObject([{ ok: false, detail: expect.stringContaining('2.5 standard deviations') }])
})

test('the limits are the stated chance: the noise itself passes a hundred-thousandth of it never, and a tenth of the limit often', () => {
  const uniform = seededEntropy('residuals', 0)
  const draw = () => (uniform.belowSmall(2 ** 30) + 0.5) / 2 ** 30
  const normal = () => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw())
  const n = 200
  const limit = groupLimit(gaussian(1), n, 1, answerLimit(gaussian(1), n))
  const norms = Array.from({ length: 500 }, () => Math.hypot(...Array.from({ length: n }, normal)))
  expect(Math.max(...norms)).toBeLessThan(limit)
  expect(Math.max(...norms)).toBeGreaterThan(0.8 * limit) // the limit is not idle
  // The tail of the mgf's bound lies above that of Laplace noise itself: exp(-sqrt(2) z) a side.
  const z = answerLimit(laplace, n)
  expect(2 * n * Math.exp(-Math.SQRT2 * z)).toBeLessThan(FALSE_ALARM / 2)
})
