import { expect, test } from 'vitest'
import { compileQuery, type Schema } from '../../model/index.ts'
import { inheritedErrors } from './earlier-errors.ts'
import { type PublishedErrors, type PublishedLines, setKey } from './published-errors.ts'

const attribute = (name: string, n: number) => ({
  name,
  column: name,
  levels: Array.from({ length: n }, (_, i) => `${name}${i}`),
  missing: { rule: 'error' as const, values: [] },
})
const schema: Schema = {
  attributes: [attribute('a', 3), attribute('b', 4)],
  recodes: [
    { name: 'first a', attribute: 'a', groups: [{ name: 'two', levels: ['a0', 'a1'] }] },
    { name: 'one b', attribute: 'b', groups: [{ name: 'one', levels: ['b0'] }] },
  ],
}
const [A, CELLS, TOTAL, B] = ['a', 'a * b', 'total', 'b'].map((text) => compileQuery(schema, text))

/** Of one place. */
function lines(entries: readonly (readonly [answer: number, count: number, error: number])[]): PublishedLines {
  return {
    start: Int32Array.of(0, entries.length),
    answer: Int32Array.from(entries, ([answer]) => answer),
    count: Float64Array.from(entries, ([, count]) => count),
    error: Float32Array.from(entries, ([, , error]) => error),
  }
}

function published(cells: PublishedLines, total: number): PublishedErrors {
  const all = { lines: lines([[0, 1000, total]]), answer: 0 }
  return { cells: [cells], answers: [new Map([[setKey([0, 1, 2]), all]])] }
}

const FIRST = published(
  lines([
    [0, 800, 8],
    [1, 200, 6],
  ]),
  40,
)
const all = () => true
const errors = inheritedErrors({ query: A, published: FIRST }, all)

test('what the earlier release counted keeps its error, however small the count', () => {
  expect([...errors(0, 0, A, Float64Array.of(800, 200, 0))]).toEqual([8, 6, NaN])
  expect([...errors(0, 0, TOTAL, Float64Array.of(1000))]).toEqual([40])
  const few = inheritedErrors({ query: A, published: published(lines([[0, 2, 30]]), 40) }, all)
  expect(few(0, 0, A, Float64Array.of(2, 0, 0))[0]).toBe(30)
})

test('cells with people enough share an error alike', () => {
  const counts = Float64Array.of(500, 100, 150, 50, 50, 50, 50, 50, 0, 0, 0, 0)
  expect([...errors(0, 0, CELLS, counts)]).toEqual([2, 2, 2, 2, 1.5, 1.5, 1.5, 1.5, NaN, NaN, NaN, NaN])
  expect([...errors(0, 0, B, Float64Array.of(550, 150, 200, 100))]).toEqual([10, 10, 10, 10])
})

test('a 0 has the error that was published for it, and none where it was not listed', () => {
  const first = published(
    lines([
      [0, 800, 8],
      [1, 0, 4],
    ]),
    9,
  )
  const zero = inheritedErrors({ query: A, published: first }, all)
  const found = zero(0, 0, CELLS, Float64Array.of(500, 100, 150, 50, 0, 0, 0, 0, 0, 0, 0, 0))
  expect([...found]).toEqual([2, 2, 2, 2, 1, 1, 1, 1, NaN, NaN, NaN, NaN])
})

test('where some have none, the others bear it: a deficit is taken from those that have people', () => {
  const counts = Float64Array.of(799, 1, 0, 0, 100, 100, 0, 0, 0, 0, 0, 0)
  // 8 = 7 + 1, and a surplus gives each of the four 2.
  expect([...errors(0, 0, CELLS, counts).slice(0, 4)]).toEqual([7, 2, 2, 2])
  expect([...errors(0, 0, CELLS, counts).slice(4, 6)]).toEqual([3, 3])
})

test('cells that nobody can be in have no share, and what a query leaves out has one', () => {
  const partly = inheritedErrors({ query: A, published: FIRST }, (cell) => cell % 4 < 2)
  const counts = Float64Array.of(400, 400, 0, 0, 100, 100, 0, 0, 0, 0, 0, 0)
  expect([...partly(0, 0, CELLS, counts).slice(0, 4)]).toEqual([4, 4, 0, 0])
  const one = compileQuery(schema, 'a * one b')
  expect([...errors(0, 0, one, Float64Array.of(500, 50, 0))]).toEqual([2, 1.5, NaN])
})

test('a sum that was not published: as cells that are correlated alike, and give the error of the total', () => {
  // Least squares of three cells (variance 12) and their total (variance 6): (I/12 + 11'/6)^-1 = 12 (I - 2/7 11').
  const variance = (n: number) => 12 * (n - (2 / 7) * n ** 2)
  const cell = Math.sqrt(variance(1))
  const three = published(lines([0, 1, 2].map((a) => [a, 300, cell])), Math.sqrt(variance(3)))
  const sum = inheritedErrors({ query: A, published: three }, all)
  const found = sum(0, 0, compileQuery(schema, 'first a'), Float64Array.of(600))
  expect(found[0]).toBeCloseTo(Math.sqrt(variance(2)), 4)
})

test('no error published, none here', () => {
  const open = inheritedErrors({ query: A, published: published(lines([[0, 9, Number.NaN]]), 40) }, all)
  expect(open(0, 0, CELLS, Float64Array.of(9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))[0]).toBeNaN()
})
