import { expect, test } from 'vitest'
import type { AuditDocument } from './document.ts'
import { verdict } from './report.ts'
import { strictAudit } from './strict.ts'

/** The audit of one row of rounded shares with these bounds. */
const found = (exact: boolean, smallDisclosed: number, ...bounds: [number, number][]): AuditDocument => ({
  n: 100,
  counted: 'records',
  person: null,
  guesses: null,
  reducedTotal: null,
  slack: null,
  shape: { rows: 1, columns: bounds.length },
  rows: { zero: 0, unit: null, disclosed: 0 },
  cells: { zero: 0, disclosed: smallDisclosed, smallDisclosed },
  rules: { small: 5, width: 0, few: 1, zerosAllowed: true },
  decimals: 2,
  rounding: 'unknown',
  exact,
  totals: [],
  hidden: [],
  findings: [],
  columns: bounds.map((_, c) => ({ c: String(c) })),
  table: [{ row: { g: 'A' }, reduced: null, multipliers: [], bounds }],
})

test('small counts and loose bounds speak against a table; loose bounds above small do not', () => {
  expect(strictAudit(found(true, 0, [2, 9]))).toBeUndefined()
  expect(strictAudit(found(true, 1, [3, 3]))).toMatch(/discloses 1 small count\./)
  expect(strictAudit(found(false, 0, [2, 9], [7, 9]))).toMatch(/could not be shown to be safe: the bounds of 1 cells/)
  expect(strictAudit(found(false, 0, [6, 9], [0, 0], [5, 8]))).toBeUndefined()
})

test('outer bounds do not hide small counts that they pin', () => {
  expect(verdict(found(false, 2, [3, 3], [4, 4]))).toMatch(/^2 counts below 5 can be worked out.*outer bounds/)
  expect(verdict(found(false, 0, [2, 9]))).toMatch(/^Some intervals are outer bounds/)
})
