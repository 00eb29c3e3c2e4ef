import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CountedTable } from '../model/counted-table.ts'
import { tabulate } from './design.ts'
import type { PublishedForm } from './disclosures.ts'
import { guessesOf, isGuessed } from './guesses.ts'
import { roundShares } from './round-shares.ts'
import { roundedTable } from './rounded.ts'
import { auditRounded } from './rounded-verdict.ts'
import { suggest } from './suggest.ts'

const SMALL = 5

/** Two variables, every cell listed. */
const tables = fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 })).chain(([rows, columns]) =>
  fc
    .array(fc.integer({ min: 0, max: 14 }), { minLength: rows * columns, maxLength: rows * columns })
    .filter((counts) => counts.some((count) => count > 0))
    .map((counts): CountedTable => {
      const levels = (n: number, letter: string): string[] => Array.from({ length: n }, (_, i) => `${letter}${i}`)
      return {
        variables: [
          { name: 'r', levels: levels(rows, 'r') },
          { name: 'c', levels: levels(columns, 'c') },
        ],
        codes: [
          Int32Array.from(counts, (_, k) => Math.floor(k / columns)),
          Int32Array.from(counts, (_, k) => k % columns),
        ],
        counts: Float64Array.from(counts),
      }
    }),
)
const START = { rows: [{ variable: 0 }], columns: [{ variable: 1 }] }

describe('a design that is said to be safe is safe in the form in which it is published', () => {
  test('counts: none is small', () => {
    let safe = 0
    fc.assert(
      fc.property(tables, (table) => {
        for (const { design } of suggest(table, START, { small: SMALL, form: { as: 'counts' } }).safe) {
          safe++
          expect([...tabulate(table, design).counts].filter((count) => count > 0 && count < SMALL)).toEqual([])
        }
      }),
      { numRuns: 60 },
    )
    expect(safe).toBeGreaterThan(20)
  })

  test('rounded shares: none that is small can be worked out', () => {
    const form: PublishedForm = { as: 'rounded', decimals: 1, rounding: 'half-up' }
    let safe = 0
    fc.assert(
      fc.property(tables, (table) => {
        for (const { design } of suggest(table, START, { small: SMALL, form }).safe) {
          safe++
          const { counts, rows, columns } = tabulate(table, design)
          const shares = roundShares(counts, rows, columns, 1, 'half-up')
          const n = counts.reduce((sum, count) => sum + count, 0)
          const found = auditRounded(roundedTable(shares, 1, n, 'half-up'), { small: SMALL })
          expect([found.exact, found.cells.smallDisclosed]).toEqual([true, 0])
        }
      }),
      { numRuns: 40 },
    )
    expect(safe).toBeGreaterThan(20)
  })
})

test('counts that are the least possible are guessed; those that are disclosed, or not small, do not count', () => {
  const found = guessesOf(
    Float64Array.of(1, 3, 4, 2, 9, 0),
    { lower: Float64Array.of(1, 1, 4, 2, 9, 0), upper: Float64Array.of(7, 7, 8, 2, 30, 3) },
    SMALL,
  )
  expect(found).toEqual({ small: 3, right: 2 })
  expect(isGuessed(found)).toBe(true)
  expect(isGuessed({ small: 4, right: 2 })).toBe(false)
  expect(isGuessed({ small: 0, right: 0 })).toBe(false)
})
