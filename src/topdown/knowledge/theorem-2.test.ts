/** Where no theorem gives a complete set: what is derived is necessary, and is not claimed to be more. */
import { expect, test } from 'vitest'
import { allowed, extendable } from './fixtures/brute-force.ts'
import { bound, knowing } from './fixtures/facts.ts'
import { type Draw, drawFrom, randomInstance, treeOf } from './fixtures/random-instance.ts'
import { deriveImplied, type Fact, type Knowledge, type RatioFact } from './index.ts'

const ROWS = [0, 0, 0, 1, 1, 1, 2, 2, 2]
const COLUMNS = [0, 1, 2, 0, 1, 2, 0, 1, 2]

/** Two exact margins with three values each, of the given 3 x 3 tables. */
function margins(tables: readonly (readonly number[])[]): Knowledge {
  const sums = (answerOf: readonly number[]): number[][] =>
    tables.map((x) => [0, 1, 2].map((a) => x.reduce((sum, value, cell) => sum + (answerOf[cell] === a ? value : 0), 0)))
  return knowing(9, [bound('race', 1, ROWS, sums(ROWS)), bound('age', 1, COLUMNS, sums(COLUMNS))])
}

test('Theorem 2: two partitions with three values each are not claimed complete, and every extendable point is allowed', () => {
  const draw = drawFrom(7)
  const hierarchy = treeOf([2], 2)
  for (let i = 0; i < 30; i++) {
    const knowledge = margins([randomTable(draw, 3), randomTable(draw, 2)])
    const implied = deriveImplied(hierarchy, knowledge)
    expect(implied.proof).toMatchObject({ complete: false, theorem: 'none' })
    expect(implied.proof.words).toContain('NP-complete (Theorem 2)')
    const truth = extendable(hierarchy, knowledge, 5)[0][0]
    const found = allowed(implied, 0, 0, 9, 5)
    expect([...truth].filter((point) => !found.has(point))).toEqual([])
  }
})

function randomTable(draw: Draw, people: number): number[] {
  const x = new Array<number>(9).fill(0)
  for (let person = 0; person < people; person++) x[draw(9)]++
  return x
}

test('Theorem 2: a table that is allowed, and that no three leaves add up to', () => {
  // Each leaf lives on two rows and the same two columns, so x01 = x10 in every sum; no interval of a set tells that.
  const hierarchy = treeOf([3], 2)
  const knowledge = margins([
    [1, 0, 0, 0, 1, 0, 0, 0, 0],
    [0, 0, 0, 0, 1, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 0, 0, 0, 1],
  ])
  const truth = extendable(hierarchy, knowledge, 6)[0][0]
  const found = allowed(deriveImplied(hierarchy, knowledge), 0, 0, 9, 6)
  expect(truth.size).toBe(8)
  expect([...truth].filter((point) => !found.has(point))).toEqual([])
  expect(found.has('1,1,0,0,1,1,1,0,1')).toBe(true)
  expect(truth.has('1,1,0,0,1,1,1,0,1')).toBe(false)
})

test('ratio facts: every extendable point is allowed, and only a line is claimed complete', () => {
  let [complete, open] = [0, 0]
  for (let seed = 60_000; seed < 60_300; seed++) {
    const draw = drawFrom(seed)
    const { hierarchy, knowledge } = randomInstance(draw, { zeros: true, twoByTwo: seed % 3 === 0 })
    const level = draw(hierarchy.levels.length)
    const ratio: RatioFact = {
      kind: 'ratio',
      name: 'no more spouses than householders',
      mode: draw(2) === 0 ? 'tried' : 'enforced',
      level,
      coefficient: Float64Array.from({ length: knowledge.cells }, () => draw(4) - 1),
      upper: 0,
    }
    const facts: Fact[] = [...knowledge.facts, ratio]
    const truth = extendable(hierarchy, { ...knowledge, facts }, 5)
    const implied = tryDerive(() => deriveImplied(hierarchy, { ...knowledge, facts }))
    if (implied === undefined) continue
    if (implied.proof.complete) complete++
    else open++
    truth.forEach((nodes, depth) => {
      nodes.forEach((points, node) => {
        const found = allowed(implied, depth, node, knowledge.cells, 5)
        expect(
          [...points].filter((point) => !found.has(point)),
          `seed ${seed}`,
        ).toEqual([])
        if (implied.proof.complete) expect(found.size, `seed ${seed}`).toBe(points.size)
      })
    })
  }
  expect(complete).toBeGreaterThan(30)
  expect(open).toBeGreaterThan(50)
})

function tryDerive<T>(derive: () => T): T | undefined {
  try {
    return derive()
  } catch (error) {
    if ((error as { code?: string }).code === 'infeasible') return undefined
    throw error
  }
}

test('crossing facts on few leaves: Fourier-Motzkin is complete over the reals, and says that this is all', () => {
  const hierarchy = treeOf([2], 2)
  const knowledge = knowing(4, [
    bound(
      'sex',
      1,
      [0, 0, 1, 1],
      [
        [[1, 3], 2],
        [
          [0, 2],
          [1, 2],
        ],
      ],
    ),
    bound(
      'age',
      1,
      [0, 1, 0, 1],
      [
        [2, [0, 2]],
        [1, [0, 3]],
      ],
    ),
  ])
  const implied = deriveImplied(hierarchy, knowledge)
  expect(implied.proof).toMatchObject({ complete: false, theorem: 'Fourier-Motzkin elimination' })
  expect(implied.proof.words).toContain('Complete over the real numbers; whole numbers not proved.')
  const truth = extendable(hierarchy, knowledge, 8)[0][0]
  expect(allowed(implied, 0, 0, 4, 8)).toEqual(truth)
  expect(truth.size).toBeGreaterThan(20)
})
