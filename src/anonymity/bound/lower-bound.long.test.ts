/** The bound against all classes of k to 2k - 1 records, in exact arithmetic and by code that shares nothing with it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, compare, fromNumber, multiply, type Rational, subtract, ZERO } from '../../exact/index.ts'
import { seededEntropy } from '../../noise/index.ts'
import { Solver } from '../../optimize/index.ts'
import { lossOf } from '../points/class-loss.ts'
import { distinctPoints } from '../points/distinct-points.ts'
import { type Points, pointsOf } from '../points/points.ts'
import { flatTree } from '../problem/generalisation-tree.ts'
import type { QuasiIdentifier } from '../problem/problem.ts'
import { dualsOf, lowerBound } from './lower-bound.ts'
import { EverybodysPricer } from './price-everybody.ts'
import { validDuals } from './valid-duals.ts'

const LABELS = ['a', 'b', 'c', 'd', 'e']

/** Two numbers, a set and a tree, with thirds among the scaled values so that sums round. */
function attributes(rows: readonly (readonly number[])[]): QuasiIdentifier[] {
  const column = (j: number): number[] => rows.map((row) => row[j])
  const hierarchy = { tree: flatTree(LABELS), leafOf: Int32Array.of(0, 1, 2, 3, 4) }
  return [
    { kind: 'numeric', name: 'a', values: Float64Array.from(column(0)) },
    { kind: 'numeric', name: 'b', values: Float64Array.from(column(1)), weight: 1 / 3 },
    { kind: 'categorical', name: 'c', codes: Int32Array.from(column(2)), labels: LABELS },
    { kind: 'categorical', name: 'd', codes: Int32Array.from(column(3)), labels: LABELS, hierarchy },
  ]
}

const rows = fc.array(fc.tuple(fc.nat(7), fc.nat(9), fc.nat(4), fc.nat(4)), { minLength: 6, maxLength: 10 })
const problems = fc.record({ rows, k: fc.integer({ min: 2, max: 4 }) })
const pointsFor = ({ rows, k }: { rows: readonly (readonly number[])[]; k: number }): Points =>
  pointsOf({ records: rows.length, k, attributes: attributes(rows) })

function* classesOf(n: number, k: number): Generator<number[]> {
  for (let set = 1; set < 2 ** n; set++) {
    const members = Array.from({ length: n }, (_, i) => i).filter((i) => (set >> i) & 1)
    if (members.length >= k && members.length <= 2 * k - 1) yield members
  }
}

/** |C| width(C) without rounding. */
function exactCost({ m, x, intervals, ordered, treeCosts, setPrices }: Points, members: readonly number[]): Rational {
  let width = ZERO
  for (let j = 0; j < m; j++) {
    const values = members.map((i) => x[i * m + j])
    const [low, high] = [Math.min(...values), Math.max(...values)]
    if (j < intervals) width = add(width, subtract(fromNumber(high), fromNumber(low)))
    else if (j < ordered) width = add(width, fromNumber(treeCosts[j - intervals].of(low, high)))
    else width = add(width, fromNumber(setPrices[j - ordered][new Set(values).size]))
  }
  return multiply(fromNumber(members.length), width)
}

/** The classes over which the duals sum to more than the class costs. */
function broken(points: Points, k: number, duals: Float64Array): string[] {
  return [...classesOf(points.n, k)]
    .filter((members) => {
      const sum = members.reduce((total, i) => add(total, fromNumber(duals[i])), ZERO)
      return compare(sum, exactCost(points, members)) > 0
    })
    .map((members) => members.join())
}

test('the duals are valid for every class, wherever the ascent is stopped', async () => {
  const solver = new Solver()
  const limits = fc.record({ mostNodes: fc.nat(400), tolerance: fc.constantFrom(0.1, 1e-3, 1e-7), looks: fc.nat(60) })
  await fc.assert(
    fc.asyncProperty(problems, limits, async (problem, { mostNodes, tolerance, looks }) => {
      const points = pointsFor(problem)
      let left = looks
      const { duals, sum } = await dualsOf(points, problem.k, {
        solver,
        mostNodes,
        tolerance,
        shouldStop: () => left-- <= 0,
      })
      expect(broken(points, problem.k, duals)).toEqual([])
      const exact = duals.reduce((total, dual) => add(total, fromNumber(dual)), ZERO)
      expect(sum === 0 || compare(fromNumber(sum), exact) <= 0).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('any duals become valid, whatever the search was allowed to look into', () => {
  const prices = fc.array(fc.double({ min: -1, max: 3, noNaN: true }), { minLength: 10, maxLength: 10 })
  const limits = fc.record({ nodes: fc.nat(30), threshold: fc.double({ min: 0, max: 0.3, noNaN: true }) })
  fc.assert(
    fc.property(problems, prices, limits, (problem, prices, limits) => {
      const points = pointsFor(problem)
      const distinct = distinctPoints(points)
      const copies = Int32Array.from({ length: distinct.count }, (_, g) => distinct.starts[g + 1] - distinct.starts[g])
      const asked = Float64Array.from(copies, (_, g) => prices[g])
      const excesses = new EverybodysPricer(points, problem.k, distinct).price(asked, { ...limits, rounding: 1e-12 })!
      const valid = validDuals(asked, excesses, copies, problem.k)
      expect(
        broken(
          points,
          problem.k,
          Float64Array.from(distinct.groupOf, (g) => valid[g]),
        ),
      ).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('pricing without a limit finds the greatest excess of all classes', () => {
  const prices = fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(problems, prices, (problem, prices) => {
      const points = pointsFor(problem)
      const distinct = distinctPoints(points)
      const asked = Float64Array.from({ length: distinct.count }, (_, g) => prices[g])
      let greatest = 0
      for (const members of classesOf(points.n, problem.k)) {
        const cost = exactCost(points, members)
        const sum = members.reduce((total, i) => total + asked[distinct.groupOf[i]], 0)
        greatest = Math.max(greatest, sum - Number(cost.num) / Number(cost.den))
      }
      const options = { threshold: 0, rounding: 0, nodes: Infinity }
      const { asSeed } = new EverybodysPricer(points, problem.k, distinct).price(asked, options)!
      expect(Math.max(0, ...asSeed)).toBeCloseTo(greatest, 9)
    }),
    { numRuns: 300 },
  )
})

/** 120 records at random, and their partition by blocks of k along the first column: crude on purpose. */
function random(): Points {
  const entropy = seededEntropy('bound')
  const values = (): Float64Array => Float64Array.from({ length: 120 }, () => entropy.belowSmall(1000))
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  return pointsOf({
    records: 120,
    k: 3,
    attributes: names.map((name) => ({ kind: 'numeric', name, values: values() })),
  })
}

test('a bound limited by nodes repeats exactly, and grows with what it may look into', async () => {
  const points = random()
  const nothing = await lowerBound(points, 3, { mostNodes: -1 })
  const little = await lowerBound(points, 3, { mostNodes: 3000 })
  const much = await lowerBound(points, 3, { mostNodes: 1e6 })
  expect(await lowerBound(points, 3, { mostNodes: 3000 })).toBe(little)
  expect(little).toBeGreaterThan(nothing)
  expect(much).toBeGreaterThan(1.1 * nothing)
  expect(much).toBeLessThanOrEqual(
    lossOf(
      points,
      new Int32Array(120).map((_, i) => Math.floor(i / 3)),
    ),
  )
})
