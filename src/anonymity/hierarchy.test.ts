import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anonymize } from './anonymize.ts'
import { solveFullDomain } from './methods/full-domain.ts'
import { ancestors } from './problem/generalisation-tree.ts'
import { placeLabels, treeFromPrefixes, treeFromRows } from './problem/hierarchy-import.ts'
import { treeFromIntervals } from './problem/hierarchy-intervals.ts'
import type { AnonymityProblem, CategoricalAttribute } from './problem/problem.ts'
import { checkClasses } from './publish/checker.ts'
import { publisher } from './publish/published-values.ts'

const ROWS = [
  ['Oslo', 'Norway', 'Europe'],
  ['Lima', 'Peru', 'America'],
  ['Bergen', 'Norway', 'Europe'],
  ['Rome', 'Italy', 'Europe'],
]

test('lines become a tree with consecutive leaves and one root', () => {
  const tree = treeFromRows(ROWS, 'places.csv')
  expect(tree.labels).toEqual([
    ['Oslo', 'Bergen', 'Rome', 'Lima'],
    ['Norway', 'Italy', 'Peru'],
    ['Europe', 'America'],
    ['*'],
  ])
  expect(ancestors(tree).map((line) => [...line])).toEqual([
    [0, 1, 2, 3],
    [0, 0, 1, 2],
    [0, 0, 0, 1],
    [0, 0, 0, 0],
  ])
})

test('every clash is named', () => {
  const bad = [
    ['Oslo', 'Norway', 'Europe'],
    ['Bergen', 'Norway', 'Asia'],
    ['Rome', '', 'Europe'],
    ['Oslo', 'Norway', 'Europe'],
    ['Lima', 'Peru'],
  ]
  const message = (() => {
    try {
      treeFromRows(bad, 'places.csv')
    } catch (error) {
      return (error as Error).message
    }
    return ''
  })()
  expect(message).toContain('places.csv is not a tree')
  expect(message).toContain('"Norway" (entry 2) lies in "Europe" on line 1 but in "Asia" on line 2')
  expect(message).toContain('line 3 ("Rome") has a hole: entry 2 is empty')
  expect(message).toContain('lines 1 and 4 are both for "Oslo"')
  expect(message).toContain('line 5 ("Lima") has 2 entries; line 1 has 3')
})

test('lines are counted as in the file, with the names above', () => {
  const rows = [
    ['Oslo', 'Norway'],
    ['Oslo', 'Norway'],
  ]
  expect(() => treeFromRows(rows, 'places.csv', 2)).toThrow('lines 2 and 3 are both for "Oslo"')
})

test('labels without a line are counted and not named', () => {
  const tree = treeFromRows(ROWS, 'places.csv')
  const place = () => placeLabels(tree, ['Oslo', 'Paris', 'Kyiv'], 'places.csv')
  expect(place).toThrow('no line for 2 of the 3 values')
  expect(place).not.toThrow('Paris')
  expect([...placeLabels(tree, ['Rome', 'Oslo'], 'places.csv').leafOf]).toEqual([2, 0])
})

test('prefixes and intervals', () => {
  const codes = treeFromPrefixes(['12345', '12399', '54000', '12345'], [5, 3, 1], 'postcode')
  expect(codes.labels).toEqual([['12345', '12399', '54000'], ['123**', '540**'], ['1****', '5****'], ['*']])
  expect(() => treeFromPrefixes(['123', '12'], [2], 'postcode')).toThrow('1 of 2 have not the 3 characters')
  expect(() => treeFromPrefixes(['123'], [1, 2], 'postcode')).toThrow('must fall')
  const ages = treeFromIntervals(Float64Array.of(18, 25, 67), { low: 0, width: 10, factors: [2, 2] }, 'age')
  expect(ages.tree.labels[0]).toHaveLength(7)
  expect(ages.tree.labels[1]).toEqual(['[0, 20)', '[20, 40)', '[40, 60)', '[60, 80)'])
  expect([...ages.leafOf]).toEqual([1, 2, 6])
  expect(() => treeFromIntervals(Float64Array.of(-1), { low: 0, width: 10, factors: [] }, 'age')).toThrow('below 0')
})

test('intervals hold their values as printed, and too many or too narrow ones are refused at once', () => {
  const tenths = Float64Array.from({ length: 100 }, (_, i) => i / 10)
  const { tree, leafOf } = treeFromIntervals(tenths, { low: 0, width: 0.1, factors: [3] }, 'a')
  const lines = ancestors(tree)
  for (const level of [0, 1]) {
    tenths.forEach((value, i) => {
      const [from, to] = tree.labels[level][lines[level][leafOf[i]]].slice(1, -1).split(', ').map(Number)
      expect(from <= value && value < to, `${value} in ${from} to ${to}`).toBe(true)
    })
  }
  const many = () => treeFromIntervals(Float64Array.of(0, 100_000), { low: 0, width: 0.001, factors: [10] }, 'inc')
  expect(many).toThrow('inc: intervals of 0.001 up to the greatest value are more than 1,000,000')
  const narrow = () => treeFromIntervals(Float64Array.of(1e15), { low: 1e15 - 1, width: 1e-3, factors: [] }, 'inc')
  expect(narrow).toThrow('too narrow')
})

test('a tree of a million leaves is checked without counting them again for every class', () => {
  const values = Float64Array.from({ length: 40_000 }, (_, i) => i * 25)
  const hierarchy = treeFromIntervals(values, { low: 0, width: 1, factors: [50, 2] }, 'a')
  const problem = { records: 40_000, k: 2, attributes: [{ kind: 'numeric' as const, name: 'a', values, hierarchy }] }
  const classOf = Int32Array.from(values, (_, i) => i >> 1)
  // The last interval of 50 is cut off after 26.
  expect(checkClasses(problem, classOf).loss).toBeCloseTo((39_998 * 50 + 2 * 26) / 999_976, 9)
})

test('full-domain recoding publishes one level a column', () => {
  const problem: AnonymityProblem = { records: 6, k: 2, attributes: [places([1, 3, 2, 2, 0, 0])] }
  const found = solveFullDomain(problem)
  expect(found.levels).toEqual([1])
  const [node] = publisher(problem, found.classOf, { nodes: true, levels: found.levels })
  expect([0, 1, 2, 3, 4, 5].map((record) => node(record))).toEqual(
    ['Norway', 'Norway', 'Italy', 'Italy', 'Peru', 'Peru'].map((label) => ({ kind: 'node', label })),
  )
})

function places(codes: number[]): CategoricalAttribute {
  const tree = treeFromRows(ROWS, 'places.csv')
  const labels = ['Lima', 'Oslo', 'Rome', 'Bergen']
  const hierarchy = placeLabels(tree, labels, 'places.csv')
  return { kind: 'categorical', name: 'place', codes: Int32Array.from(codes), labels, hierarchy }
}

/** The least loss over every pair of levels, counted record by record. */
function bruteForce(problem: AnonymityProblem, mostSuppressed: number): number {
  let least = Infinity
  const lines = problem.attributes.map((attribute) => {
    const { codes, hierarchy } = attribute as CategoricalAttribute
    const { tree, leafOf } = hierarchy!
    return ancestors(tree).map((line) => codes.map((code) => line[leafOf[code]]))
  })
  for (let a = 0; a < 4; a++) {
    for (let b = 0; b < 4; b++) {
      const keys = Array.from({ length: problem.records }, (_, i) => `${lines[0][a][i]} ${lines[1][b][i]}`)
      const size = (key: string): number => keys.filter((other) => other === key).length
      const share = (line: Int32Array[], level: number, i: number): number => {
        const leaves = new Set(places([0, 1, 2, 3]).codes)
        const tree = ancestors(treeFromRows(ROWS, ''))
        const below = [...leaves].filter((leaf) => tree[level][leaf] === line[level][i]).length
        return below === 1 ? 0 : below / 4
      }
      const small = keys.filter((key) => size(key) < problem.k).length
      if (small > mostSuppressed) continue
      const lossOf = (i: number): number => share(lines[0], a, i) + share(lines[1], b, i)
      const loss = keys.reduce((sum, key, i) => sum + (size(key) < problem.k ? 2 : lossOf(i)), 0)
      // One record is no class (k is 2): another one of a class of 3 goes with it, or a whole class of 2.
      const more = keys.flatMap((key, i) => {
        if (size(key) > 2 && mostSuppressed >= 2) return [2 - lossOf(i)]
        return size(key) === 2 && mostSuppressed >= 3 ? [2 * (2 - lossOf(i))] : []
      })
      least = Math.min(least, small === 1 ? loss + Math.min(...more) : loss)
    }
  }
  return least
}

test('full-domain recoding finds the optimal node', () => {
  const column = fc.array(fc.nat(3), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(column, column, fc.nat(3), (a, b, mostSuppressed) => {
      const problem = { records: 8, k: 2, attributes: [places(a), { ...places(b), name: 'other' }] }
      const found = solveFullDomain(problem, { mostSuppressed })
      expect(found.cost).toBeCloseTo(bruteForce(problem, mostSuppressed), 9)
      expect(checkClasses(problem, found.classOf, { mostSuppressed }).faults).toEqual([])
      expect(checkClasses(problem, found.classOf).loss).toBeLessThanOrEqual(found.cost + 1e-9)
    }),
    { numRuns: 100 },
  )
})

test('what is published: nodes, sets, ranges', async () => {
  const numbers = { kind: 'numeric' as const, name: 'age', values: Float64Array.of(30, 34, 70, 71) }
  const problem: AnonymityProblem = { records: 4, k: 2, attributes: [places([1, 3, 0, 2]), numbers] }
  const found = await anonymize(problem, { method: 'optimal' })
  if (found.kind !== 'classes') throw new Error('classes were asked for')
  const [node, age] = publisher(problem, found.classOf, { nodes: true })
  expect([0, 1, 2, 3].map(node)).toEqual([
    { kind: 'node', label: 'Norway' },
    { kind: 'node', label: 'Norway' },
    { kind: 'node', label: '*' },
    { kind: 'node', label: '*' },
  ])
  expect(age(0)).toEqual({ kind: 'range', low: 30, high: 34 })
  const [set] = publisher(problem, found.classOf)
  expect(set(2)).toEqual({ kind: 'set', labels: ['Lima', 'Rome'] })
})
