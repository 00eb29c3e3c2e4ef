import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SensitivityRule } from './contributions.ts'
import { needOf, sensitivity } from './sensitive.ts'

const cell = (...parts: readonly number[]) => ({
  contributors: parts.length,
  total: parts.reduce((sum, part) => sum + part, 0),
  largest: [...parts].sort((a, b) => b - a),
})

test('what the rules of the textbooks ask', () => {
  // Three businesses of 60, 30 and 10: the second comes within 10 of 60, which is 16.7 %.
  expect(needOf({ kind: 'p', percent: 20, coalition: 1 }, cell(60, 30, 10))).toBeCloseTo(2, 12)
  expect(needOf({ kind: 'p', percent: 10, coalition: 1 }, cell(60, 30, 10))).toBeUndefined()
  expect(needOf({ kind: 'p', percent: 10, coalition: 2 }, cell(60, 30, 10))).toBeCloseTo(6, 12)
  expect(needOf({ kind: 'pq', percent: 10, known: 50 }, cell(60, 30, 10))).toBeCloseTo(2, 12)
  expect(needOf({ kind: 'dominance', largest: 2, percent: 85 }, cell(60, 30, 10))).toBeCloseTo(90 / 0.85 - 100, 12)
  expect(needOf({ kind: 'dominance', largest: 2, percent: 90 }, cell(60, 30, 10))).toBeUndefined() // a tie
  expect(needOf({ kind: 'count', least: 3 }, cell(60, 30))).toBe(0)
  expect(needOf({ kind: 'count', least: 3 }, cell())).toBeUndefined()
})

test('a small count must be able to reach the least that is published, and to be nothing', () => {
  const found = sensitivity(
    [{ kind: 'count', least: 5 }],
    { percent: undefined, reach: true },
    { contributors: 3, total: 3, largest: [] },
  )
  expect(found).toEqual({ rules: [0], up: 2, down: 2 })
})

test('with the need of the rule met, nobody in the cell is known better than the rule allows', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 60 }), (sizes, percent) => {
      const rule: SensitivityRule = { kind: 'p', percent, coalition: 1 }
      const { total, largest } = cell(...sizes)
      const need = needOf(rule, cell(...sizes)) ?? 0
      // The second largest knows the whole up to total + need at best, and takes its own part off.
      const guess = total + need - largest[1]
      expect(guess).toBeGreaterThanOrEqual(largest[0] * (1 + percent / 100) - 1e-9)
    }),
  )
})
