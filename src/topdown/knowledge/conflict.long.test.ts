import { expect, test } from 'vitest'
import { buildHierarchy } from '../../model/hierarchy.ts'
import { Solver } from '../../optimize/linear/highs.ts'
import { extendable } from './fixtures/brute-force.ts'
import { bound, knowing } from './fixtures/facts.ts'
import { drawFrom, randomInstance } from './fixtures/random-instance.ts'
import { findConflict, type Knowledge, type RatioFact } from './index.ts'

const solver = new Solver()
const OPEN = Number.POSITIVE_INFINITY
const tree = buildHierarchy(
  ['nation', 'state', 'county'],
  [
    ['NY', 'Queens'],
    ['RI', 'Kent'],
    ['RI', 'Newport'],
  ],
)
const types = { labels: ['dorm', 'nursing home', 'household'] }
const find = (knowledge: Knowledge) => findConflict(tree, knowledge, solver)

test('lower bounds beyond an exact total', async () => {
  const population = bound('population', 2, [0, 0, 0], [[50], [98], [7]])
  const facilities = bound(
    'facilities',
    2,
    [0, 1, 2],
    [
      [[1, OPEN], undefined, undefined],
      [[60, OPEN], [41, OPEN], undefined],
      [undefined, undefined, undefined],
    ],
    types,
  )
  const units = bound('housing units', 2, [-1, -1, 0], [[[0, 5]], [[0, 5]], [[0, 5]]])
  expect(await find(knowing(3, [units, population, facilities]))).toEqual({
    facts: [1, 2],
    level: 2,
    node: 1,
    words:
      'In county "Kent": "population" says exactly 98, but "facilities" asks for at least 60 (dorm) + 41 (nursing home).',
  })
})

test('an inner total that the leaves cannot add up to', async () => {
  const blocks = bound('block population', 2, [0, 0, 0], [[50], [98], [98]])
  const states = bound('state population', 1, [0, 0, 0], [[50], [195]])
  expect(await find(knowing(3, [blocks, states]))).toEqual({
    facts: [0, 1],
    level: 1,
    node: 1,
    words: '"state population" says exactly 195 in "RI", the leaves below must add up to 196 ("block population").',
  })
})

test('an inner total below what the leaves must hold at least', async () => {
  const least = bound(
    'facilities',
    2,
    [0, 1, 2],
    [
      [[3, OPEN], undefined, undefined],
      [[3, OPEN], [2, OPEN], undefined],
      [undefined, undefined, undefined],
    ],
    types,
  )
  const nation = bound('nation', 0, [0, 0, 0], [[[0, 7]]])
  expect((await find(knowing(3, [nation, least])))?.words).toBe(
    '"nation" allows at most 7 in "nation", the leaves below must add up to at least 8 ("facilities").',
  )
})

test('two exact totals of the same people', async () => {
  const [first, second] = [
    bound('register', 2, [0, 0, 0], [[5], [5], [5]]),
    bound('census', 2, [0, 0, 0], [[5], [5], [6]]),
  ]
  expect(await find(knowing(3, [first, second]))).toMatchObject({
    facts: [0, 1],
    node: 2,
    words: 'In county "Newport": "register" says exactly 5, but "census" says exactly 6.',
  })
})

test('upper bounds on all parts that leave too little for the whole', async () => {
  const population = bound('population', 2, [0, 0, 0], [[3], [9], [3]])
  const most = bound(
    'beds',
    2,
    [0, 1, 2],
    [
      [undefined, undefined, undefined],
      [
        [0, 2],
        [0, 3],
        [0, 3],
      ],
      [undefined, undefined, undefined],
    ],
    types,
  )
  expect((await find(knowing(3, [population, most])))?.words).toBe(
    'In county "Kent": "population" says exactly 9, but "beds" allows at most 2 (dorm) + 3 (nursing home) + 3 (household).',
  )
})

test('a lower bound above an upper bound in one fact', async () => {
  const fact = bound(
    'beds',
    2,
    [0, 1, 2],
    [
      [undefined, undefined, undefined],
      [undefined, [4, 3], undefined],
      [undefined, undefined, undefined],
    ],
    types,
  )
  expect(await find(knowing(3, [fact]))).toMatchObject({
    facts: [0],
    words: 'In county "Kent": "beds" asks for at least 4 and at most 3 (nursing home).',
  })
})

test('a count that is not whole, and one below 0', async () => {
  const half = bound('people', 1, [0, 0, 0], [[2], [2.5]])
  expect((await find(knowing(3, [half])))?.words).toBe(
    'In state "RI": "people" says exactly 2.5, but a count is a whole number.',
  )
  const negative = bound('people', 1, [0, 0, 0], [[2], [[0, -1]]])
  expect((await find(knowing(3, [negative])))?.words).toBe(
    'In state "RI": "people" asks for at least 0 and at most -1.',
  )
  const below = bound('people', 1, [0, 0, 0], [[2], [-3]])
  expect((await find(knowing(3, [below])))?.words).toBe(
    'In state "RI": "people" asks for -3, but a count is never below 0.',
  )
})

test('people asked for where every cell is a structural zero', async () => {
  const fact = bound(
    'facilities',
    2,
    [0, 1, 2],
    [
      [undefined, undefined, undefined],
      [[1, OPEN], undefined, undefined],
      [undefined, undefined, undefined],
    ],
    types,
  )
  expect((await find(knowing(3, [fact], [0])))?.words).toBe(
    'In county "Kent": "facilities" asks for at least 1 (dorm), but nobody can be there: every cell of it is impossible.',
  )
})

test('a structural zero that leaves too little room beside upper bounds', async () => {
  const population = bound('population', 2, [0, 0, 0], [[1], [4], [1]])
  const most = bound(
    'beds',
    2,
    [0, 1, 2],
    [
      [undefined, undefined, undefined],
      [[0, 1], [0, 2], undefined],
      [undefined, undefined, undefined],
    ],
    types,
  )
  expect(await find(knowing(3, [population, most]))).toBeUndefined()
  expect((await find(knowing(3, [population, most], [2])))?.facts).toEqual([0, 1])
})

test('margins that cross: the totals of rows and columns differ', async () => {
  const rows = bound(
    'sex',
    2,
    [0, 0, 1, 1],
    [
      [1, 1],
      [3, 2],
      [1, 1],
    ],
  )
  const columns = bound(
    'age',
    2,
    [0, 1, 0, 1],
    [
      [1, 1],
      [2, 2],
      [1, 1],
    ],
  )
  const conflict = await find(knowing(4, [rows, columns]))
  expect(conflict).toMatchObject({ facts: [0, 1], level: 2, node: 1 })
  expect(conflict?.words).toBe(
    'In county "Kent": "sex" says exactly 3 (answer 0) + 2 (answer 1), but "age" says exactly 2 (answer 0) + 2 (answer 1).',
  )
})

test('facts that hold in fractions and not in whole numbers', async () => {
  // Three pairs of three classes, each pair exactly 1: every class would be one half.
  const pair = (name: string, answerOf: number[]) => bound(name, 2, answerOf, [[undefined], [1], [undefined]])
  const conflict = await find(knowing(3, [pair('ab', [0, 0, -1]), pair('bc', [-1, 0, 0]), pair('ac', [0, -1, 0])]))
  expect(conflict).toMatchObject({ facts: [0, 1, 2], level: 2, node: 1 })
})

test('a ratio against exact counts; a tried fact is blamed only when it is needed', async () => {
  const counts = bound(
    'relations',
    2,
    [0, 1, -1],
    [
      [5, 2],
      [2, 5],
      [5, 5],
    ],
  )
  const ratio: RatioFact = {
    kind: 'ratio',
    name: 'no more spouses than householders',
    mode: 'tried',
    level: 2,
    coefficient: Float64Array.of(-1, 1, 0),
    upper: 0,
  }
  expect(await find(knowing(3, [ratio, counts]))).toMatchObject({
    facts: [0, 1],
    node: 1,
    words:
      'In county "Kent": "relations" says exactly 2 (answer 0) + 5 (answer 1), but "no more spouses than householders" must hold.',
  })
  const total = bound('population', 2, [0, 0, 0], [[9], [3], [12]])
  expect((await find(knowing(3, [ratio, counts, total])))?.facts).toEqual([1, 2])
})

test('checked facts never clash, and facts that agree give no conflict', async () => {
  const [first, second] = [
    bound('a', 2, [0, 0, 0], [[5], [5], [5]]),
    bound('b', 2, [0, 0, 0], [[5], [5], [6]], { mode: 'checked' }),
  ]
  expect(await find(knowing(3, [first, second]))).toBeUndefined()
})

test('random instances: a conflict is found exactly when there is one, and each of its facts is needed', async () => {
  let found = 0
  for (let seed = 70_000; seed < 70_500; seed++) {
    const kind = { inner: seed % 2 === 0, zeros: seed % 3 === 0, twoByTwo: seed % 5 === 0 }
    const { hierarchy, knowledge } = randomInstance(drawFrom(seed), kind)
    const conflict = await findConflict(hierarchy, knowledge, solver)
    const feasible = (facts: Knowledge['facts']): boolean =>
      extendable(hierarchy, { ...knowledge, facts }, 9)[0][0].size > 0
    if (conflict === undefined) {
      if (seed % 10 === 0) expect(feasible(knowledge.facts), `seed ${seed}`).toBe(true)
      continue
    }
    found++
    const blamed = conflict.facts.map((index) => knowledge.facts[index])
    expect(feasible(blamed), `seed ${seed}: the blamed facts can hold together`).toBe(false)
    const at = (facts: Knowledge['facts']): number =>
      extendable(hierarchy, { ...knowledge, facts }, 9)[conflict.level][conflict.node].size
    for (const fact of blamed) {
      expect(
        at(blamed.filter((other) => other !== fact)),
        `seed ${seed}: "${fact.name}" is not needed`,
      ).toBeGreaterThan(0)
    }
  }
  expect(found).toBeGreaterThan(20)
})
