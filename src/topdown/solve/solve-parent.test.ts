import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildHierarchy } from '../../model/hierarchy.ts'
import { Solver } from '../../optimize/index.ts'
import { type BoundFact, deriveWithTried, type Fact, type ImpliedWithTried } from '../knowledge/index.ts'
import type { ParentProblem, Partition, Term } from './problem.ts'
import { solveParent } from './solve-parent.ts'

const solver = new Solver()

/** Two attributes of these sizes. */
const SIZES = [3, 2]
const CELLS = 6
const first = Int32Array.from({ length: CELLS }, (_, c) => Math.floor(c / 2))
const second = Int32Array.from({ length: CELLS }, (_, c) => c % 2)
const everybody = new Int32Array(CELLS)
const each = Int32Array.from({ length: CELLS }, (_, c) => c)

function places(leaves: number): ReturnType<typeof buildHierarchy> {
  return buildHierarchy(
    ['top', 'leaf'],
    Array.from({ length: leaves }, (_, i) => [String(i)]),
  )
}

function bound(
  name: string,
  answerOf: Int32Array,
  answers: number,
  level: number,
  bounds: readonly (readonly [number, number])[],
  mode: Fact['mode'] = 'enforced',
): BoundFact {
  return {
    kind: 'bound',
    name,
    mode,
    level,
    answers,
    answerOf,
    lower: Float64Array.from(bounds, ([low]) => low),
    upper: Float64Array.from(bounds, ([, high]) => high),
  }
}

function term(
  name: string,
  answerOf: Int32Array,
  answers: number,
  children: number,
  target: readonly number[],
  weight = 1,
): Term {
  return { name, answers, answerOf, weight: new Float64Array(children).fill(weight), target: Float64Array.from(target) }
}

function problem(
  implied: ImpliedWithTried,
  parent: readonly number[] | undefined,
  children: number,
  terms: readonly Term[],
  more: Partial<ParentProblem> = {},
): ParentProblem {
  const level = parent === undefined ? 0 : 1
  const nodes = Array.from({ length: children }, (_, j) => j)
  const { tried } = implied
  return {
    cells: CELLS,
    children,
    ...(parent && { parent: Float64Array.from(parent) }),
    terms,
    passes: [],
    classOf: implied.classOf,
    classes: implied.classes,
    knowledge: nodes.map((j) => implied.at(level, j)),
    ...(tried && { tried: nodes.map((j) => tried(level, j)) }),
    proved: implied.proof.complete,
    chain: [],
    tables: [{ first: 0, sizes: SIZES }],
    ...more,
  }
}

function answers(counts: Float64Array, child: number, { answers: n, answerOf }: Partition): number[] {
  const out = new Array<number>(n).fill(0)
  for (let c = 0; c < CELLS; c++) if (answerOf[c] >= 0) out[answerOf[c]] += counts[child * CELLS + c]
  return out
}

const noFacts = (leaves: number): ImpliedWithTried =>
  deriveWithTried(places(leaves), { cells: CELLS, zero: new Uint8Array(CELLS), facts: [] })

test('without facts the children are the nearest whole numbers that add up', async () => {
  const parent = [4, 0, 3, 2, 0, 7]
  const target = [1.2, 5, 2.9, 0.1, 1, 3.4, 3.1, 1, 0.2, 2.2, 0, 3.6]
  const { counts, steps, dropped } = await solveParent(
    problem(noFacts(2), parent, 2, [term('detailed', each, 6, 2, target)]),
    { solver },
  )
  // Cell by cell: half the difference goes to each; what is empty above is empty below.
  expect([...counts]).toEqual([1, 0, 3, 0, 0, 3, 3, 0, 0, 2, 0, 4])
  expect(dropped).toBe(false)
  expect(steps.residual).toBeLessThan(1e-9)
})

test('a single child is its parent, and nobody has nobody', async () => {
  const parent = [4, 0, 3, 2, 0, 7]
  const one = await solveParent(problem(noFacts(1), parent, 1, []), { solver })
  expect([...one.counts]).toEqual(parent)
  const none = await solveParent(problem(noFacts(3), [0, 0, 0, 0, 0, 0], 3, []), { solver })
  expect([...none.counts]).toEqual(new Array(18).fill(0))
})

const histogram = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: CELLS, maxLength: CELLS })

test('random children: whole, adding up, every bound kept, and a chain within one of its real values', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(histogram, { minLength: 2, maxLength: 4 }),
      fc.array(fc.float({ min: -4, max: 9, noNaN: true }), { minLength: 24, maxLength: 24 }),
      fc.boolean(),
      async (truth, noise, withTotals) => {
        const children = truth.length
        const kinds = truth.map((h) => [0, 1, 2].map((a) => h[2 * a] + h[2 * a + 1]))
        const facts: Fact[] = [
          bound(
            'kinds',
            first,
            3,
            1,
            kinds.flatMap((k) => k.map((n): [number, number] => [Math.max(0, n - 1), n === 0 ? 0 : n + 2])),
          ),
        ]
        if (withTotals) {
          facts.push(
            bound(
              'totals',
              everybody,
              1,
              1,
              truth.map((h): [number, number] => {
                const n = h.reduce((a, b) => a + b, 0)
                return [n, n]
              }),
            ),
          )
        }
        const implied = deriveWithTried(places(children), { cells: CELLS, zero: new Uint8Array(CELLS), facts })
        expect(implied.proof.complete).toBe(true)
        const parent = Array.from({ length: CELLS }, (_, c) => truth.reduce((sum, h) => sum + h[c], 0))
        const target = Array.from(
          { length: children * CELLS },
          (_, i) => truth[Math.floor(i / CELLS)][i % CELLS] + noise[i],
        )
        const { counts } = await solveParent(
          problem(implied, parent, children, [term('detailed', each, 6, children, target)], {
            chain: [
              { answers: 1, answerOf: everybody },
              { answers: 3, answerOf: first },
            ],
          }),
          { solver },
        )
        for (let c = 0; c < CELLS; c++) {
          let sum = 0
          for (let j = 0; j < children; j++) sum += counts[j * CELLS + c]
          expect(sum).toBe(parent[c])
        }
        truth.forEach((h, j) => {
          answers(counts, j, { answers: 3, answerOf: first }).forEach((n, a) => {
            expect(n).toBeGreaterThanOrEqual(Math.max(0, kinds[j][a] - 1))
            expect(n).toBeLessThanOrEqual(kinds[j][a] === 0 ? 0 : kinds[j][a] + 2)
          })
          if (withTotals)
            expect(answers(counts, j, { answers: 1, answerOf: everybody })[0]).toBe(h.reduce((a, b) => a + b, 0))
        })
      },
    ),
    { numRuns: 60 },
  )
})

test('an important query met first ends nearer to what it should be', async () => {
  const parent = [20, 20, 20, 20, 20, 20]
  const detailed = Array.from({ length: 12 }, (_, i) => (i < 6 ? 16 : 4))
  const total = [30, 90]
  const terms = [term('total', everybody, 1, 2, total, 0.05), term('detailed', each, 6, 2, detailed, 1)]
  const single = await solveParent(problem(noFacts(2), parent, 2, terms), { solver })
  const passes = await solveParent(
    problem(noFacts(2), parent, 2, terms, { passes: [[0], [1]], chain: [{ answers: 1, answerOf: everybody }] }),
    { solver },
  )
  const off = (counts: Float64Array): number =>
    Math.abs(answers(counts, 0, { answers: 1, answerOf: everybody })[0] - 30)
  expect(off(single.counts)).toBeGreaterThan(20)
  expect(off(passes.counts)).toBeLessThanOrEqual(2)
})

/** Two partitions that cross, exact at each leaf. */
function crossing(rows: readonly number[][], columns: readonly number[][], mode: Fact['mode'] = 'enforced') {
  const pairs = (values: readonly number[][]): [number, number][] => values.flat().map((n) => [n, n])
  return deriveWithTried(places(rows.length), {
    cells: CELLS,
    zero: new Uint8Array(CELLS),
    facts: [bound('rows', first, 3, 1, pairs(rows), mode), bound('columns', second, 2, 1, pairs(columns), mode)],
  })
}

test('facts that were only to be tried are dropped where they cannot be met, and named', async () => {
  const implied = crossing(
    [
      [1, 1, 1],
      [1, 1, 1],
    ],
    [
      [3, 0],
      [0, 3],
    ],
    'tried',
  )
  const parent = [2, 0, 2, 0, 2, 0] // the second leaf has nobody in the first column
  const { counts, dropped, failsafe } = await solveParent(
    problem(implied, parent, 2, [term('detailed', each, 6, 2, new Array(12).fill(1))]),
    { solver },
  )
  expect(dropped).toBe(true)
  expect(failsafe).toBeUndefined()
  for (let c = 0; c < CELLS; c++) expect(counts[c] + counts[CELLS + c]).toBe(parent[c])
})

test('the failsafe moves the parent by the least that is possible, and says so', async () => {
  const implied = crossing(
    [
      [1, 1, 1],
      [1, 1, 1],
    ],
    [
      [3, 0],
      [0, 3],
    ],
  )
  const parent = [2, 0, 2, 0, 2, 0]
  const { counts, failsafe } = await solveParent(
    problem({ ...implied, proof: { complete: false, theorem: 'none', words: '' } }, parent, 2, [
      term('detailed', each, 6, 2, new Array(12).fill(1)),
    ]),
    { solver },
  )
  // Three people must leave the first column for the second: six units of distance. The rows are kept.
  expect(failsafe).toMatchObject({ distance: 6, least: 6, totalKept: true })
  expect(answers(counts, 0, { answers: 3, answerOf: first })).toEqual([1, 1, 1])
  expect(answers(counts, 0, { answers: 2, answerOf: second })).toEqual([3, 0])
  expect(answers(counts, 1, { answers: 2, answerOf: second })).toEqual([0, 3])
})

test('where the failsafe moves a parent, the facts about the parent itself still hold', async () => {
  // Both leaves have two or more in the second column; the parent has three, and five in the first column exactly.
  const implied = deriveWithTried(places(2), {
    cells: CELLS,
    zero: new Uint8Array(CELLS),
    facts: [
      bound(
        'columns',
        second,
        2,
        1,
        [0, 2, 0, 2].map((least) => [least, 100] as const),
      ),
    ],
  })
  const base = problem(implied, [3, 1, 2, 2, 0, 0], 2, [term('detailed', each, 6, 2, new Array(12).fill(1))])
  const inFirst = { classes: Int32Array.of(base.classOf[0]), lower: 5, upper: 5, fact: 0, tried: false }
  const moved = async (ofParent: { rows: (typeof inFirst)[] }) => {
    const { counts, failsafe } = await solveParent({ ...base, proved: false, ofParent }, { solver })
    const sum = Float64Array.from({ length: CELLS }, (_, c) => counts[c] + counts[CELLS + c])
    return { columns: answers(sum, 0, { answers: 2, answerOf: second }), failsafe }
  }
  expect(await moved({ rows: [] })).toMatchObject({ columns: [4, 4], failsafe: { totalKept: true, factsKept: true } })
  expect(await moved({ rows: [inFirst] })).toMatchObject({
    columns: [5, 4],
    failsafe: { least: 1, totalKept: false, factsKept: true },
  })
  // What contradicts the children is given up, and said.
  const fewer = { ...inFirst, classes: Int32Array.of(base.classOf[1]), lower: 0, upper: 3 }
  expect(await moved({ rows: [fewer] })).toMatchObject({ columns: [4, 4], failsafe: { factsKept: false } })
})

test('the margin of an attribute that no fact speaks of survives the failsafe', async () => {
  // Every leaf has somebody of each value of the second attribute exactly; the first is free.
  const zero = new Uint8Array(CELLS)
  const exact = (values: readonly number[]): [number, number][] => values.map((n) => [n, n])
  const implied = deriveWithTried(places(2), {
    cells: CELLS,
    zero,
    facts: [bound('columns', second, 2, 1, exact([4, 0, 1, 3]))],
  })
  const parent = [3, 1, 2, 0, 2, 0] // columns 7 and 1, where 5 and 3 are wanted
  const { counts, failsafe } = await solveParent(
    { ...problem(implied, parent, 2, [term('detailed', each, 6, 2, new Array(12).fill(1))]), proved: false },
    { solver },
  )
  expect(failsafe).toMatchObject({ distance: 4, least: 4, totalKept: true, kept: [[0]] })
  const sum = Float64Array.from({ length: CELLS }, (_, c) => counts[c] + counts[CELLS + c])
  expect(answers(sum, 0, { answers: 3, answerOf: first })).toEqual([4, 2, 2])
  expect(answers(sum, 0, { answers: 2, answerOf: second })).toEqual([5, 3])
})
