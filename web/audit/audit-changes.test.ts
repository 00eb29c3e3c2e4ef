import { expect, test } from 'vitest'
import { parseSpec, withChanges } from '../../src/spec/index.ts'
import { auditChanges } from './audit-changes.ts'

const TEXT = `tacet: 1
source: { file: people.csv }
audit:
  rows: [a, b]
  columns: [c]
  merge: { a: { x: [y, z] } }
  width: 3 # decided in May
  zeros: disclosed
  decimals: 2
  rounding: half-even
  publish: {}
`
const before = parseSpec(TEXT, 'people.yaml').audit

test('what the page does not edit stays, with its comments', () => {
  const text = withChanges(TEXT, auditChanges(before, { rows: ['a'], columns: ['c'], small: 7, decimals: 3 }))
  expect(text).toContain('width: 3 # decided in May')
  expect(parseSpec(text, 'people.yaml').audit).toEqual({
    ...before,
    rows: ['a'],
    merge: {},
    small: 7,
    decimals: 3,
  })
})

test('a rule of rounding goes where nothing is rounded any more', () => {
  const text = withChanges(TEXT, auditChanges(before, { rows: ['a'], columns: ['c'], small: 5 }))
  expect(parseSpec(text, 'people.yaml').audit).toMatchObject({ width: 3, zeros: 'disclosed', publish: {} })
  expect(text).not.toContain('rounding')
})

test('from one table to several releases, and back, all is written anew', () => {
  const together = { releases: ['a', 'c|a@2'], cells: ['a', 'c'], small: 5 }
  const text = withChanges(TEXT, auditChanges(before, together))
  expect(parseSpec(text, 'people.yaml').audit).toMatchObject({ kind: 'releases', ...together })
  expect(text).not.toContain('publish')
  const again = parseSpec(text, 'people.yaml').audit
  expect(auditChanges(again, { rows: ['a'], columns: ['c'], small: 5 })).toHaveLength(1)
  const kept = withChanges(`${text}  rounding: half-even\n`, auditChanges(again, { ...together, small: 6 }))
  expect(parseSpec(kept, 'people.yaml').audit).toMatchObject({ small: 6, rounding: 'half-even' })
})
