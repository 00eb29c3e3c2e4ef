import { expect, test } from 'vitest'
import { buildHierarchy } from '../model/hierarchy.ts'
import { RequestError } from '../request-error.ts'
import { checkConditions } from './conditions.ts'
import { errorsByLevel } from './error.ts'
import { checkFrame, tableFromLeaves } from './table.ts'
import { countGroups, groupPersons } from './tabulate.ts'

const frame = { hierarchy: buildHierarchy(['top', 'leaf'], [['a'], ['b']]), sizes: 3 }

test('group lines and counted lines make the same cells', () => {
  const cells = [2, 0, 1, 0, 1, 0]
  expect([...countGroups(frame, { leaf: [0, 0, 0, 1], size: [1, 3, 1, 2] })]).toEqual(cells)
  expect([...countGroups(frame, { leaf: [0, 0, 1, 1], size: [1, 3, 2, 3], count: [2, 1, 1, 0] })]).toEqual(cells)
})

test('a person of quantity 0 belongs to a group without making it larger', () => {
  const found = groupPersons({ unit: [7, 7, 8, 9], leaf: [0, 0, 1, 1], quantity: [2, 0, 0, 3], largestQuantity: 3 })
  expect([...found.leaf]).toEqual([0, 1])
  expect([...found.size]).toEqual([2, 3])
})

test.each([
  [0, /size in line 2 is 0\. A group has at least one member/],
  [-2, /line 2 is negative/],
  [1.5, /line 2 is not a whole number/],
  [4, /line 2 is above the largest size 3/],
])('a group of size %s is refused', (size, message) => {
  expect(() => countGroups(frame, { leaf: [0, 1], size: [1, size] })).toThrow(message)
})

test('an unknown region, a broken count and a unit in two regions are refused', () => {
  expect(() => countGroups(frame, { leaf: [2], size: [1] })).toThrow(/Line 1 is in a region/)
  expect(() => countGroups(frame, { leaf: [1], size: [1], count: [-1] })).toThrow(/count in line 1/)
  const persons = { unit: ['x', 'y', 'x'], leaf: [0, 0, 1] }
  expect(() => groupPersons(persons)).toThrow(/Line 3 puts a unit into a second region/)
  expect(() => groupPersons(persons)).toThrow(RequestError)
})

test('a frame needs a sensible number of sizes', () => {
  expect(() => checkFrame({ ...frame, sizes: 0 })).toThrow(/from 1 to/)
  expect(() => checkFrame({ ...frame, sizes: 10_000_000 })).not.toThrow()
  const wide = buildHierarchy(
    ['top', 'leaf'],
    Array.from({ length: 100 }, (_, i) => [String(i)]),
  )
  expect(() => checkFrame({ hierarchy: wide, sizes: 10_000_000 })).toThrow(/cells; at most/)
})

test('every broken condition is counted', () => {
  const table = tableFromLeaves(frame, Float64Array.of(2, 0, 1, 0, 1, 0))
  expect(checkConditions(table, 4)).toMatchObject({ inconsistentCells: 0, invalidCells: 0, unfaithful: 0 })
  const top = table.layers[0].slice()
  top[0] += 0.5
  const broken = { ...table, layers: [top, table.layers[1]] }
  expect(checkConditions(broken, 4)).toEqual({
    consistent: false,
    valid: false,
    faithful: false,
    inconsistentCells: 1,
    invalidCells: 1,
    unfaithful: 1,
  })
  expect(checkConditions(table, [Float64Array.of(4), Float64Array.of(2, 2)]).unfaithful).toBe(2)
})

test('moving one group by two sizes is two in L1 and two in earth moved', () => {
  const truth = tableFromLeaves(frame, Float64Array.of(1, 0, 0, 0, 1, 0)).layers
  const moved = tableFromLeaves(frame, Float64Array.of(0, 0, 1, 0, 1, 0)).layers
  expect(errorsByLevel(moved, truth, 3)).toEqual([
    { l1: 2, earthMover: 2 },
    { l1: 2, earthMover: 2 },
  ])
})
