import { expect, test } from 'vitest'
import type { CountedTable } from './bounds.ts'
import { EMPTY_DESIGN } from './design.ts'
import { newTogetherEngine } from './together-engine.ts'

/** 150, 99 and 1 of 250: to two decimals the last is printed as 0.00. */
const table: CountedTable = {
  variables: [
    { name: 'illness', levels: ['none', 'flu', 'rare'] },
    { name: 'all', levels: ['everybody'] },
  ],
  codes: [Int32Array.of(0, 1, 2), Int32Array.of(0, 0, 0)],
  counts: Float64Array.of(150, 99, 1),
}

test('a level that is listed and printed as 0 everywhere has somebody, beside another release too', async () => {
  const engine = newTogetherEngine({})
  engine.load(table)
  const design = { ...EMPTY_DESIGN, rows: ['all'], columns: ['illness'], published: 'rounded', decimals: 2 } as const
  const { lower, upper, figures } = await engine.bound({ ...design, releases: ['all'] }, 10)
  expect([lower[2], upper[2], figures.exposed]).toEqual([1, 1, 1])
})
