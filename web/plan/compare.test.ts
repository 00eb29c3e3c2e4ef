import { expect, test } from 'vitest'
import { comparedFigures, type PlannedFigure, ratioWords } from './compare.ts'

const planned = (
  levels: readonly string[],
  margins: Readonly<Record<string, readonly number[]>>,
): readonly PlannedFigure[] =>
  Object.entries(margins).flatMap(([query, all]) => all.map((margin, i) => ({ level: levels[i], query, margin })))

test('plans of different specs meet by the names of levels and queries', () => {
  const here = planned(['town', 'block'], { total: [0, 19.6] })
  const there = planned(['county', 'town', 'block'], { total: [1, 2, 39.2], age: [3, 4, 5] })
  const lines = comparedFigures(here, there)
  expect(lines).toHaveLength(6)
  expect(lines[1]).toEqual({ level: 'block', query: 'total', here: 19.6, there: 39.2 })
  expect(lines.find(({ level }) => level === 'county')).toMatchObject({ here: null })
  expect(lines.map(ratioWords)).toEqual(['exact here', '50 % closer', '', '', '', ''])
})

test('a difference is told in percent of the other plan', () => {
  const line = { level: 'a', query: 'b' }
  expect(ratioWords({ ...line, here: 30, there: 20 })).toBe('50 % wider')
  expect(ratioWords({ ...line, here: 109, there: 4.1 })).toBe('27 times wider')
  expect(ratioWords({ ...line, here: 20.01, there: 20 })).toBe('the same')
  expect(ratioWords({ ...line, here: 3, there: 0 })).toBe('exact there')
})
