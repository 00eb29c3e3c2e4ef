import { expect, test } from 'vitest'
import { buildHierarchy } from '../model/hierarchy.ts'
import { sparseHistogram } from '../model/histogram.ts'
import { compileQuery } from '../model/query.ts'
import { areaAnswers, compareCounts } from './evaluate.ts'

const schema = {
  attributes: [
    { name: 'sex', column: 'sex', levels: ['f', 'm', 'x'], missing: { rule: 'error', values: [] } as const },
  ],
  recodes: [{ name: 'men', attribute: 'sex', groups: [{ name: 'men', levels: ['m'] }] }],
}
const hierarchy = buildHierarchy(['country', 'town'], [['a'], ['b'], ['c']])
/** Counts of f, m and x, leaf by leaf. */
const histogram = (counts: readonly number[]) => {
  const at = (f: (i: number) => number): Int32Array => Int32Array.from(counts.keys(), f)
  return sparseHistogram(
    3,
    3,
    at((i) => Math.floor(i / 3)),
    at((i) => i % 3),
    Float64Array.from(counts),
  )
}
const truth = histogram([1, 2, 0, 0, 5, 0, 7, 0, 9])
const released = histogram([2, 2, 1, 0, 4, 0, 6, 0, 9])
const queries = ['detailed', 'men'].map((text) => compileQuery(schema, text))
const [detailed, men] = queries

test('every level and every set of areas is compared, query by query', () => {
  const river = { name: 'river', areas: [Int32Array.of(2, 0), Int32Array.of(0, 1), Int32Array.of()] }
  const found = [...compareCounts(released, truth, hierarchy, queries, [river])]
  expect(found.map(({ places, query }) => `${places} ${query}`)).toEqual([
    'country detailed',
    'country men',
    'town detailed',
    'town men',
    'river detailed',
    'river men',
  ])
  const [country, , , townMen, riverDetailed, riverMen] = found
  expect([...country.released]).toEqual([8, 6, 10])
  expect([...country.truth]).toEqual([8, 7, 9])
  expect([...townMen.truth]).toEqual([2, 5, 0])
  expect([...townMen.population]).toEqual([3, 5, 16]) // everybody, not only the men
  expect([...riverDetailed.released]).toEqual([8, 2, 10, 2, 6, 1, 0, 0, 0])
  expect([...riverDetailed.population]).toEqual([19, 19, 19, 8, 8, 8, 0, 0, 0])
  expect([...riverMen.truth]).toEqual([2, 7, 0])
})

test('an area that is a node has the answers of the node', () => {
  const [country] = compareCounts(released, truth, hierarchy, [detailed])
  expect(areaAnswers(released, [Int32Array.of(0, 1, 2)], detailed)).toEqual(country.released)
})

test('leaves that are none, or named twice, are refused', () => {
  const compare = (area: Int32Array) => [
    ...compareCounts(released, truth, hierarchy, [men], [{ name: 'river', areas: [area] }]),
  ]
  expect(() => compare(Int32Array.of(0, 3))).toThrow('area 1 of "river" names leaf 3; the leaves are 0 to 2.')
  expect(() => compare(Int32Array.of(1, 1))).toThrow('twice')
})
