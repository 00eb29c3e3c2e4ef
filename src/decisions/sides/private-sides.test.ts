import { expect, test } from 'vitest'
import { formatRational, parseRational, rational } from '../../exact/rational.ts'
import { readLp } from '../program/lp-text.ts'
import { declarePrivate, matcher, type PrivateOptions } from './private-sides.ts'
import { type SideQuery, sensitivityOfSides } from './sensitivity-of-sides.ts'

const MODEL = readLp(`min
 x + y
st
 cap_a: x + 2 y <= 10
 cap_b: x <= 7
 need: x + y >= 3
 window: 1 <= x - y <= 5
 exact: x + 3 y = 9
bounds
 x <= 100
 y <= 50
end`)

const declare = (options: Partial<PrivateOptions> & Pick<PrivateOptions, 'private'>) =>
  declarePrivate(MODEL, { sensitivity: rational(1n), floor: rational(0n), ...options })

test('private sides are chosen by name or pattern, taken out and locked up', () => {
  const { program, sides, truth } = declare({ private: ['cap_*', 'window'] })
  expect(sides.map(({ name, side }) => [name, side])).toEqual([
    ['cap_a', 'upper'],
    ['cap_b', 'upper'],
    ['window:upper', 'upper'],
    ['window:lower', 'lower'],
  ])
  expect(program.rowUpper[0]).toBeNull()
  expect(program.rowLower[3]).toBeNull()
  expect(program.rowLower[2]).not.toBeNull()
  expect(MODEL.rowUpper[0]).not.toBeNull() // the program as it was read is left alone
  expect(JSON.stringify(truth)).toBe('"[confidential]"')
  expect(declare({ private: ['window:lower'] }).sides).toHaveLength(1)
  expect(matcher('a.b*')('a.bc')).toBe(true)
  expect(matcher('a.b*')('aXbc')).toBe(false)
})

test('floors are declared: what the model gives is suggested, and never taken unasked', () => {
  const floors = (options: Parameters<typeof declare>[0]) =>
    declare(options).sides.map(({ floor, floorFrom }) => [formatRational(floor), floorFrom])
  expect(floors({ private: ['cap_*'], floor: [['cap_*', rational(2n)]] })).toEqual([
    ['2', 'declared'],
    ['2', 'declared'],
  ])
  const asked = (name: string) => () => declare({ private: [name], floor: undefined })
  expect(asked('cap_a')).toThrow(/"cap_a" \(<=\) has no public floor.*By the model it is 0 wherever/) // x, y >= 0
  expect(asked('need')).toThrow(/"need" \(>=\) has no public ceiling.*By the model it is 150/) // the most that x + y can be
  expect(asked('window:upper')).toThrow(/By the model it is 1 /) // its own public side is further in
  const open = readLp('min\n x\nst\n need: x >= 3\n cap: x - y <= 4\nend')
  const ask = (name: string) => () => declarePrivate(open, { private: [name], sensitivity: rational(1n) })
  expect(ask('need')).toThrow(/"need" \(>=\) has no public ceiling.*largest value.*does not say how far/)
  expect(ask('cap')).toThrow(/"cap" \(<=\) has no public floor.*least value/)
})

test('what cannot be private is refused with the reason', () => {
  expect(() => declare({ private: ['exact'] })).toThrow(/"exact" is an equality.*<= or >=/)
  expect(() => declare({ private: ['nothing*'] })).toThrow(/fits the private pattern "nothing\*"/)
  expect(() => declare({ private: ['cap_a'], sensitivity: rational(0n) })).toThrow(/above 0/)
  const unbounded: SideQuery = { kind: 'sum', least: rational(0n), most: null }
  const queries = { relation: 'add-remove-person', disjoint: false, queries: [['*', unbounded]] } as const
  expect(() => declare({ private: ['cap_a'], sensitivity: queries })).toThrow(/without a bound/)
  const partial = { relation: 'add-remove-person', disjoint: false, queries: [['cap_a', { kind: 'count' }]] } as const
  expect(() => declare({ private: ['cap_*'], sensitivity: partial })).toThrow(/"cap_b" has no declared query/)
})

const count: SideQuery = { kind: 'count' }
const sum = (least: string, most: string): SideQuery => ({
  kind: 'sum',
  least: parseRational(least),
  most: parseRational(most),
})

test.each([
  ['add-remove-person', false, [count, count, count], '3'],
  ['add-remove-person', true, [count, count, count], '1'],
  ['change-person', false, [count, count], '2'],
  ['change-person', true, [count, count, count], '2'],
  ['change-person', true, [count], '1'],
  ['add-remove-person', true, [sum('0', '4'), sum('-7', '2')], '7'],
  ['add-remove-person', false, [sum('0', '4'), sum('-7', '2')], '11'],
  ['change-person', false, [sum('0', '4'), sum('-7', '2')], '13'],
  ['change-person', true, [sum('0', '4'), sum('-7', '2')], '11'],
  ['change-person', true, [sum('-7', '7'), sum('0', '1')], '14'],
] as const)('sensitivity by enumeration of records: %s, disjoint %s', (relation, disjoint, queries, expected) => {
  expect(formatRational(sensitivityOfSides(queries, { relation, disjoint }))).toBe(expected)
  // Every pair of records at the ends of their ranges, counted where they may be.
  const ends = (query: SideQuery) =>
    query.kind === 'count' ? [0, 1] : [0, Number(query.least!.num), Number(query.most!.num)]
  let contributions: number[][] = [[]]
  for (const query of queries) contributions = contributions.flatMap((c) => ends(query).map((end) => [...c, end]))
  if (disjoint) contributions = contributions.filter((c) => c.filter((value) => value !== 0).length <= 1)
  const nothing = queries.map(() => 0)
  const others = relation === 'add-remove-person' ? [nothing] : contributions
  let most = 0
  for (const one of contributions) {
    for (const other of others)
      most = Math.max(
        most,
        one.reduce((total, value, i) => total + Math.abs(value - other[i]), 0),
      )
  }
  expect(most).toBe(Number(expected))
  // All records of a person may be alike, and move the same sides the same way.
  const ofThree = sensitivityOfSides(queries, { relation, disjoint, recordsPerPerson: 3 })
  expect(formatRational(ofThree)).toBe(String(3 * most))
})

test('counts have the unit 1 and the floor 0', () => {
  const queries = { relation: 'add-remove-person', disjoint: true, queries: [['cap_*', count]] } as const
  const { sides, unit, sensitivity } = declare({ private: ['cap_*'], floor: undefined, sensitivity: queries })
  expect(sides.map(({ floorFrom }) => floorFrom)).toEqual(['query', 'query'])
  expect([unit, sensitivity]).toEqual([rational(1n), rational(1n)])
})

test('a name that an earlier pattern covers fits all the same', () => {
  expect(declare({ private: ['cap_*', 'cap_a'] }).sides.map(({ name }) => name)).toEqual(['cap_a', 'cap_b'])
})

test('a floor, a loosest value or a query that fits no private side is refused with the names there are', () => {
  const entries = [['cap_c', rational(1n)]] as const
  const names = /fits no private right-hand side\. They are cap_a, window:upper, window:lower\./
  const chosen = { private: ['cap_a', 'window'] }
  expect(() => declare({ ...chosen, floor: entries })).toThrow(names)
  expect(() => declare({ ...chosen, loosest: entries })).toThrow(names)
  const queries = ['cap_a', 'window', 'cap_b'].map((name) => [name, { kind: 'count' }] as const)
  const sensitivity = { relation: 'add-remove-person', disjoint: true, queries } as const
  expect(() => declare({ ...chosen, sensitivity })).toThrow(/query of "cap_b".*They are cap_a, window:upper/)
})
