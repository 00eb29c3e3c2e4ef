import { expect, test } from 'vitest'
import { newEngine } from './audit-engine.ts'
import type { TableDesign } from './design.ts'
import { ONE_PRINTED_AS_ZERO } from './fixtures/one-printed-as-zero.ts'
import { verdictOf } from './words.ts'

const design = { rows: [{ variable: 1 }], columns: [{ variable: 0 }] }
const asked = { design, published: 'rounded', small: 5, known: [] } as const

test('a level that rounding prints as 0 everywhere is named: it is listed, so somebody has it', () => {
  const engine = newEngine()
  engine.load(ONE_PRINTED_AS_ZERO)
  const answer = engine.audit('first', { ...asked, decimals: 2 })
  expect(answer.hidden).toEqual(['rare'])
  const { exposed, tone } = verdictOf(answer, { published: 'rounded', small: 5 } as TableDesign)
  expect([exposed, tone]).toEqual(['"rare" is printed as 0 everywhere', 'danger'])
  expect(engine.audit('first', { ...asked, decimals: 4 }).hidden).toEqual([])
})
