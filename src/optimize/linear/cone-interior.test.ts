import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coneInterior } from './cone-interior.ts'

const dense = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 5 })).chain(([columns, rows]) =>
  fc.array(fc.array(fc.integer({ min: -2, max: 2 }), { minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  }),
)

test('both proofs hold, and every row is proved tight or strict', () => {
  let tight = 0
  fc.assert(
    fc.property(dense, (matrix) => {
      const columns = matrix[0]?.length ?? 2
      const rows = matrix.map((row) => new Map(row.flatMap((value, j) => (value === 0 ? [] : [[j, BigInt(value)]]))))
      const found = coneInterior(rows, columns)
      const at = (row: ReadonlyMap<number, bigint>) =>
        [...row].reduce((sum, [j, value]) => sum + value * found.interior[j], 0n)
      rows.forEach((row, i) => {
        const isTight = found.rowWeights[i] > 0n
        if (row.size > 0 && isTight) tight++
        expect(found.tightRows[i]).toBe(isTight ? 1 : 0)
        expect(isTight ? at(row) === 0n : at(row) < 0n).toBe(true)
      })
      for (let j = 0; j < columns; j++) {
        const isTight = found.columnWeights[j] > 0n
        expect(found.interior[j] > 0n).toBe(!isTight)
        const combined = rows.reduce((sum, row, i) => sum + found.rowWeights[i] * (row.get(j) ?? 0n), 0n)
        expect(combined).toBe(found.columnWeights[j])
      }
    }),
    { numRuns: 500 },
  )
  expect(tight).toBeGreaterThan(50)
})
