/**
 * The solver against enumeration: every vertex of a small polyhedron, every lattice point of a small box. Costs are
 * compared, not points: optima tie.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isImprovingRay, primalResidual, worstViolation } from './check.ts'
import { checkExactly, wholePoint } from './exact-check.ts'
import { Solver } from './highs.ts'
import type { LinearModel } from './model.ts'
import { ModelBuilder } from './model-builder.ts'
import type { ConflictSide, Outcome } from './outcome.ts'

interface Side {
  readonly normal: readonly number[]
  readonly bound: number
}

/** Every finite side of a small model as normal . x <= bound; those in `without` are left out. */
function halfspaces(model: LinearModel, without: readonly ConflictSide[] = []): Side[] {
  const n = model.cost.length
  const found: Side[] = []
  const add = (kind: 'row' | 'column', index: number, normal: number[], lower: number, upper: number): void => {
    const out = (side: string): boolean => without.some((w) => w.kind === kind && w.index === index && w.side === side)
    if (Number.isFinite(upper) && !out('upper')) found.push({ normal, bound: upper })
    if (Number.isFinite(lower) && !out('lower')) found.push({ normal: normal.map((a) => -a), bound: -lower })
  }
  for (let j = 0; j < n; j++) {
    const unit = Array.from({ length: n }, (_, k) => (k === j ? 1 : 0))
    add('column', j, unit, model.columnLower[j], model.columnUpper[j])
  }
  const { starts, indices, values } = model.matrix
  for (let i = 0; i < model.rowLower.length; i++) {
    const normal = new Array<number>(n).fill(0)
    for (let entry = starts[i]; entry < starts[i + 1]; entry++) normal[indices[entry]] = values[entry]
    add('row', i, normal, model.rowLower[i], model.rowUpper[i])
  }
  return found
}

function* subsets(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) return void (yield [])
  for (let first = from; first <= count - size; first++)
    for (const rest of subsets(count, size - 1, first + 1)) yield [first, ...rest]
}

/** The point where these sides are all tight, by Gauss-Jordan with partial pivoting; undefined when there is no one point. */
function meeting(sides: readonly Side[]): number[] | undefined {
  const n = sides.length
  const rows = sides.map(({ normal, bound }) => [...normal, bound])
  for (let k = 0; k < n; k++) {
    const best = rows.slice(k).reduce((top, row, i) => (Math.abs(row[k]) > Math.abs(rows[top][k]) ? k + i : top), k)
    if (Math.abs(rows[best][k]) < 1e-9) return undefined
    ;[rows[k], rows[best]] = [rows[best], rows[k]]
    rows.forEach((row, i) => {
      if (i === k) return
      const factor = row[k] / rows[k][k]
      for (let j = k; j <= n; j++) row[j] -= factor * rows[k][j]
    })
  }
  return rows.map((row, k) => row[n] / row[k])
}

/** The least cost over the vertices inside a cube of this half-width; Infinity when there are none. */
function leastAtVertices(cost: readonly number[], sides: readonly Side[], halfWidth: number): number {
  const walls = cost.flatMap((_, j) =>
    [1, -1].map((sign) => ({ normal: cost.map((__, k) => (k === j ? sign : 0)), bound: halfWidth })),
  )
  const all = [...sides, ...walls]
  let least = Number.POSITIVE_INFINITY
  for (const chosen of subsets(all.length, cost.length)) {
    const x = meeting(chosen.map((i) => all[i]))
    if (x === undefined) continue
    const inside = all.every(({ normal, bound }) => dot(normal, x) <= bound + 1e-7 * (1 + Math.abs(bound)))
    if (inside) least = Math.min(least, dot(cost, x))
  }
  return least
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, i) => total + value * b[i], 0)
}

const coefficient = fc.integer({ min: -3, max: 3 })
const lowerBound = fc.constantFrom(Number.NEGATIVE_INFINITY, -2, 0, 0, 1)
const upperExtra = fc.constantFrom(0, 2, 4, Number.POSITIVE_INFINITY)
const rowShape = fc.record({
  entries: fc.array(coefficient, { minLength: 3, maxLength: 3 }),
  bound: fc.integer({ min: -6, max: 6 }),
  kind: fc.constantFrom('<=', '>=', '='),
})

const shape = fc.record({
  sense: fc.constantFrom<LinearModel['sense']>('minimise', 'maximise'),
  columns: fc.array(fc.tuple(coefficient, lowerBound, upperExtra), { minLength: 1, maxLength: 3 }),
  rows: fc.array(rowShape, { maxLength: 4 }),
})
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never

/** `box`: replaces infinite column bounds, to make lattices finite. */
function modelOf({ sense, columns, rows }: Shape, whole: boolean, box = Number.POSITIVE_INFINITY): LinearModel {
  const builder = new ModelBuilder(sense)
  for (const [cost, lower, extra] of columns) {
    const low = Math.max(lower, -box)
    const high = Math.min(Number.isFinite(lower) ? lower + extra : extra, box)
    if (whole) builder.addInteger(low, high, cost)
    else builder.addColumn(low, high, cost)
  }
  for (const { entries, bound, kind } of rows) {
    builder.startRow(kind === '<=' ? Number.NEGATIVE_INFINITY : bound, kind === '>=' ? Number.POSITIVE_INFINITY : bound)
    columns.forEach((_, j) => {
      if (entries[j] !== 0) builder.entry(j, entries[j])
    })
  }
  return builder.build()
}

const solver = new Solver()

/** Vertices of such small data lie within a few hundred of the origin, so two large cubes tell unbounded from optimal. */
test('an LP ends as the enumeration of its vertices says', async () => {
  const seen = { optimal: 0, infeasible: 0, unbounded: 0, stopped: 0 }
  const law = fc.asyncProperty(shape, async (drawn) => {
    const model = modelOf(drawn, false)
    const outcome = await solver.solve(model)
    seen[outcome.status]++
    const turn = model.sense === 'minimise' ? 1 : -1
    const cost = Array.from(model.cost, (c) => turn * c)
    const least = leastAtVertices(cost, halfspaces(model), 1e3)
    const farther = leastAtVertices(cost, halfspaces(model), 2e3)
    const wanted = least === Number.POSITIVE_INFINITY ? 'infeasible' : farther < least - 1e-3 ? 'unbounded' : 'optimal'
    expect(outcome.status).toBe(wanted)
    if (outcome.status === 'optimal') {
      expect(turn * outcome.objective).toBeCloseTo(least, 6)
      expect(outcome.certificate.primal).toBeLessThan(1e-9)
      expect(outcome.certificate.gap).toBeLessThan(1e-9)
    }
    if (outcome.status === 'unbounded') {
      expect(isImprovingRay(model, outcome.ray)).toBe(true)
      expect(primalResidual(model, outcome.x)).toBeLessThan(1e-7)
    }
    if (outcome.status === 'infeasible') expectIrreducible(model, outcome)
  })
  await fc.assert(law, { numRuns: 300, seed: 7 })
  expect(Math.min(seen.optimal, seen.infeasible, seen.unbounded)).toBeGreaterThan(20)
})

/** By enumeration: the conflict alone is infeasible, and without any one side of it feasible. */
function expectIrreducible(model: LinearModel, outcome: Outcome & { status: 'infeasible' }): void {
  const zero = Array.from(model.cost, () => 0)
  const others = allSides(model).filter((side) => !outcome.conflict.some((kept) => sameSide(kept, side)))
  expect(outcome.irreducible).toBe(true)
  expect(leastAtVertices(zero, halfspaces(model, others), 1e3)).toBe(Number.POSITIVE_INFINITY)
  for (const dropped of outcome.conflict) {
    expect(leastAtVertices(zero, halfspaces(model, [...others, dropped]), 1e3)).toBe(0)
  }
}

function allSides(model: LinearModel): ConflictSide[] {
  const both = (kind: 'row' | 'column', count: number): ConflictSide[] =>
    Array.from({ length: count * 2 }, (_, k) => ({
      kind,
      index: k >> 1,
      name: '',
      side: k % 2 === 0 ? 'lower' : 'upper',
      bound: 0,
    }))
  return [...both('row', model.rowLower.length), ...both('column', model.cost.length)]
}

function sameSide(a: ConflictSide, b: ConflictSide): boolean {
  return a.kind === b.kind && a.index === b.index && a.side === b.side
}

/** Every whole point of the cube from -width to width. */
function* lattice(dimensions: number, width: number): Generator<number[]> {
  if (dimensions === 0) return void (yield [])
  for (let value = -width; value <= width; value++)
    for (const rest of lattice(dimensions - 1, width)) yield [value, ...rest]
}

test('a MILP ends as the enumeration of its lattice says', async () => {
  const seen = { optimal: 0, infeasible: 0, unbounded: 0, stopped: 0 }
  const law = fc.asyncProperty(shape, async (drawn) => {
    const model = modelOf(drawn, true, 5)
    const outcome = await solver.solve(model, { explain: false })
    seen[outcome.status]++
    const turn = model.sense === 'minimise' ? 1 : -1
    let least = Number.POSITIVE_INFINITY
    for (const x of lattice(model.cost.length, 5)) {
      if (worstViolation(model, Float64Array.from(x)).by === 0) least = Math.min(least, turn * dot([...model.cost], x))
    }
    expect(outcome.status).toBe(least === Number.POSITIVE_INFINITY ? 'infeasible' : 'optimal')
    if (outcome.status !== 'optimal') return
    expect(turn * outcome.objective).toBe(least) // whole costs and points: no tolerance
    expect(checkExactly(model, wholePoint(outcome.x))).toEqual({ feasible: true })
  })
  await fc.assert(law, { numRuns: 300, seed: 11 })
  expect(Math.min(seen.optimal, seen.infeasible)).toBeGreaterThan(20)
})

test('the conflict of an infeasible MILP clashes, and no side of it can be left out', async () => {
  const flat = shape.map((drawn) => ({ ...drawn, columns: drawn.columns.slice(0, 2) }))
  let explained = 0
  const law = fc.asyncProperty(flat, async (drawn) => {
    const model = modelOf(drawn, true, 4)
    const outcome = await solver.solve(model, { timeLimit: 10 })
    if (outcome.status !== 'infeasible') return
    explained++
    const others = allSides(model).filter((side) => !outcome.conflict.some((kept) => sameSide(kept, side)))
    const isFeasible = (without: readonly ConflictSide[]): boolean => {
      const sides = halfspaces(model, without)
      for (const x of lattice(model.cost.length, 40)) {
        if (sides.every(({ normal, bound }) => dot(normal, x) <= bound)) return true
      }
      return false
    }
    expect(isFeasible(others)).toBe(false)
    expect(outcome.irreducible).toBe(true)
    for (const dropped of outcome.conflict) expect(isFeasible([...others, dropped])).toBe(true)
  })
  await fc.assert(law, { numRuns: 150, seed: 3 })
  expect(explained).toBeGreaterThan(15)
})
