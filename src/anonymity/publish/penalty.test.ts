import { expect, test } from 'vitest'
import { certaintyPenalty } from './penalty.ts'

/** Three records alike, two of the two values of the first attribute, and three attributes that lose nothing. */
test('a class of three with two of two values loses a half of that cell, whatever price, tree or weight the search used', () => {
  const same = (name: string) => ({ kind: 'categorical', name, codes: new Int32Array(3), labels: ['x', 'y'] }) as const
  const first = { ...same('sex'), codes: Int32Array.of(0, 1, 1), price: 'ncp', weight: 7 } as const
  const attributes = [first, same('a'), same('b'), same('c')]
  const box = { around: [0, 1, 2], records: 3 }
  expect(certaintyPenalty({ records: 3, k: 3, attributes }, [box])).toBe(0.125)
})

test('a range loses its share of the whole, and a suppressed record all of its cells', () => {
  const age = { kind: 'numeric', name: 'age', values: Float64Array.of(50, 55, 0, 100), range: [0, 100] } as const
  const problem = { records: 4, k: 2, attributes: [age] }
  expect(certaintyPenalty(problem, [{ around: [0, 1], records: 2 }])).toBeCloseTo((2 * 0.05 + 2) / 4, 12)
})
