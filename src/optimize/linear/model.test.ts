import { expect, test } from 'vitest'
import { byRows, checkModel, type LinearModel } from './model.ts'
import { ModelBuilder } from './model-builder.ts'

const good: LinearModel = {
  sense: 'minimise',
  cost: Float64Array.of(1, 2),
  columnLower: Float64Array.of(0, 0),
  columnUpper: Float64Array.of(1, Number.POSITIVE_INFINITY),
  rowLower: Float64Array.of(0),
  rowUpper: Float64Array.of(1),
  matrix: { layout: 'rows', starts: Int32Array.of(0, 2), indices: Int32Array.of(0, 1), values: Float64Array.of(1, 1) },
  nameOfRow: () => 'county total',
}
const { matrix } = good

test.each<[string, Partial<LinearModel>, string]>([
  ['NaN cost', { cost: Float64Array.of(1, Number.NaN) }, 'The cost of column 1 is NaN. A cost is a finite number.'],
  ['NaN bound', { rowLower: Float64Array.of(Number.NaN) }, 'The bounds of county total are NaN and 1.'],
  ['crossed bounds', { rowLower: Float64Array.of(2) }, 'The bounds of county total are 2 and 1.'],
  ['lower at +infinity', { columnLower: Float64Array.of(0, Number.POSITIVE_INFINITY) }, 'The bounds of column 1'],
  ['length', { columnUpper: Float64Array.of(1) }, "The model's columnUpper has 1 entries where 2 are needed."],
  ['integer length', { integer: Uint8Array.of(1) }, "The model's integer has 1 entries where 2 are needed."],
  [
    'index',
    { matrix: { ...matrix, indices: Int32Array.of(0, 2) } },
    'county total has an entry at index 2; indices run from 0 to 1.',
  ],
  ['negative index', { matrix: { ...matrix, indices: Int32Array.of(-1, 1) } }, 'county total has an entry at index -1'],
  ['repeated', { matrix: { ...matrix, indices: Int32Array.of(1, 1) } }, 'county total has two entries at index 1.'],
  [
    'starts',
    { matrix: { ...matrix, starts: Int32Array.of(0, 1) } },
    'matrix.starts runs from 0 to 1; it must run from 0 to 2.',
  ],
  [
    'NaN entry',
    { matrix: { ...matrix, values: Float64Array.of(1, Number.NaN) } },
    'county total has the coefficient NaN at index 1.',
  ],
  ['huge entry', { matrix: { ...matrix, values: Float64Array.of(1e16, 1) } }, 'rescale the row'],
  ['tiny entry', { matrix: { ...matrix, values: Float64Array.of(1e-13, 1) } }, 'rescale the row'],
])('refused: %s', (_, change, message) => {
  expect(() => checkModel({ ...good, ...change })).toThrow(message)
})

test('a good model passes, and the builder writes the same arrays', () => {
  checkModel(good)
  const builder = new ModelBuilder()
  builder.addColumn(0, 1, 1)
  builder.addColumn(0, Number.POSITIVE_INFINITY, 2)
  builder.startRow(0, 1)
  builder.entry(0, 1)
  builder.entry(1, 1)
  const { nameOfColumn: _, nameOfRow: __, ...arrays } = builder.build()
  const { nameOfRow: ___, ...wanted } = good
  expect(arrays).toEqual(wanted)
})

test('the builder refuses a coefficient before any row', () => {
  expect(() => new ModelBuilder().entry(0, 1)).toThrow('Call startRow first')
})

test('a matrix by columns turns into the same one by rows', () => {
  const columns = {
    layout: 'columns' as const,
    starts: Int32Array.of(0, 2, 2, 3),
    indices: Int32Array.of(0, 1, 1),
    values: Float64Array.of(5, 6, 7),
  }
  expect(byRows(columns, 2)).toEqual({
    layout: 'rows',
    starts: Int32Array.of(0, 1, 3),
    indices: Int32Array.of(0, 0, 2),
    values: Float64Array.of(5, 6, 7),
  })
})
