import { expect, test } from 'vitest'
import { checkPrefixLevels, splitCode } from './code-prefix.ts'
import { buildHierarchy, leafRanges, levelIndex } from './hierarchy.ts'
import { pathFromColumns, pathsFromParents } from './region-path.ts'

const tree = buildHierarchy(
  ['country', 'state', 'county'],
  [
    ['A', 'x'],
    ['A', 'y'],
    ['B', 'x'],
  ].map(pathFromColumns),
)

test('a county of the same name in another state is another county', () => {
  expect(tree.levels.map((level) => level.regions)).toEqual([['country'], ['A', 'B'], ['A/x', 'A/y', 'B/x']])
  expect([...tree.levels[2].parent]).toEqual([0, 0, 1])
  expect([...tree.levels[1].firstChild]).toEqual([0, 2, 3])
  expect([...leafRanges(tree, 0)]).toEqual([0, 3])
  expect([...leafRanges(tree, 1)]).toEqual([0, 2, 3])
  expect([...leafRanges(tree, 2)]).toEqual([0, 1, 2, 3])
})

test('a level is found by name, and an unknown one answered with those there are', () => {
  expect(levelIndex(tree, 'state', 'here')).toBe(1)
  expect(() => levelIndex(tree, 'tract', 'public fact 1')).toThrow(
    'public fact 1: there is no level "tract". The levels are: country, state, county.',
  )
})

test('a 15-digit block code splits into its levels', () => {
  const levels = [
    { name: 'state', length: 2 },
    { name: 'county', length: 5 },
    { name: 'block', length: 15 },
  ]
  checkPrefixLevels(levels)
  expect(splitCode('440010301001000', levels)).toEqual(['44', '44001', '440010301001000'])
  expect(() => checkPrefixLevels([levels[1], levels[0]])).toThrow(/longer prefix/)
  expect(() => checkPrefixLevels([{ name: 'state', length: 1.5 }])).toThrow(/whole number/)
})

test('parents give paths, and a short branch is carried down', () => {
  const paths = pathsFromParents(['n', 's', 'n1', 'n2'], ['', '', 'n', 'n'])
  expect([...paths]).toEqual([
    ['s', ['s', 's']],
    ['n1', ['n', 'n1']],
    ['n2', ['n', 'n2']],
  ])
})

test.each([
  ['in a circle', ['a', 'b', 'c'], ['b', 'c', 'a'], /circle: a lies in b lies in c lies in a/],
  ['in a circle beside a good tree', ['r', 's', 'a', 'b'], ['', 'r', 'b', 'a'], /circle/],
  ['its own parent', ['a'], ['a'], /circle: a lies in a/],
  ['with a parent nobody has', ['a'], ['z'], /"a" lies in "z", which has no line/],
  ['twice', ['a', 'b', 'a'], ['', 'a', 'b'], /"a" is listed twice, below "" and below "b"/],
])('a region %s is refused', (_, region, parent, message) => {
  expect(() => pathsFromParents(region, parent)).toThrow(message)
})
