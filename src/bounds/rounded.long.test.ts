import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRational, rational } from '../exact/rational.ts'
import { RequestError } from '../request-error.ts'
import type { KnownBound } from './known.ts'
import { type RoundedTable, roundedTable, solveRounded } from './rounded.ts'
import { feasibleCounts, feasibleTotals, smoothFrom } from './rounded-counts.ts'
import { roundedRow } from './rounded-row.ts'
import { ROUNDING_RULES, type RoundingRule } from './rounding-rule.ts'
import { highest, lowest, valuesOf } from './value-set.ts'

/** All vectors of `columns` whole numbers with this sum. */
function* compositions(total: number, columns: number): Generator<number[]> {
  if (columns === 1) {
    yield [total]
    return
  }
  for (let x = 0; x <= total; x++) for (const rest of compositions(total - x, columns - 1)) yield [x, ...rest]
}

/** Whether count / total is printed as this share: by comparing twice the distance to it with one unit of the last decimal. */
function prints(count: number, total: number, share: number, scale: number, rule: RoundingRule): boolean {
  const twice = 2 * (scale * count - share * total)
  if (Math.abs(twice) !== total) return Math.abs(twice) < total
  if (total === 0 || rule === 'unknown') return true
  return rule === 'half-up' ? twice < 0 : share % 2 === 0
}

/** By listing every row of counts and every way to choose one a row: no interval arithmetic. */
function bruteForce(table: RoundedTable, known: readonly KnownBound[]): Set<number>[] | undefined {
  const scale = 10 ** table.decimals
  const byTotal = Array.from({ length: table.rows }, (_, i) => {
    const shares = table.scaled.slice(i * table.columns, (i + 1) * table.columns)
    const found = new Map<number, number[][]>()
    for (let total = 0; total <= table.n; total++) {
      if (total === 0 && shares.some((share) => share > 0)) continue
      for (const x of compositions(total, table.columns)) {
        const rounds = x.every((count, j) => prints(count, total, shares[j], scale, table.rounding))
        const meets = known.every((fact) => {
          if (fact.row !== i) return true
          const value = (fact.columns ?? x.map((_, j) => j)).reduce((sum, j) => sum + x[j], 0)
          return value >= (fact.lower ?? 0) && value <= (fact.upper ?? Infinity)
        })
        if (rounds && meets) found.set(total, [...(found.get(total) ?? []), x])
      }
    }
    return found
  })
  const values = Array.from({ length: table.rows * table.columns }, () => new Set<number>())
  const chosen: number[][] = []
  let any = false
  const place = (i: number, left: number): void => {
    if (i === table.rows) {
      if (left !== 0) return
      any = true
      chosen.flat().forEach((x, k) => void values[k].add(x))
      return
    }
    for (const [total, rows] of byTotal[i]) {
      if (total > left || (i === table.rows - 1 && total !== left)) continue
      for (const x of rows) {
        chosen[i] = x
        place(i + 1, left - total)
      }
    }
  }
  place(0, table.n)
  return any ? values : undefined
}

/** Whether two sums of some but not all cells of a row share a cell. */
const overlapping = (facts: readonly KnownBound[], columns: number): boolean => {
  const sums = facts.filter((fact) => fact.columns !== undefined && fact.columns.length > 1)
  const partial = sums.filter((fact) => fact.columns!.length < columns)
  return partial.some((a, k) =>
    partial.slice(0, k).some((b) => a.row === b.row && a.columns!.some((column) => b.columns!.includes(column))),
  )
}

/** Shares of random counts, rounded by the rule (half up if unknown); or, now and then, of no counts at all. */
const rounded = (
  counts: readonly number[],
  rows: number,
  columns: number,
  decimals: number,
  rule: RoundingRule,
): RoundedTable => {
  const scale = 10 ** decimals
  const shares = Array.from({ length: rows }, (_, i) => {
    const row = counts.slice(i * columns, (i + 1) * columns)
    const total = row.reduce((sum, count) => sum + count, 0)
    const printed = (count: number): number => {
      const up = Math.floor((2 * count * scale + total) / Math.max(2 * total, 1))
      return rule === 'unknown' || prints(count, total, up, scale, rule) ? up : up - 1
    }
    return row.map((count) => rational(BigInt(printed(count)), BigInt(scale)))
  })
  return roundedTable(
    shares,
    decimals,
    counts.reduce((sum, count) => sum + count, 0),
    rule,
  )
}

const cases = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })).chain(([rows, columns]) =>
  fc.record({
    rows: fc.constant(rows),
    columns: fc.constant(columns),
    decimals: fc.integer({ min: 0, max: 2 }),
    counts: fc.array(fc.oneof(fc.nat(1), fc.nat(4)), { minLength: rows * columns, maxLength: rows * columns }),
    known: fc.array(
      fc.record({
        row: fc.nat(rows - 1),
        columns: fc.option(fc.uniqueArray(fc.nat(columns - 1), { minLength: 1 }), { nil: undefined }),
        lower: fc.nat(3),
        upper: fc.integer({ min: 2, max: 12 }),
      }),
      { maxLength: 2 },
    ),
  }),
)

test.each(ROUNDING_RULES)(
  'every feasible count from shares rounded %s, as by brute force, with and without knowledge',
  (rule) => {
    let exact = 0
    fc.assert(
      fc.property(cases, ({ rows, columns, decimals, counts, known }) => {
        const table = rounded(counts, rows, columns, decimals, rule)
        for (const facts of [[], known]) {
          const expected = bruteForce(table, facts)
          if (expected === undefined) {
            // Sums of cells that overlap are left out, which is valid but may miss a contradiction.
            if (!overlapping(facts, columns)) expect(() => solveRounded(table, { known: facts })).toThrow(RequestError)
            continue
          }
          const found = solveRounded(table, { known: facts })
          const relaxed = solveRounded(table, { known: facts, workLimit: 0 })
          expect(relaxed.exact).toBe(false)
          expect(found.exact).toBe(!overlapping(facts, columns))
          if (found.exact) exact++
          expected.forEach((set, k) => {
            const i = Math.floor(k / columns)
            const listed = [...set].sort((a, b) => a - b)
            if (found.exact) expect([...valuesOf(found.rows[i].cells[k % columns])]).toEqual(listed)
            const outer = relaxed.rows[i].cells[k % columns]
            expect(lowest(outer)).toBeLessThanOrEqual(listed[0])
            expect(highest(outer)).toBeGreaterThanOrEqual(listed.at(-1)!)
          })
        }
      }),
      { numRuns: 1200 },
    )
    expect(exact).toBeGreaterThan(1800)
  },
)

const shares = (...rows: string[]) => rows.map((row) => row.split(' ').map((share) => parseRational(share)))

test('a share of 0.00 may be a small count, a share of 1.00 may miss a few', () => {
  const found = solveRounded(roundedTable(shares('1.00 0.00', '0.50 0.50'), 2, 1000))
  expect(found.exact).toBe(true)
  expect([lowest(found.rows[0].cells[1]), highest(found.rows[0].cells[1])]).toEqual([0, 4])
})

test('rounded to two decimals, the counts of Table 1 of the paper are still nearly disclosed', () => {
  const found = solveRounded(roundedTable(shares('.43 .57', '.63 .38', '.40 .60', '.56 .44'), 2, 48))
  // 0.63 and 0.38 sum to 1.01, the most that rounding can add: the shares were 0.625 and 0.375 exactly.
  expect([...valuesOf(found.rows[1].total)]).toEqual([8])
  expect([...valuesOf(found.rows[0].total)].includes(7)).toBe(true)
})

test('a known rule pins counts that an unknown one leaves open', () => {
  const counts = (rule: RoundingRule, ...rows: string[]) =>
    solveRounded(roundedTable(shares(...rows), 0, 3, rule)).rows.map(({ cells }) =>
      cells.map((set) => [...valuesOf(set)]),
    )
  // Halves go up, so 0 and 1 were not two halves; halves go to the even digit, so neither were 1 and 1.
  expect(counts('half-up', '0 1')).toEqual([
    [
      [0, 1],
      [2, 3],
    ],
  ])
  expect(() => counts('half-even', '1 1')).toThrow(/no counts have these shares/)
  expect(counts('unknown', '1 0', '1 0')).toEqual(
    Array(2).fill([
      [1, 2],
      [0, 1],
    ]),
  )
  expect(counts('half-up', '1 0', '1 0')).toEqual(Array(2).fill([[1, 2], [0]]))
})

test('more decimals than a total can use change nothing but time; too much work is relaxed and says so', () => {
  const fine = roundedTable(shares('.333333333333 .666666666667', '.142857142857 .857142857143'), 12, 100)
  const found = solveRounded(fine)
  expect([...valuesOf(found.rows[1].total)].every((total) => total % 7 === 0)).toBe(true)
  expect(solveRounded(fine, { workLimit: 0 }).exact).toBe(false)
})

test('two thousand million records, exactly', () => {
  const found = solveRounded(roundedTable(shares('.25 .75', '.5 .5', '.33 .67'), 2, 2_000_000_000))
  expect(found.exact).toBe(true)
  // The least totals are 3, 2 and 3; a quarter shown as .25 is at most .255 of what is left.
  expect(highest(found.rows[0].total)).toBe(2_000_000_000 - 5)
  expect(highest(found.rows[0].cells[0])).toBe(Math.floor(0.255 * (2_000_000_000 - 5)))
})

test.each(ROUNDING_RULES)('skipping smooth totals changes nothing when shares are rounded %s', (rule) => {
  const pieces = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(pieces, fc.integer({ min: 0, max: 1 }), fc.integer({ min: 100, max: 900 }), (parts, decimals, n) => {
      const total = parts.reduce((sum, part) => sum + part, 0)
      fc.pre(total > 0)
      const scaled = Float64Array.from(parts, (part) => Math.floor((part * 10 ** decimals) / total + 0.5))
      const row = roundedRow(scaled, decimals, n, [], rule)
      const walked = { ...row, free: false }
      const totals = feasibleTotals(row, n)
      expect(totals).toEqual(feasibleTotals(walked, n))
      expect(feasibleCounts(row, totals)).toEqual(feasibleCounts(walked, totals))
      // Runs that start and end anywhere above, as the other rows may demand.
      for (let first = smoothFrom(row); first < n; first += 37) {
        const run = [first, Math.min(n, first + 23), Math.min(n, first + 29), n].slice(0, first + 29 < n ? 4 : 2)
        expect(feasibleCounts(row, run)).toEqual(feasibleCounts(walked, run))
      }
    }),
    { numRuns: 400 },
  )
})

test('what clashes is named', () => {
  expect(() => solveRounded(roundedTable(shares('.5 .5', '.2 .2'), 1, 50))).toThrow(
    /Row 2: no counts have these shares/,
  )
  expect(() => solveRounded(roundedTable(shares('.333 .667', '.4 .6'), 3, 7))).toThrow(/No table of 7 records/)
  const known = [
    { row: 0, columns: [0], upper: 90 },
    { row: 1, lower: 60, label: 'the second row has 60' },
    { row: 0, lower: 50, label: 'the first row has 50' },
  ]
  expect(() => solveRounded(roundedTable(shares('.5 .5', '.5 .5'), 1, 100), { known })).toThrow(
    /the second row has 60\n {2}the first row has 50/,
  )
  expect(() => roundedTable(shares('.25 .75'), 1, 10)).toThrow(/at most 1 decimals/)
})

test('work is reckoned by what the totals can be, not by the number of records', () => {
  const counts = Array.from({ length: 40 }, (_, i) => [101 + 7 * i, 211 + 3 * i, 307 + ((5 * i) % 11)])
  const n = counts.flat().reduce((sum, count) => sum + count, 0)
  const shares = counts.map((row) => {
    const total = row.reduce((sum, count) => sum + count, 0)
    return row.map((count) => rational(BigInt(Math.round((count / total) * 1e6)), 1_000_000n))
  })
  const table = roundedTable(shares, 6, n)
  const full = solveRounded(table)
  expect(full.exact).toBe(true)
  // All rows up to all records would be 4 * 3 * 40 * n steps; their totals together are n.
  expect(solveRounded(table, { workLimit: 4 * 3 * 8 * n })).toEqual(full)
})
