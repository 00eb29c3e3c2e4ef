import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AuditStopped, solveRows } from './feasible-values.ts'
import { type KnownBound, multiplierBounds } from './known.ts'
import { type ConditionalTable, reduceCounts } from './reduced.ts'
import { highest, intervalsOf, lowest, valuesOf } from './value-set.ts'

const flat = (rows: readonly (readonly number[])[]): ConditionalTable =>
  reduceCounts(rows.flat(), rows.length, rows[0].length)

/** Every vector of multipliers, by trying all of them. */
function bruteForce(table: ConditionalTable, known: readonly KnownBound[]): Set<number>[] | undefined {
  const found = Array.from({ length: table.rows }, () => new Set<number>())
  const meets = (i: number, v: number) =>
    known.every((fact) => {
      if (fact.row !== i) return true
      const columns = fact.columns ?? Array.from({ length: table.columns }, (_, j) => j)
      const value = columns.reduce((sum, j) => sum + table.reduced[i * table.columns + j] * (v + 1), 0)
      return value >= (fact.lower ?? 0) && value <= (fact.upper ?? Infinity)
    })
  const chosen: number[] = []
  const place = (i: number, left: number): void => {
    if (i === table.rows) {
      if (left === 0) chosen.forEach((v, k) => void found[k].add(v))
      return
    }
    const size = table.sums[i]
    for (let v = 0; size * v <= left; v++) {
      if (!meets(i, v)) {
        if (size === 0) return
        continue
      }
      chosen[i] = v
      place(i + 1, left - size * v)
      if (size === 0) return
    }
  }
  place(0, table.slack)
  return found[0].size === 0 ? undefined : found
}

const listed = (table: ConditionalTable, known: readonly KnownBound[] = []) =>
  solveRows(table, known)?.map((set) => (set === undefined ? undefined : [...valuesOf(set)]))

test('Tables 2 to 6 of the paper: 48 records, four rows, two tables', () => {
  const table = flat([
    [3, 4],
    [5, 3],
    [6, 9],
    [10, 8],
  ])
  expect([...table.sums]).toEqual([7, 8, 5, 9])
  expect(table.slack).toBe(19)
  expect(listed(table)).toEqual([[0, 2], [0], [1, 2], [0, 1]])
})

test('Tables 8 and 9 of the paper: the fifth row has gaps', () => {
  const table = flat([
    [3, 20, 5],
    [11, 14, 8],
    [3, 14, 12],
    [6, 13, 5],
    [12, 12, 0],
    [11, 10, 0],
    [3, 9, 4],
    [6, 9, 3],
  ])
  expect([table.n, table.slack]).toEqual([193, 34])
  expect([...table.sums]).toEqual([28, 33, 29, 24, 2, 21, 16, 6])
  const values = solveRows(table)!
  expect([...valuesOf(values[4]!)]).toEqual([0, 1, 2, 3, 5, 6, 8, 9, 11, 14, 17])
  expect(intervalsOf(values[4]!)).toEqual([
    [0, 3],
    [5, 6],
    [8, 9],
    [11, 11],
    [14, 14],
    [17, 17],
  ])
})

test('a lower bound on a count rounds up', () => {
  const table = flat([
    [3, 4],
    [5, 3],
    [6, 9],
    [10, 8],
  ])
  // Known: at least 4 in the first cell, whose reduced count is 3. Rounding 4/3 down would keep v = 0, a count of 3.
  const known = [{ row: 0, columns: [0], lower: 4 }]
  expect(multiplierBounds(table, known).lower[0]).toBe(1)
  expect(listed(table, known)).toEqual([[2], [0], [1], [0]])
})

const tables = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 })).chain(([rows, columns]) =>
  fc.record({
    counts: fc.array(fc.oneof(fc.nat(3), fc.nat(14)), { minLength: rows * columns, maxLength: rows * columns }),
    rows: fc.constant(rows),
    columns: fc.constant(columns),
    facts: fc.array(
      fc.record({
        row: fc.nat(rows - 1),
        columns: fc.option(fc.uniqueArray(fc.nat(columns - 1), { minLength: 1 }), { nil: undefined }),
        lower: fc.option(fc.nat(16), { nil: undefined }),
        upper: fc.integer({ min: 0, max: 40 }),
      }),
      { maxLength: 4 },
    ),
  }),
)

test('every feasible value of every row, as by brute force, with and without knowledge', () => {
  fc.assert(
    fc.property(tables, ({ counts, rows, columns, facts }) => {
      const table = reduceCounts(counts, rows, columns)
      for (const known of [[], facts, facts.slice(0, 1)]) {
        const expected = bruteForce(table, known)
        const found = listed(table, known)
        if (expected === undefined || found === undefined) {
          expect(found).toBe(expected)
          continue
        }
        expected.forEach((set, i) => {
          if (table.sums[i] > 0) expect(found[i]).toEqual([...set].sort((a, b) => a - b))
          else expect(found[i]).toBeUndefined()
        })
      }
    }),
    { numRuns: 5000 },
  )
})

test('a billion records: the table stops where everything is reachable', () => {
  const table = flat([
    [200_000_000, 300_000_003],
    [1, 2],
    [300_000_000, 199_999_994],
  ])
  const coarse = flat([
    [3, 4],
    [2, 3],
    [999_999_000, 0],
    [11, 18],
  ])
  expect(table.n).toBe(1_000_000_000)
  expect(solveRows(table)!.every((set) => set!.count >= 1)).toBe(true)
  const values = solveRows(coarse)!
  expect(highest(values[0]!)).toBe(Math.floor(coarse.slack / 7))
  // The third row has reduced sum 1: all of the slack but what 7, 5 and 29 can make up, and these reach all beyond 23.
  expect(intervalsOf(values[2]!).slice(0, 1)).toEqual([[0, coarse.slack - 24]])
  expect(highest(values[2]!)).toBe(coarse.slack)
})

test('every second value, kept as a progression', () => {
  const table = flat([
    [400_000_000, 200_000_000],
    [100_000_000, 100_000_000],
    [0, 0],
  ])
  const [thirds, halves] = solveRows(table)!
  expect(thirds!.step).toBe(2)
  expect(halves!.step).toBe(3)
  expect(thirds!.count).toBeGreaterThan(1e8)
  expect(lowest(thirds!) % 2).toBe(1)
})

test('work ends when asked to', () => {
  const table = flat([
    [3, 4],
    [5, 3],
    [6, 9],
    [10, 8],
  ])
  expect(() => solveRows(table, [], { shouldStop: () => true })).toThrow(AuditStopped)
})
