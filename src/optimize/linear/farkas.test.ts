import { expect, test } from 'vitest'
import { blamedByRay, isIrreducible } from './farkas.ts'
import type { LinearModel } from './model.ts'
import { ModelBuilder } from './model-builder.ts'

/** x >= 1, x <= 0, y >= 1, y <= 0 as rows, on columns from -5 to 5: two conflicts side by side. */
function twice(): LinearModel {
  const builder = new ModelBuilder()
  for (const name of ['x', 'y']) builder.addColumn(-5, 5, 0, name)
  for (const [row, column] of [0, 0, 1, 1].entries()) {
    builder.startRow(row % 2 === 0 ? 1 : Number.NEGATIVE_INFINITY, row % 2 === 0 ? Number.POSITIVE_INFINITY : 0)
    builder.entry(column, 1)
  }
  return builder.build()
}

test('a ray blames the sides it points at, whichever way round it is given', () => {
  const wanted = ['row 0 lower', 'row 1 upper']
  for (const sign of [1, -1]) {
    const sides = blamedByRay(twice(), Float64Array.of(sign, -sign, 0, 0))!
    expect(sides.map(({ name, side }) => `${name} ${side}`)).toEqual(wanted)
    expect(isIrreducible(twice(), sides)).toBe(true)
  }
})

test('a ray that mixes two conflicts proves a clash but not an irreducible one', () => {
  const sides = blamedByRay(twice(), Float64Array.of(1, -1, 2, -2))!
  expect(sides).toHaveLength(4)
  expect(isIrreducible(twice(), sides)).toBe(false)
})

test('a bound is blamed where the multipliers leave a column over', () => {
  const builder = new ModelBuilder()
  builder.addColumn(0, 3, 0, 'x')
  builder.addColumn(0, 4, 0, 'y')
  builder.startRow(9, Number.POSITIVE_INFINITY, 'sum')
  builder.entry(0, 1)
  builder.entry(1, 1)
  const model = builder.build()
  const sides = blamedByRay(model, Float64Array.of(1))!
  expect(sides.map(({ name, side }) => `${name} ${side}`)).toEqual(['sum lower', 'x upper', 'y upper'])
  expect(isIrreducible(model, sides)).toBe(true)
})

test('a ray that proves nothing blames nothing', () => {
  expect(blamedByRay(twice(), Float64Array.of(1, 0, 0, 0))).toBeUndefined() // 1 <= x <= 5 holds
  expect(blamedByRay(twice(), Float64Array.of(0, 0, 0, 0))).toBeUndefined()
})
