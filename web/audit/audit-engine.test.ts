import { expect, test } from 'vitest'
import { newEngine } from './audit-engine.ts'
import type { CountedTable } from './bounds.ts'
import type { TableDesign } from './design.ts'
import { verdictOf } from './words.ts'

/** 150, 99 and 1 of 250: to two decimals the last is printed as 0.00. */
const table: CountedTable = {
  variables: [
    { name: 'illness', levels: ['none', 'flu', 'rare'] },
    { name: 'all', levels: ['everybody'] },
  ],
  codes: [Int32Array.of(0, 1, 2), Int32Array.of(0, 0, 0)],
  counts: Float64Array.of(150, 99, 1),
}
const design = { rows: [{ variable: 1 }], columns: [{ variable: 0 }] }
const asked = { design, published: 'rounded', small: 5, known: [] } as const

test('a level that rounding prints as 0 everywhere is named: it is listed, so somebody has it', () => {
  const engine = newEngine()
  engine.load(table)
  const answer = engine.audit('first', { ...asked, decimals: 2 })
  expect(answer.hidden).toEqual(['rare'])
  const { exposed, tone } = verdictOf(answer, { published: 'rounded', small: 5 } as TableDesign)
  expect([exposed, tone]).toEqual(['"rare" is printed as 0 everywhere', 'danger'])
  expect(engine.audit('first', { ...asked, decimals: 4 }).hidden).toEqual([])
})
