/** A decision for which only the floor's solution was found says so. */
import { expect, test } from 'vitest'
import {
  declarePrivate,
  lossBounds,
  measureSides,
  prepareDecision,
  readLp,
  sensitivityOf,
  solveDecision,
} from '../../decisions/index.ts'
import { parseRational } from '../../exact/index.ts'
import { seededEntropy } from '../../noise/index.ts'
import { type ClaimOptions, type LinearModel, type Run, Solver } from '../../optimize/index.ts'
import { noteOf, violationsOf } from './document.ts'
import { decideReport } from './report.ts'

const sensitivity = parseRational(1)
const program = declarePrivate(readLp('max\n 3 x + 2 y\nst\n cap: x + y <= 1000\nend'), {
  private: ['cap'],
  floor: parseRational(0),
  sensitivity,
})
const budget = { mechanism: 'truncated', epsilon: parseRational(1), delta: parseRational('1e-6') } as const

test('the floor is no optimum, and the report says it', async () => {
  const prepared = await prepareDecision(program, budget)
  const measured = measureSides(program, prepared.plan, seededEntropy('floor'))
  const solved = await solveDecision(prepared, measured)
  expect([solved.status, noteOf(solved)]).toEqual(['optimal', null])
  const decision = await solveDecision({ ...prepared, solver: new Exhausted() }, measured)
  expect([decision.status, decision.gap.absolute]).toEqual(['floor', null])
  expect(decision.objective).toEqual(prepared.anchor.objective)
  const note = noteOf(decision)
  expect(note).toMatch(/^Nothing better than the public floors was found/)
  const bounds = await lossBounds(prepared, decision)
  const figures = {
    violations: violationsOf(prepared, decision, undefined),
    note,
    optimum: undefined,
    sweep: undefined,
  }
  const shown = { title: 'T', stamp: undefined, prepared, decision, bounds, statement: [] }
  const files = { solution: 'solution.csv', sensitivity: 'sensitivity.csv' }
  const sides = await sensitivityOf(prepared, decision)
  expect(JSON.stringify(decideReport({ ...shown, ...figures, files, sides }))).toContain(note as string)
  expect(figures.violations).toBe(0)
})

/** Has no time for anything. */
class Exhausted extends Solver {
  override async claim(model: LinearModel, options?: ClaimOptions): Promise<Run> {
    return { ...(await super.claim(model, options)), status: 'time', x: null, duals: null, basis: null }
  }
}

/** Gives up the first four times that it is asked, and works from then on. */
class Faltering extends Solver {
  #asked = 0

  override async claim(model: LinearModel, options?: ClaimOptions): Promise<Run> {
    const run = await super.claim(model, options)
    return this.#asked++ > 3 ? run : { ...run, status: 'numerical', x: null, basis: null }
  }
}

test('where the solver gives up at the floor, a point of S* is found all the same', async () => {
  const { anchor } = await prepareDecision(program, { ...budget, solver: new Faltering() })
  const whole = await prepareDecision(program, budget)
  expect(anchor.objective).toEqual(whole.anchor.objective)
})
