import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { audit, auditRounded, reduceCounts, reduceShares, roundedTable, roundShares } from '../bounds/index.ts'
import { rational } from '../exact/index.ts'
import { isSmallEnough, smallFromRounded } from './rounded-audit.ts'
import { OtherAmounts, smallFromShares } from './share-audit.ts'

const SMALL = 5

const tables = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 })).chain(([rows, columns]) =>
  fc
    .array(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    })
    .filter((counts) => counts.flat().some((count) => count > 0)),
)

const total = (counts: readonly (readonly number[])[]): number => counts.flat().reduce((sum, count) => sum + count, 0)

const exactShares = (counts: readonly (readonly number[])[]) =>
  counts.map((row) => {
    const sum = row.reduce((all, count) => all + count, 0)
    return row.map((count) => (sum === 0 ? rational(0n) : rational(BigInt(count), BigInt(sum))))
  })

describe('exact shares', () => {
  test('the second audit finds as many small counts as the first', () => {
    let found = 0
    fc.assert(
      fc.property(tables, (counts) => {
        const [shares, n] = [exactShares(counts), total(counts)]
        const first = audit(reduceShares(shares, n), { small: SMALL }).cells.smallDisclosed
        found += first
        expect(smallFromShares(shares, n, SMALL)).toBe(first)
      }),
      { numRuns: 600 },
    )
    expect(found).toBeGreaterThan(200)
  })

  test('amounts that are sums of numbers, against trying all', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }), (numbers) => {
        const reached = new Uint8Array(200)
        reached[0] = 1
        for (let amount = 1; amount < 200; amount++)
          for (const number of numbers) if (amount >= number && reached[amount - number] === 1) reached[amount] = 1
        const amounts = new OtherAmounts(numbers)
        expect(Array.from(reached, (_, amount) => (amounts.has(amount) ? 1 : 0))).toEqual([...reached])
      }),
    )
  })

  test('ten million records take no longer than ten', () => {
    const shares = exactShares([
      [1, 2],
      [3, 4],
      [2, 5],
    ])
    expect(smallFromShares(shares, 10_000_000, SMALL)).toBe(0)
    expect(audit(reduceShares(shares, 100_000), { small: SMALL }).cells.smallDisclosed).toBe(0)
  })
})

describe('rounded shares', () => {
  test.each(['half-up', 'half-even'] as const)(
    'the second audit finds as many small counts as the first: %s',
    (rounding) => {
      let found = 0
      fc.assert(
        fc.property(tables, fc.integer({ min: 0, max: 3 }), (counts, decimals) => {
          const [columns, n] = [counts[0].length, total(counts)]
          const shares = roundShares(Float64Array.from(counts.flat()), counts.length, columns, decimals, rounding)
          const { cells, exact } = auditRounded(roundedTable(shares, decimals, n, rounding), { small: SMALL })
          expect(exact).toBe(true)
          found += cells.smallDisclosed
          const units = shares.map((row) => row.map(({ num, den }) => Number((num * 10n ** BigInt(decimals)) / den)))
          const table = { units, decimals, rounding, n }
          expect(isSmallEnough(table)).toBe(true)
          expect(smallFromRounded(table, SMALL)).toBe(cells.smallDisclosed)
        }),
        { numRuns: 300 },
      )
      expect(found).toBeGreaterThan(50)
    },
  )
})

test('shares that no table of so many records has are an error', () => {
  expect(() =>
    smallFromShares(
      exactShares([
        [1, 2],
        [3, 4],
      ]),
      9,
      SMALL,
    ),
  ).toThrow(/no table/)
  expect(() => smallFromRounded({ units: [[50, 49]], decimals: 2, rounding: 'half-up', n: 3 }, SMALL)).toThrow(
    /no table/,
  )
  expect(reduceCounts(Float64Array.of(1), 1, 1).n).toBe(1)
})
