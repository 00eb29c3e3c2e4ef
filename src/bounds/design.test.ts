import { expect, test } from 'vitest'
import type { CountedTable } from '../model/counted-table.ts'
import { namesOf, tabulate } from './design.ts'
import { reduceCounts } from './reduced.ts'
import { suggest } from './suggest.ts'
import { audit } from './verdict.ts'

/** 2 x 3 x 2 cells in no particular order, one of them on two lines. */
const table: CountedTable = {
  variables: [
    { name: 'sex', levels: ['f', 'm'] },
    { name: 'age', levels: ['young', 'middle', 'old'] },
    { name: 'ill', levels: ['no', 'yes'] },
  ],
  codes: [
    Int32Array.of(1, 0, 0, 1, 1, 0, 0, 1, 1),
    Int32Array.of(2, 0, 1, 1, 0, 2, 0, 2, 2),
    Int32Array.of(1, 0, 0, 1, 0, 1, 1, 0, 1),
  ],
  counts: Float64Array.of(1, 6, 4, 2, 9, 5, 3, 8, 2),
}

test('rows and columns are cross products of levels, the last variable fastest', () => {
  const design = { rows: [{ variable: 0 }, { variable: 1 }], columns: [{ variable: 2 }] }
  const found = tabulate(table, design)
  expect([found.rows, found.columns]).toEqual([6, 2])
  expect([...found.counts]).toEqual([6, 3, 4, 0, 0, 5, 9, 0, 0, 2, 8, 3])
  expect(namesOf(table, design.rows)[5]).toEqual(['m', 'old'])
})

test('merged levels, and a variable left out', () => {
  const rows = [{ variable: 1, groups: [0, 1, 1] }]
  const found = tabulate(table, { rows, columns: [{ variable: 2 }] })
  expect([...found.counts]).toEqual([15, 3, 12, 10])
  expect(namesOf(table, rows)).toEqual([['young'], ['middle|old']])
})

test('a design that makes no sense is refused', () => {
  expect(() => tabulate(table, { rows: [{ variable: 3 }], columns: [] })).toThrow(/variable 4/)
  expect(() => tabulate(table, { rows: [{ variable: 1 }], columns: [{ variable: 1 }] })).toThrow(/used twice/)
  expect(() => tabulate(table, { rows: [{ variable: 1, groups: [0, 1] }], columns: [] })).toThrow(
    /each of its 3 levels/,
  )
})

/** Dense, with rows that do not reduce: everything is disclosed as it stands. */
const dense: CountedTable = {
  variables: [
    { name: 'sex', levels: ['f', 'm'] },
    { name: 'age', levels: ['young', 'middle', 'old'] },
    { name: 'answer', levels: ['no', 'perhaps', 'yes'] },
  ],
  codes: [
    Int32Array.from({ length: 18 }, (_, c) => Math.floor(c / 9)),
    Int32Array.from({ length: 18 }, (_, c) => Math.floor(c / 3) % 3),
    Int32Array.from({ length: 18 }, (_, c) => c % 3),
  ],
  counts: Float64Array.of(3, 1, 9, 4, 12, 7, 11, 2, 5, 8, 3, 10, 6, 13, 2, 9, 5, 14),
}

test('suggestions: safe, of falling detail, and the first the most detailed of all, as by trying every design', () => {
  const start = { rows: [{ variable: 0 }, { variable: 1 }], columns: [{ variable: 2 }] }
  const found = suggest(dense, start, { small: 10, moves: 0, wanted: 100 })
  expect(found.complete).toBe(true)
  expect(found.start.counts.cells.smallDisclosed).toBe(13) // all the counts below 10
  const merges = [
    [0, 1, 2],
    [0, 0, 1],
    [0, 1, 0],
    [0, 1, 1],
    [0, 0, 0],
  ]
  let best = 0
  for (const sex of [
    [0, 1],
    [0, 0],
  ])
    for (const age of merges)
      for (const answer of merges.slice(0, 4)) {
        const rows = [
          { variable: 0, groups: sex },
          { variable: 1, groups: age },
        ]
        const { counts, rows: height, columns } = tabulate(dense, { rows, columns: [{ variable: 2, groups: answer }] })
        const { n, cells } = audit(reduceCounts(counts, height, columns), { small: 10 })
        if (cells.smallDisclosed > 0) continue
        best = Math.max(
          best,
          -counts.reduce((sum, count) => sum + (count > 0 ? (count / n) * Math.log2(count / n) : 0), 0),
        )
      }
  expect(found.safe[0].detail).toBeCloseTo(best, 10)
  expect(found.safe.every(({ counts }) => counts.cells.smallDisclosed === 0)).toBe(true)
  const details = found.safe.map((suggestion) => suggestion.detail)
  expect(details).toEqual([...details].sort((a, b) => b - a))
})

test('a search that is stopped says so and keeps what it has', () => {
  const start = { rows: [{ variable: 1 }], columns: [{ variable: 2 }] }
  let asked = 0
  const found = suggest(dense, start, { small: 1000, shouldStop: () => ++asked > 1 })
  expect([found.complete, found.evaluated]).toEqual([false, 1])
})

test('a search that ends before it finds anything safe gives the best design that only omits variables', () => {
  const start = { rows: [{ variable: 0 }, { variable: 1 }], columns: [{ variable: 2 }] }
  const { complete, safe } = suggest(dense, start, { small: 10, moves: 0, limit: 1 })
  expect(complete).toBe(false)
  expect(safe.map(({ omitted, changes, counts }) => [omitted, changes, counts.cells.smallDisclosed])).toEqual([
    [[1], 1, 0],
  ])
})

test('a search over many levels ends when it is asked to, with little in memory', () => {
  const levels = Array.from({ length: 700 }, (_, k) => `r${k}`)
  const many: CountedTable = {
    variables: [
      { name: 'place', levels },
      { name: 'ill', levels: ['no', 'yes'] },
    ],
    codes: [Int32Array.from({ length: 1400 }, (_, c) => c >> 1), Int32Array.from({ length: 1400 }, (_, c) => c & 1)],
    counts: Float64Array.from({ length: 1400 }, (_, c) => 1 + ((c >> 1) % 97) + (c & 1)),
  }
  let asked = 0
  const shouldStop = (): boolean => ++asked > 100
  const found = suggest(many, { rows: [{ variable: 0 }], columns: [{ variable: 1 }] }, { small: 1000, shouldStop })
  expect(found.complete).toBe(false)
  expect(asked).toBeLessThan(110) // and continues no longer than it takes to leave the loops it is in
})

test('no suggestion is left without a variable on either side, one with a single level among them', () => {
  const counts = Float64Array.of(1, 50, 60, 70, 80, 90, 100, 110, 120)
  const thirds: CountedTable = {
    variables: [
      { name: 'all', levels: ['everybody'] },
      { name: 'age', levels: ['young', 'middle', 'old'] },
      { name: 'ill', levels: ['no', 'little', 'yes'] },
    ],
    codes: [
      new Int32Array(9),
      Int32Array.from(counts, (_, c) => c % 3),
      Int32Array.from(counts, (_, c) => (c / 3) | 0),
    ],
    counts,
  }
  for (const rows of [[0], [1], [0, 1]]) {
    const design = { rows: rows.map((variable) => ({ variable })), columns: [{ variable: 2 }] }
    const { safe } = suggest(thirds, design, { small: 60, moves: 0, wanted: 100 })
    expect(safe.length).toBeGreaterThan(0)
    for (const { design } of safe) expect([design.rows.length, design.columns.length]).not.toContain(0)
  }
})
