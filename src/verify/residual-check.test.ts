import { expect, test } from 'vitest'
import type { ExpectedMeasurement } from './expected-measurements.ts'
import { residualCheck } from './residual-check.ts'
import type { Tally } from './topdown-tally.ts'

const measured = { level: 0, regions: 1, query: { name: 'age', answers: 3 }, variance: 9e-5 } as ExpectedMeasurement
const tally = (counts: readonly number[]): Tally => ({ get: (i: number) => counts[i] }) as Tally
const check = (counts: readonly number[], roundedBy: number) =>
  residualCheck(
    'residuals',
    Float64Array.of(23, 15, 13),
    [measured],
    () => tally(counts),
    () => 'top',
    () => roundedBy,
  )

test('with next to no noise, what rounding moves is no fault, and what it cannot move is one', () => {
  expect(check([24, 16, 12], 4)).toMatchObject([{ ok: true }])
  expect(check([24, 16, 12], 0)).toMatchObject([{ ok: false }])
  expect(check([31, 15, 13], 4)).toMatchObject([{ ok: false }])
})
