import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRational } from '../exact/rational.ts'
import { RequestError } from '../request-error.ts'
import { solveRows } from './feasible-values.ts'
import { findings } from './findings.ts'
import { reasonFor, wordsFor } from './reasons.ts'
import { reduceCounts, reduceShares } from './reduced.ts'
import { feasibleMultipliers, isFeasible, solveRow } from './single-row.ts'
import { intervalsOf } from './value-set.ts'
import { audit, rowReports } from './verdict.ts'

const TABLE_1 = [3, 4, 5, 3, 6, 9, 10, 8]

test('Table 1: both tables of counts have the shares of (c), and Table 6 bounds them', () => {
  const shares = ['3/7 4/7', '5/8 3/8', '2/5 3/5', '5/9 4/9'].map((row) => row.split(' ').map((x) => parseRational(x)))
  const published = reduceShares(shares, 48)
  expect(reduceCounts(TABLE_1, 4, 2)).toEqual(published)
  expect(reduceCounts([9, 12, 5, 3, 4, 6, 5, 4], 4, 2)).toEqual(published)
  const found = audit(published)
  expect(rowReports(found, (row) => 'ABCD'[row])).toEqual([
    {
      row: 'A',
      reduced: [3, 4],
      multipliers: [
        [0, 0],
        [2, 2],
      ],
      bounds: [
        [3, 9],
        [4, 12],
      ],
    },
    {
      row: 'B',
      reduced: [5, 3],
      multipliers: [[0, 0]],
      bounds: [
        [5, 5],
        [3, 3],
      ],
    },
    {
      row: 'C',
      reduced: [2, 3],
      multipliers: [[1, 2]],
      bounds: [
        [4, 6],
        [6, 9],
      ],
    },
    {
      row: 'D',
      reduced: [5, 4],
      multipliers: [[0, 1]],
      bounds: [
        [5, 10],
        [4, 8],
      ],
    },
  ])
  expect(found.cells).toEqual({ zero: 0, disclosed: 2, smallDisclosed: 1 })
})

test('one known cell gives the whole of Table 1 away, and is named as the reason', () => {
  const known = [
    { row: 2, upper: 40 },
    { row: 0, columns: [0], upper: 8 },
    { row: 3, lower: 1 },
  ]
  const found = audit(reduceCounts(TABLE_1, 4, 2), { known })
  expect(found.rows.disclosed).toBe(4)
  const reasons = [...findings(found, {})].filter((finding) => finding.column === 0).map((finding) => finding.reason)
  const byCell = { kind: 'known', facts: [1] }
  expect(reasons).toEqual([byCell, { kind: 'combinations' }, byCell, byCell])
  expect(wordsFor(reasons[0], (k) => `fact ${k + 1}`)).toContain('fact 2')
})

test('reasons without knowledge: no slack, too little of it, a remainder nobody takes', () => {
  const reason = (counts: number[], row: number) =>
    reasonFor(reduceCounts(counts, counts.length / 2, 2), [], row, (values) => values.count <= 1).kind
  expect(reason([3, 4, 5, 3], 0)).toBe('no-slack')
  expect(reason([3, 4, 2, 2], 0)).toBe('slack-below-sum')
  expect(reason([3, 4, 12, 15, 8, 10], 0)).toBe('combinations')
  // slack 9 - 7 = 2 with sums 7, 3: repeating the 7 would leave 2 of 9
  expect(reason([3, 4, 4, 8], 0)).toBe('remainder-below-sums')
})

test('rules: few values, width, zeros and counts known to be small', () => {
  const found = audit(reduceCounts([...TABLE_1, 0, 0], 5, 2))
  const kinds = (rules: object) => [...findings(found, rules)].map((finding) => `${finding.kind} ${finding.row}`)
  expect(kinds({})).toEqual(['disclosed 1', 'disclosed 1'])
  expect(kinds({ few: 2 }).filter((kind) => kind.startsWith('nearly'))).toHaveLength(6)
  expect(kinds({ width: 4 })).toEqual(['disclosed 1', 'disclosed 1', 'narrow 2', 'narrow 2'])
  expect(kinds({ zeros: false })).toEqual(['disclosed 1', 'disclosed 1', 'zero 4', 'zero 4'])
  expect(kinds({ small: 7 })).toContain('known-small 2')
})

test('clashing facts are named, and none that has no part in it', () => {
  const table = reduceCounts(TABLE_1, 4, 2)
  const known = [
    { row: 2, lower: 10, label: 'C has 10 or more' },
    { row: 0, columns: [1], lower: 5, label: 'A beta above 4' },
    { row: 3, upper: 40, label: 'D below 41' },
    { row: 0, upper: 20, label: 'A below 21' },
  ]
  try {
    feasibleMultipliers(table, known)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(RequestError)
    expect((error as RequestError).code).toBe('infeasible')
    expect((error as RequestError).facts.clashing).toEqual([1, 3])
    expect((error as RequestError).message).not.toContain('D below')
  }
})

test('shares that no table can have are refused', () => {
  const rows = (...lines: string[]) => lines.map((line) => line.split(' ').map((x) => parseRational(x)))
  expect(() => reduceShares(rows('1/3 1/3'), 6)).toThrow(/sum to 2\/3/)
  expect(() => reduceShares(rows('1/3 2/3', '1/2 1/2'), 4)).toThrow(/already sum to 5/)
  expect(() => reduceShares(rows('1/3 2/3', '1'), 4)).toThrow(/Row 2 has 1 shares/)
  expect(() => feasibleMultipliers(reduceShares(rows('1/3 2/3', '0 0'), 7))).toThrow(/cannot make up the total/)
  expect(() => reduceCounts([1, -1], 1, 2)).toThrow(/Row 1, column 2/)
})

test('the row solved alone has the values it has among all', () => {
  const cells = fc.array(fc.nat(20), { minLength: 8, maxLength: 8 })
  const facts = fc.array(fc.record({ row: fc.nat(3), lower: fc.nat(12), upper: fc.integer({ min: 12, max: 60 }) }), {
    maxLength: 3,
  })
  fc.assert(
    fc.property(cells, facts, (counts, known) => {
      const table = reduceCounts(counts, 4, 2)
      const all = solveRows(table, known)
      expect(isFeasible(table, known)).toBe(all !== undefined)
      for (let row = 0; row < 4; row++) {
        if (table.sums[row] === 0) continue
        const alone = intervalsOf(solveRow(table, known, row))
        expect(alone).toEqual(all === undefined ? [] : intervalsOf(all[row]!))
      }
    }),
    { numRuns: 1500 },
  )
})

/** CPU time of this process, which other work on the machine does not add to. */
function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function findAllReasons(rows: number): void {
  const counts = Array.from({ length: 2 * rows }, (_, k) => (k % 2 === 0 ? 2 + (k % 7) : 3 + (k % 11)))
  const table = reduceCounts(counts, rows, 2)
  const free = feasibleMultipliers(table)
  const open = free.findIndex((set) => set !== undefined && set.count > 1)
  const known = [{ row: open, columns: undefined, lower: 0, upper: undefined, label: 'a fact that tells nothing' }]
  for (const facts of [[], known]) {
    const found = [...findings(audit(table, { known: facts }), { width: 1e9 })]
    expect(found).toHaveLength(2 * rows)
    expect(found.every(({ reason }) => reason.kind !== 'known')).toBe(true)
  }
}

test('reasons for very many rows are found in one go, with and without knowledge', () => {
  const few = cpuSeconds(() => findAllReasons(2000))
  const many = cpuSeconds(() => findAllReasons(20_000))
  expect(many / few).toBeLessThan(50) // ten times the rows: about 10 in one go, 100 row by row
})
