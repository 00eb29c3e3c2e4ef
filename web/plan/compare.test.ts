import { expect, test } from 'vitest'
import { comparedFigures, ratioWords } from './compare.ts'
import type { PlanAnswer } from './plan-types.ts'

function planned(levels: readonly string[], errors: Readonly<Record<string, readonly number[]>>): PlanAnswer {
  const queries = Object.keys(errors)
  return {
    table: 'people',
    kind: 'pure',
    given: 'epsilon',
    words: '',
    epsilon: 1,
    total: 1,
    levels: levels.map((name) => ({ name, size: 1, spends: 0 })),
    queries,
    cells: queries.flatMap((query) =>
      errors[query].map((standardError, level) => ({ level, query, standardError, noise: null })),
    ),
    figures: 0,
    statement: [],
    remarks: [],
    milliseconds: 0,
  }
}

test('plans of different specs meet by the names of levels and queries', () => {
  const here = planned(['town', 'block'], { total: [0, 10] })
  const there = planned(['county', 'town', 'block'], { total: [1, 2, 20], age: [3, 4, 5] })
  const lines = comparedFigures(here, there)
  expect(lines).toHaveLength(6)
  expect(lines[1]).toEqual({ level: 'block', query: 'total', here: 19.6, there: 39.2 })
  expect(lines.find(({ level }) => level === 'county')).toMatchObject({ here: null })
  expect(lines.map(ratioWords)).toEqual(['exact here', '50 % closer', '', '', '', ''])
})

test('a difference is told in percent of the other plan', () => {
  const line = { level: 'a', query: 'b' }
  expect(ratioWords({ ...line, here: 30, there: 20 })).toBe('50 % wider')
  expect(ratioWords({ ...line, here: 20.01, there: 20 })).toBe('the same')
  expect(ratioWords({ ...line, here: 3, there: 0 })).toBe('exact there')
})
