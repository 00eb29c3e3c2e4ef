/** A decision for which only the floor's solution was found says so. */
import { expect, test } from 'vitest'
import {
  declarePrivate,
  lossBounds,
  measureSides,
  prepareDecision,
  readLp,
  solveDecision,
} from '../../decisions/index.ts'
import { parseRational } from '../../exact/index.ts'
import { seededEntropy } from '../../noise/index.ts'
import { type LinearModel, type Outcome, type SolveOptions, Solver } from '../../optimize/index.ts'
import { noteOf, violationsOf } from './decide-manifest.ts'
import { decideReport } from './decide-report.ts'

const sensitivity = parseRational(1)
const program = declarePrivate(readLp('max\n 3 x + 2 y\nst\n cap: x + y <= 1000\nend'), {
  private: ['cap'],
  sensitivity,
})
const budget = { mechanism: 'truncated', epsilon: parseRational(1), delta: parseRational('1e-6') } as const

test('the floor is no optimum, and the report says it', async () => {
  const prepared = await prepareDecision(program, budget)
  const measured = measureSides(program, prepared.plan, seededEntropy('floor'))
  const solved = await solveDecision(prepared, measured)
  expect([solved.status, noteOf(solved)]).toEqual(['optimal', null])
  const hurried = { ...prepared, options: { ...prepared.options, solve: { timeLimit: 0 } } }
  const decision = await solveDecision(hurried, measured)
  expect(decision.status).toBe('floor')
  const note = noteOf(decision)
  expect(note).toMatch(/^Nothing better than the public floors was found/)
  const bounds = await lossBounds(prepared, decision)
  const figures = {
    violations: violationsOf(prepared, decision, undefined),
    note,
    optimum: undefined,
    sweep: undefined,
  }
  const shown = { title: 'T', stamp: undefined, prepared, decision, bounds, statement: [], file: 'solution.csv' }
  expect(JSON.stringify(decideReport({ ...shown, ...figures }))).toContain(note as string)
  expect(figures.violations).toBe(0)
})

/** Gives up the first time that it is asked, and works from then on. */
class Faltering extends Solver {
  #asked = 0

  override async solve(model: LinearModel, options?: SolveOptions): Promise<Outcome> {
    if (this.#asked++ > 0) return super.solve(model, options)
    return { status: 'stopped', why: 'numerical', bound: Number.POSITIVE_INFINITY, best: null }
  }
}

test('where the solver gives up at the floor, a point of S* is found all the same', async () => {
  const { anchor } = await prepareDecision(program, { ...budget, solver: new Faltering() })
  const whole = await prepareDecision(program, budget)
  expect(anchor.point.length).toBe(whole.anchor.point.length)
  expect(anchor.route).not.toBe(whole.anchor.route)
})
