import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Solver } from '../optimize/index.ts'
import { anonymize } from './anonymize.ts'
import { lowerBound } from './bound/lower-bound.ts'
import { solveMilp } from './exact/exact-milp.ts'
import { anytimeClasses, stepLimit } from './improve/anytime.ts'
import { CLASS_METHODS, runMethod } from './methods/class-methods.ts'
import { freeform } from './methods/freeform.ts'
import { solveSmall } from './methods/solve-small.ts'
import { lossOf } from './points/class-loss.ts'
import { pointsOf } from './points/points.ts'
import type { GeneralisationTree } from './problem/generalisation-tree.ts'
import type { AnonymityProblem, QuasiIdentifier } from './problem/problem.ts'
import { varianceOrder } from './problem/record-order.ts'
import { checkClasses } from './publish/checker.ts'

const TREE: GeneralisationTree = {
  labels: [['a', 'b', 'c', 'd', 'e', 'f'], ['abc', 'd', 'ef'], ['abcd', 'ef'], ['*']],
  parents: [Int32Array.of(0, 0, 0, 1, 2, 2), Int32Array.of(0, 0, 1), Int32Array.of(0, 0)],
}

/** The loss of the cheapest of all partitions into classes of at least k, by the independent checker. */
function cheapest(problem: AnonymityProblem): number {
  const { records: n, k } = problem
  const costs = new Map<number, number>()
  const cost = (set: number): number => {
    let known = costs.get(set)
    if (known === undefined) {
      const classOf = Int32Array.from({ length: n }, (_, i) => ((set >> i) & 1 ? 0 : -1))
      const verdict = checkClasses(problem, classOf)
      const weights = problem.attributes.reduce((sum, { weight = 1 }) => sum + weight, 0)
      costs.set(set, (known = verdict.loss - verdict.suppressed * weights))
    }
    return known
  }
  const best = new Map<number, number>([[0, 0]])
  const solve = (set: number): number => {
    const done = best.get(set)
    if (done !== undefined) return done
    let least = Infinity
    const first = set & -set
    const others = set ^ first
    for (let some = others; ; some = (some - 1) & others) {
      if (bits(some) + 1 >= k && (bits(others ^ some) === 0 || bits(others ^ some) >= k)) {
        least = Math.min(least, cost(some | first) + solve(others ^ some))
      }
      if (some === 0) break
    }
    best.set(set, least)
    return least
  }
  return solve(2 ** n - 1)
}

function bits(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}

type Column = 'numeric' | 'set' | 'gcp' | 'binary' | 'ordered' | 'tree'

function attribute(kind: Column, column: number[], name: string, weight: number): QuasiIdentifier {
  if (kind === 'numeric') return { kind, name, values: Float64Array.from(column), weight }
  const codes = Int32Array.from(column)
  const labels = TREE.labels[0]
  if (kind === 'tree') {
    const leafOf = Int32Array.of(3, 1, 2, 0, 5, 4)
    return { kind: 'categorical', name, codes, labels, weight, hierarchy: { tree: TREE, leafOf } }
  }
  return { kind: 'categorical', name, codes, labels, weight, price: kind === 'set' ? 'ncp' : kind }
}

const problems = (kinds: readonly Column[], most: number): fc.Arbitrary<AnonymityProblem> =>
  fc
    .record({
      rows: fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 }), {
        minLength: 4,
        maxLength: most,
      }),
      columns: fc.array(fc.constantFrom(...kinds), { minLength: 3, maxLength: 3 }),
      weights: fc.array(fc.constantFrom(1, 0.5, 2, 0), { minLength: 3, maxLength: 3 }),
      k: fc.integer({ min: 2, max: 4 }),
    })
    .map(({ rows, columns, weights, k }) => ({
      records: rows.length,
      k: Math.min(k, rows.length),
      attributes: columns.map((kind, j) =>
        attribute(
          kind,
          rows.map((row) => row[j]),
          `column ${j}`,
          weights[j],
        ),
      ),
    }))

const ALL: readonly Column[] = ['numeric', 'set', 'gcp', 'binary', 'ordered', 'tree']

test('500 problems of up to 12 records: subsets optimal, heuristics valid, the bound below', async () => {
  const solver = new Solver()
  await fc.assert(
    fc.asyncProperty(problems(ALL, 12), async (problem) => {
      const points = pointsOf(problem)
      const least = cheapest(problem)
      const bound = await lowerBound(points, problem.k, { solver })
      expect(bound).toBeLessThanOrEqual(least + 1e-9)
      const task = { points, k: problem.k, order: varianceOrder(problem), rule: undefined }
      for (const method of CLASS_METHODS) {
        const { classOf } = await runMethod(method, { ...task, progress: stepLimit(2048) })
        const verdict = checkClasses(problem, classOf)
        expect(verdict.faults).toEqual([])
        expect(lossOf(points, classOf)).toBeCloseTo(verdict.loss, 9)
        if (method === 'optimal') expect(verdict.loss).toBeCloseTo(least, 9)
        else expect(verdict.loss).toBeGreaterThanOrEqual(least - 1e-9)
      }
    }),
    { numRuns: 500 },
  )
})

test('column generation is optimal too, and its relaxation bounds from below', async () => {
  const solver = new Solver()
  await fc.assert(
    fc.asyncProperty(problems(ALL, 11), async (problem) => {
      const found = await solveSmall(pointsOf(problem), problem.k, { by: 'columns', solver })
      const least = cheapest(problem)
      expect(found.optimal).toBe(true)
      expect(checkClasses(problem, found.classOf)).toMatchObject({ valid: true })
      expect(found.loss).toBeCloseTo(least, 7)
      expect(found.lowerBound).toBeLessThanOrEqual(least + 1e-7)
    }),
    { numRuns: 60 },
  )
})

test("the paper's program agrees", async () => {
  const solver = new Solver()
  await fc.assert(
    fc.asyncProperty(problems(['numeric', 'ordered'], 7), async (problem) => {
      const points = pointsOf(problem)
      const { outcome, classOf } = await solveMilp(points, problem.k, solver, { timeLimit: 20 })
      expect(outcome.status).toBe('optimal')
      expect(checkClasses(problem, classOf!)).toMatchObject({ valid: true })
      expect(lossOf(points, classOf!)).toBeCloseTo(cheapest(problem), 6)
    }),
    { numRuns: 25 },
  )
})

test('freeform boxes hold k records each, every record lies in k, and hungarian rounds are permutations', () => {
  fc.assert(
    fc.property(problems(ALL, 10), (problem) => {
      const { records: n, k } = problem
      for (const method of ['doka-greedy', 'doka-sortgreedy', 'doka-hungarian'] as const) {
        const { partners } = freeform(pointsOf(problem), k, method)
        for (let i = 0; i < n; i++) expect(new Set(partners.subarray(i * k, i * k + k)).size).toBe(k)
        for (let t = 0; t < k; t++) {
          const round = Array.from({ length: n }, (_, i) => partners[i * k + t])
          expect(new Set(round).size).toBe(n)
        }
      }
    }),
    { numRuns: 100 },
  )
})

test('anytime: same seed same classes, never worse than a start, goes on from one', () => {
  fc.assert(
    fc.property(problems(ALL, 40), (problem) => {
      const points = pointsOf(problem)
      const run = (start?: Int32Array) =>
        anytimeClasses(points, problem.k, { progress: stepLimit(4096), seed: 7, ...(start && { start }) })
      const first = run()
      expect(run().classOf).toEqual(first.classOf)
      expect(run(first.classOf).loss).toBeLessThanOrEqual(first.loss + 1e-9)
      expect(run(new Int32Array(problem.records)).loss).toBeLessThanOrEqual(
        lossOf(points, new Int32Array(problem.records)) + 1e-9,
      )
    }),
    { numRuns: 60 },
  )
})

test('anytime stays valid where equal records are many and nothing need be lost', () => {
  const rows = fc.array(fc.tuple(fc.nat(2), fc.nat(1)), { minLength: 10, maxLength: 60 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 2, max: 5 }), (pairs, k) => {
      const attributes = [0, 1].map((j) =>
        attribute(
          'numeric',
          pairs.map((pair) => pair[j]),
          `column ${j}`,
          1,
        ),
      )
      const problem: AnonymityProblem = { records: pairs.length, k, attributes }
      const { classOf, loss } = anytimeClasses(pointsOf(problem), k, { progress: stepLimit(4096) })
      const verdict = checkClasses(problem, classOf)
      expect(verdict.faults).toEqual([])
      expect(verdict.loss).toBeCloseTo(loss, 9)
    }),
    { numRuns: 300 },
  )
})

test('suppression never exceeds its limit nor the loss without it', async () => {
  const solver = new Solver()
  await fc.assert(
    fc.asyncProperty(problems(ALL, 12), fc.nat(3), async (problem, mostSuppressed) => {
      const progress = stepLimit(1024)
      const without = await anonymize(problem, { progress, solver })
      const found = await anonymize(problem, { progress, solver, mostSuppressed })
      if (found.kind !== 'classes' || without.kind !== 'classes') throw new Error('classes were asked for')
      const verdict = checkClasses(problem, found.classOf, { mostSuppressed })
      expect(verdict.faults).toEqual([])
      expect(verdict.loss).toBeLessThanOrEqual(without.figures.loss + 1e-9)
      expect(found.lowerBound).toBeLessThanOrEqual(verdict.loss + 1e-9)
    }),
    { numRuns: 100 },
  )
})
