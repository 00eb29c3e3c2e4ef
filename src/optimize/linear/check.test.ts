import { expect, test } from 'vitest'
import { dualResiduals, integralityResidual, isImprovingRay, lagrangianBound, worstViolation } from './check.ts'
import { checkExactly, wholePoint } from './exact-check.ts'
import type { LinearModel } from './model.ts'
import { ModelBuilder } from './model-builder.ts'

/** Maximise 3x + 2y subject to x + y <= 4, x + 3y <= 6, 0 <= x <= 3: the optimum is (3, 1) with 11. */
function workshop(): LinearModel {
  const builder = new ModelBuilder('maximise')
  const x = builder.addColumn(0, 3, 3, 'x')
  const y = builder.addColumn(0, Number.POSITIVE_INFINITY, 2, 'y')
  builder.startRow(Number.NEGATIVE_INFINITY, 4, 'hours')
  builder.entry(x, 1)
  builder.entry(y, 1)
  builder.startRow(Number.NEGATIVE_INFINITY, 6, 'wood')
  builder.entry(x, 1)
  builder.entry(y, 3)
  return builder.build()
}

test('the worst violation names the row or column', () => {
  expect(worstViolation(workshop(), Float64Array.of(3, 1))).toEqual({ name: '', by: 0 })
  expect(worstViolation(workshop(), Float64Array.of(3, 2))).toEqual({ name: 'wood', by: 3 })
  expect(worstViolation(workshop(), Float64Array.of(-2, 0))).toEqual({ name: 'x', by: 2 })
  expect(worstViolation(workshop(), Float64Array.of(Number.NaN, 0)).by).toBe(Number.POSITIVE_INFINITY)
})

test('right duals close the gap and wrong ones do not', () => {
  const optimum = Float64Array.of(3, 1)
  expect(dualResiduals(workshop(), optimum, Float64Array.of(2, 0))).toEqual({ dual: 0, complementarity: 0, gap: 0 })
  expect(dualResiduals(workshop(), optimum, Float64Array.of(-1, 0)).dual).toBeGreaterThan(0)
  expect(dualResiduals(workshop(), optimum, Float64Array.of(2, 1)).dual).toBe(0)
  expect(dualResiduals(workshop(), Float64Array.of(0, 2), Float64Array.of(2, 0)).complementarity).toBe(4)
  expect(dualResiduals(workshop(), Float64Array.of(3, 1), Float64Array.of(3, 0)).gap).toBeCloseTo(1)
})

test('the Lagrangian bound holds for any duals and is tight for the optimal ones', () => {
  expect(lagrangianBound(workshop(), Float64Array.of(2, 0))).toBe(11)
  expect(lagrangianBound(workshop(), Float64Array.of(3, 0))).toBe(12)
  expect(lagrangianBound(workshop(), Float64Array.of(1, 0))).toBe(Number.POSITIVE_INFINITY)
})

test('a ray must stay inside and improve', () => {
  const builder = new ModelBuilder()
  builder.addColumn(0, Number.POSITIVE_INFINITY, -1)
  builder.addColumn(0, 5, -1)
  const model = builder.build()
  expect(isImprovingRay(model, Float64Array.of(1, 0))).toBe(true)
  expect(isImprovingRay(model, Float64Array.of(0, 1))).toBe(false)
  expect(isImprovingRay(model, Float64Array.of(-1, 0))).toBe(false)
  expect(isImprovingRay(model, Float64Array.of(0, 0))).toBe(false)
})

test('the exact check sees what doubles cannot', () => {
  const builder = new ModelBuilder()
  for (let j = 0; j < 3; j++) builder.addInteger(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0)
  builder.startRow(0, 0, 'balance')
  for (const [j, value] of [1, 1, -1].entries()) builder.entry(j, value)
  const model = builder.build()
  const large = 2n ** 53n
  expect(worstViolation(model, Float64Array.of(Number(large), 1, Number(large))).by).toBe(0) // the double sum loses the 1
  expect(checkExactly(model, [large, 1n, large])).toEqual({
    feasible: false,
    name: 'balance',
    by: { num: 1n, den: 1n },
  })
  expect(checkExactly(model, [large, 0n, large])).toEqual({ feasible: true })
})

test('the exact check reads a coefficient as the double it is', () => {
  const builder = new ModelBuilder()
  builder.addInteger(0, 10, 0, 'x')
  builder.startRow(0.3, Number.POSITIVE_INFINITY, 'tenths')
  builder.entry(0, 0.1)
  const model = builder.build()
  expect(checkExactly(model, [3n])).toEqual({ feasible: true }) // 3 * double(0.1) is above double(0.3)
  expect(checkExactly(model, [2n]).feasible).toBe(false)
  expect(checkExactly(model, [11n])).toEqual({ feasible: false, name: 'x', by: { num: 1n, den: 1n } })
  expect(() => wholePoint(Float64Array.of(1, 0.5))).toThrow('entry 1 is 0.5')
})

test('integrality is measured on whole columns only', () => {
  const builder = new ModelBuilder()
  builder.addInteger(0, 5, 0)
  builder.addColumn(0, 5, 0)
  expect(integralityResidual(builder.build(), Float64Array.of(1.75, 0.5))).toBe(0.25)
})

test('under a quadratic objective a price of rounding size at a far bound is a dual residual, not a gap', () => {
  const builder = new ModelBuilder()
  builder.addColumn(0, 1e9, -6, 'x')
  const model = builder.build()
  const x = Float64Array.of(3) // x^2 - 6 x is least at 3
  const at = (slope: number) => dualResiduals(model, x, new Float64Array(0), Float64Array.of(slope))
  expect(at(-1e-7)).toEqual({ dual: 1e-7 / (1 + 1e-7), complementarity: 0, gap: 0 })
  expect(at(-1e-3).gap).toBeGreaterThan(1e5) // a price that means something still counts in full
  expect(at(1e-7).gap).toBeCloseTo(3e-7, 12) // and so does a bound near by
  const linear = { ...model, cost: Float64Array.of(-1e-7) }
  expect(dualResiduals(linear, x, new Float64Array(0)).gap).toBeCloseTo(100, 0) // x could go to its bound
})
