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

const SEX_BY_TOWN = {
  variables: [
    { name: 'town', levels: ['north', 'south'] },
    { name: 'sex', levels: ['f', 'm'] },
  ],
  codes: [Int32Array.of(0, 0, 1, 1), Int32Array.of(0, 1, 0, 1)],
  counts: Float64Array.of(2, 7, 6, 5),
}
const LAYOUT = { ...EMPTY_DESIGN, rows: ['town'], columns: ['sex'], published: 'nothing' } as const

test('what a reader knows narrows the bounds of several releases, of a cell and of a sum', async () => {
  const engine = newTogetherEngine({})
  engine.load(SEX_BY_TOWN)
  const design = { ...LAYOUT, releases: ['town', 'sex'] }
  const alone = await engine.bound(design, 10)
  expect([alone.lower[0], alone.upper[0], alone.together?.known]).toEqual([0, 8, 0])
  const cell = { row: { town: 'north' }, column: { sex: 'f' }, lower: null, upper: 2 }
  const other = { ...cell, column: { sex: 'x' } }
  const known = await engine.bound({ ...design, known: [cell, other] }, 10)
  expect([known.lower[0], known.upper[0], known.exact, known.together?.known]).toEqual([0, 2, true, 1])
  const whole = { row: { town: 'north' }, column: null, lower: 9, upper: 9 }
  const sum = await engine.bound({ ...LAYOUT, releases: ['sex|town'], known: [whole] }, 10)
  expect(Array.from(sum.upper)).toEqual([2, 7, 6, 5])
})

test('facts that contradict the releases are named', async () => {
  const engine = newTogetherEngine({})
  engine.load(SEX_BY_TOWN)
  const fact = { row: { town: 'north' }, column: { sex: 'f' }, lower: 10, upper: null }
  await expect(engine.bound({ ...LAYOUT, releases: ['town', 'sex'], known: [fact] }, 10)).rejects.toThrow(
    /No table of whole numbers agrees with all of these:.*at least 10 in north · f/s,
  )
})
