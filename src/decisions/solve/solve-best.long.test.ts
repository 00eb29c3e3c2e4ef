import { expect, test } from 'vitest'
import { toNumber } from '../../exact/directed.ts'
import { formatRational, parseRational, type Rational, rational } from '../../exact/rational.ts'
import { seededEntropy } from '../../noise/seeded.ts'
import { type Outcome, type Run, Solver } from '../../optimize/index.ts'
import { printExactly } from '../program/decimals.ts'
import { readLp } from '../program/lp-text.ts'
import { outerBox } from '../program/outer-box.ts'
import { type Program, ProgramBuilder } from '../program/program.ts'
import { solverModel } from '../program/solver-model.ts'
import { withValues } from '../sides/private-sides.ts'
import { trialProgram } from '../trials/trial-programs.ts'
import type { BestEnd, BestPoint, PointTask } from './best-point.ts'
import { brokenBy, exactObjective } from './certify.ts'
import { exactSimplex } from './exact-simplex.ts'
import { ExactVertex } from './exact-vertex.ts'
import { provedBound } from './proved-bound.ts'
import { solveBest } from './solve-best.ts'

const solver = new Solver()

function best(program: Program, more: Partial<PointTask> = {}): Promise<BestEnd> {
  const model = solverModel(program)
  return solveBest({ solver, model, sides: program, digits: { significant: 12 }, options: {}, anchor: null, ...more })
}

async function found(program: Program): Promise<BestPoint> {
  const end = await best(program)
  if (end.status !== 'found') throw new Error(end.status)
  expect(brokenBy(program, program, end.point)).toEqual([])
  return end
}

test('fixed variables with values that no double has are no contradiction', async () => {
  const { point } = await found(readLp('max\n x + y\nst\n a: x + y <= 1.3\nbounds\n x = 0.1\n y <= 9\nend'))
  expect(point.map(printExactly)).toEqual(['0.1', '1.2'])
})

test('a region with no room at all has its one point, in fractions', async () => {
  const text = 'max\n x\nst\n a: 3 x + y <= 1\n b: 3 x + y >= 1\n c: x - 7 y <= 0\n d: x - 7 y >= 0\nend'
  const { point, gap } = await found(readLp(text))
  expect([point.map(printExactly), gap <= 1e-12]).toEqual([['7/22', '1/22'], true])
})

test('an optimum that the solver’s tolerance overruns is refined', async () => {
  const text =
    'max\n x + y\nst\n a: x + y <= 1\n b: x + 1.00000000003 y <= 1.00000000001\n c: x - y <= 0.00000000002\nend'
  const { objective, gap } = await found(readLp(text))
  expect(gap).toBeLessThan(1e-9)
  expect(toNumber(objective)).toBeLessThanOrEqual(1)
})

test('numbers far apart: scaled, solved and proved', async () => {
  const { objective, gap } = await found(readLp('max\n x\nst\n c: x + 1e9 y <= 1e9\nend'))
  expect([formatRational(objective), gap <= 1]).toEqual(['1000000000', true])
  const costs = readLp('min\n 1e-9 x + 3e-9 y\nst\n c: 1e6 x + 1e-6 y >= 1\n d: x <= 1e-7\nend')
  expect(toNumber((await found(costs)).objective)).toBeCloseTo(3e-9 * 0.9e6, 12)
})

test('a whole variable needs no margin: the others are solved exactly with it fixed', async () => {
  // A margin of one step of x in every row would make 2 the best.
  const text =
    'max\n 100 x + y\nst\n a: 3 x + 7 y <= 10\n b: 3 x + 7 y >= 9.99999999\ngeneral\n x\nbounds\n x <= 9\nend'
  const { point, gap } = await found(readLp(text))
  expect([point.map(printExactly), gap < 1e-7]).toEqual([['3', '0.142857142857'], true])
})

test('mixed programs are as good as the best of all whole points, and proved so', async () => {
  const entropy = seededEntropy('whole')
  const draw = (n: number): number => entropy.belowSmall(n)
  for (let run = 0; run < 40; run++) {
    const builder = new ProgramBuilder(draw(2) === 0 ? 'maximise' : 'minimise')
    for (let j = 0; j < 3; j++) builder.addVariable(`x${j}`, rational(0n), rational(4n), cents(draw(801) - 400), true)
    builder.addVariable('y', rational(0n), parseRational('2.5'), cents(draw(801) - 400))
    for (let i = 0; i < 3; i++) {
      const entries = [0, 1, 2, 3].map((j) => [j, cents(draw(801) - 200)] as const)
      builder.addRow(`r${i}`, null, cents(draw(2000)), entries)
    }
    const program = builder.build()
    const { objective, gap } = await found(program)
    const listed = bestOfAll(program)
    expect(toNumber(objective)).toBeCloseTo(listed, 8)
    expect(gap).toBeLessThanOrEqual(1e-6)
  }
})

const cents = (amount: number): Rational => rational(BigInt(amount), 100n)

/** Every whole point, with the best y that its rows leave. */
function bestOfAll(program: Program): number {
  const turn = program.sense === 'maximise' ? 1 : -1
  let most = Number.NEGATIVE_INFINITY
  for (let code = 0; code < 125; code++) {
    const x = [code % 5, Math.floor(code / 5) % 5, Math.floor(code / 25)]
    let [low, high] = [0, 2.5]
    for (let i = 0; i < 3; i++) {
      const near = program.values.near.subarray(program.starts[i], program.starts[i + 1])
      const columns = program.columns.subarray(program.starts[i], program.starts[i + 1])
      let [rest, slope] = [toNumber(program.rowUpper[i]!), 0]
      columns.forEach((j, e) => {
        if (j === 3) slope = near[e]
        else rest -= near[e] * x[j]
      })
      if (slope > 0) high = Math.min(high, rest / slope)
      else if (slope < 0) low = Math.max(low, rest / slope)
      else if (rest < 0) low = Number.POSITIVE_INFINITY
    }
    if (low > high) continue
    for (const y of [low, high]) {
      const value = [...x, y].reduce((total, amount, j) => total + program.cost.near[j] * amount, 0)
      most = Math.max(most, turn * value)
    }
  }
  return turn * most
}

test('what cannot be solved is proved to be so', async () => {
  expect(await best(readLp('max\n x\nst\n a: x + y <= 1\n b: x + y >= 2\nend'))).toEqual({
    status: 'infeasible',
    proved: true,
  })
  const whole = readLp('max\n x\nst\n a: 2 x + 2 y = 1\nbounds\n x <= 3\n y <= 3\ngeneral\n x y\nend')
  expect(await best(whole)).toEqual({ status: 'infeasible', proved: true })
  expect(await best(readLp('max\n x\nst\n a: x - y <= 1\nend'))).toEqual({ status: 'unbounded' })
})

test('quadratic programs state how far they can be from the optimum', async () => {
  const program = readLp('min\n - 2 x - 5 y + [ 2 x ^ 2 + 2 y ^ 2 ] / 2\nst\n a: x + 3 y <= 5\n b: x - 2 y >= -3\nend')
  const { objective, gap } = await found(program)
  // On x + 3 y = 5: x = 0.65, y = 1.45.
  expect(Math.abs(toNumber(objective) + 6.025)).toBeLessThanOrEqual(gap + 1e-12)
  expect(gap).toBeLessThan(1e-6)
})

test('a proved bound is never above the optimum, whatever the prices, and tight with the right ones', async () => {
  const entropy = seededEntropy('bounds')
  const program = readLp(
    'min\n 3 x + 2 y + z\nst\n a: x + y + 0.1 z >= 7\n b: x - y <= 2\n c: y + z <= 9\nbounds\n z <= 4\nend',
  )
  const { objective, prices } = await found(program)
  const box = outerBox(program, program, program)
  const boundBy = (duals: Float64Array): number => provedBound(program, program.cost.near, program, box, duals)
  for (let run = 0; run < 300; run++) {
    const random = prices!.map((price) => price + (entropy.belowSmall(2001) - 1000) / 500)
    expect(boundBy(random)).toBeLessThanOrEqual(toNumber(objective))
  }
  expect(boundBy(prices!)).toBeGreaterThan(toNumber(objective) - 1e-9)
  expect(exactObjective(program, (await found(program)).point)).toEqual(objective)
})

test('the simplex method in rationals ends as the solver does, on every kind of linear program', async () => {
  for (const kind of ['plain', 'degenerate', 'scaled', 'thin', 'equality', 'fixed', 'free', 'units'] as const) {
    const entropy = seededEntropy(`simplex ${kind}`)
    for (let run = 0; run < 12; run++) {
      const { program: closed, truth } = trialProgram(kind, entropy)
      const program = { ...closed.program, ...withValues(closed, truth) }
      const end = exactSimplex(program, program, program)
      if (end.status !== 'optimal') throw new Error(`${kind} ${run}: ${end.status}`)
      expect(brokenBy(program, program, end.point)).toEqual([])
      expect(ExactVertex.of(program, program, program, end.basis)?.gap()).toEqual(rational(0n))
      const { objective, gap } = await found(program)
      const apart = Math.abs(toNumber(exactObjective(program, end.point)) - toNumber(objective))
      expect(apart).toBeLessThanOrEqual(gap + 1e-12 * (1 + Math.abs(toNumber(objective))))
    }
  }
  const crossed = readLp('max\n x\nst\n a: x + y <= 1\n b: x + y >= 2\nend')
  expect(exactSimplex(crossed, crossed, crossed)).toEqual({ status: 'infeasible' })
  const endless = readLp('max\n x\nst\n a: x - y <= 1\nbounds\n y free\nend')
  expect(exactSimplex(endless, endless, endless)).toEqual({ status: 'unbounded' })
})

test('where the solver gives up on a quadratic program, a mean of exact points is as good as optimal', async () => {
  class Tired extends Solver {
    override async solveQuadratic(...given: Parameters<Solver['solveQuadratic']>): Promise<Outcome> {
      // Only programs over weights, which have one row, are solved.
      if (given[0].rowLower.length === 1) return super.solveQuadratic(...given)
      return { status: 'stopped', why: 'numerical', bound: Number.NEGATIVE_INFINITY, best: null }
    }
  }
  const program = readLp('min\n - 2 x - 5 y + [ 2 x ^ 2 + 2 y ^ 2 ] / 2\nst\n a: x + 3 y <= 5\n b: x - 2 y >= -3\nend')
  const end = await best(program, { solver: new Tired(), anchor: [rational(0n), rational(0n)] })
  expect(end).toMatchObject({ status: 'found', route: 'combined' })
  expect((end as BestPoint).gap).toBeLessThan(1e-6)
  expect(toNumber((end as BestPoint).objective)).toBeCloseTo(-6.025, 6)
})

test('a price that is too small for the solver to see is seen: the vertex is proved in rationals', async () => {
  /** Calls the first basis that it is asked for optimal: rows on it, variables at their lower bounds. */
  class Hasty extends Solver {
    override async claim(...given: Parameters<Solver['claim']>): Promise<Run> {
      const run = await super.claim(...given)
      const [columns, rows] = [new Int32Array(run.x!.length), new Int32Array(run.duals!.length).fill(1)]
      return { ...run, x: run.x!.map(() => 0), duals: run.duals!.map(() => 0), basis: { columns, rows } }
    }
  }
  const program = readLp('max\n 1000 x + 0.00000001 y\nst\n a: x + 0.000001 y <= 2\n b: x <= 1\nend')
  const end = await best(program, { solver: new Hasty() })
  expect(end).toMatchObject({ status: 'found', route: 'vertex' })
  expect((end as BestPoint).gap).toBeLessThan(1e-9)
  expect(formatRational((end as BestPoint).objective)).toBe('100001/100')
})
