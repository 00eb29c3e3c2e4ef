import { expect, test } from 'vitest'
import { EMPTY_DESIGN } from './design.ts'
import { ONE_PRINTED_AS_ZERO } from './fixtures/one-printed-as-zero.ts'
import { newTogetherEngine } from './together-engine.ts'

test('a level that is listed and printed as 0 everywhere has somebody, beside another release too', async () => {
  const engine = newTogetherEngine({})
  engine.load(ONE_PRINTED_AS_ZERO)
  const design = { ...EMPTY_DESIGN, rows: ['all'], columns: ['illness'], published: 'rounded', decimals: 2 } as const
  const { lower, upper, figures } = await engine.bound({ ...design, releases: ['all'] }, 10)
  expect([lower[2], upper[2], figures.exposed]).toEqual([1, 1, 1])
})
