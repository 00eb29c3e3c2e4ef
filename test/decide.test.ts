/** `tacet decide` from the command line. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const LP = `Maximize
 obj: 3 x + 2 y
Subject To
 cap1: x + y <= 1000
 cap2: x + 3 y <= 1500
 public: x <= 800
End
`
const FLAGS = ['--private', 'cap*', '--sensitivity', '1', '--epsilon', '1', '--delta', '1e-6']

function home(name: string, text = LP): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'model.lp'), text)
  return path
}

const solutionIn = (path: string): Record<string, number> =>
  Object.fromEntries(
    readFileSync(join(path, 'solution.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .map(([name, value]) => [name, Number(value)]),
  )

test('a decision: near the optimum, no constraint broken, charged once, verified', () => {
  const path = home('plain')
  const run = tacet(['decide', 'model.lp', ...FLAGS, '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const result = JSON.parse(run.stdout)
  expect(result).toMatchObject({ status: 'optimal', violations: 0, stamp: null })
  expect(result.objective).toBeLessThanOrEqual(2800)
  expect(result.objective).toBeGreaterThan(2700)
  expect(2800 - result.objective).toBeLessThanOrEqual(result.bound)
  const { x, y } = solutionIn(join(path, 'release'))
  expect([x + y <= 1000, x + 3 * y <= 1500, x <= 800, x >= 0, y >= 0]).toEqual([true, true, true, true, true])
  const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(JSON.parse(verified.stdout).ok).toBe(true)
})

test.each([
  ['truncated', 'model.mps', null],
  ['published', 'model.mps', null],
  ['pure', 'model.mps', null],
  ['laplace', 'model.mps', 'NOT PRIVATE'],
])('%s reads MPS too', (mechanism, name, stamp) => {
  const path = home(mechanism)
  const mps = `NAME          TEST
ROWS
 N  obj
 L  cap1
 L  cap2
 L  public
COLUMNS
    x         obj             -3   cap1             1
    x         cap2             1   public           1
    y         obj             -2   cap1             1
    y         cap2             3
RHS
    rhs       cap1          1000   cap2          1500
    rhs       public         800
ENDATA
`
  writeFileSync(join(path, name), mps)
  const run = tacet(['decide', name, ...FLAGS, '--mechanism', mechanism, '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const result = JSON.parse(run.stdout)
  expect(result.stamp).toBe(stamp)
  if (mechanism === 'pure') expect(result.objective).toBe(0) // the floor is 0, and so is all that it allows
})

test('a program in a spec, a sweep of the trade-off, CONFIDENTIAL', () => {
  const path = home('spec')
  writeFileSync(
    join(path, 'plan.yaml'),
    `tacet: 1
title: A small plan
decide:
  program:
    sense: maximise
    variables: { x: { cost: 3, upper: 800 }, y: { cost: 2 } }
    constraints:
      cap1: { terms: { x: 1, y: 1 }, upper: 1000 }
      cap2: { terms: { x: 1, y: 3 }, upper: 1500 }
  private: ["cap*"]
  sensitivity: 1
privacy: { epsilon: 1, delta: 1e-6 }
`,
  )
  const run = tacet(
    ['decide', 'plan.yaml', '--out', 'release', '--evaluate', '--sweep', 'epsilon=0.5,2', '--runs', '5', '--json'],
    path,
  )
  expect(run.code, run.stderr).toBe(0)
  const { stamp, sweep, optimum } = JSON.parse(run.stdout)
  expect(stamp).toBe('CONFIDENTIAL')
  expect(optimum).toBeCloseTo(2800, 6)
  const truncated = sweep.points.filter((point: { mechanism: string }) => point.mechanism === 'truncated')
  expect(truncated.map((point: { brokenRuns: number }) => point.brokenRuns)).toEqual([0, 0])
  expect(truncated[1].loss.mean).toBeLessThan(truncated[0].loss.mean)
  expect(readFileSync(join(path, 'release', 'report.html'), 'utf8')).toMatch(/CONFIDENTIAL/)
})

test.each<[string, string[], string, number, RegExp]>([
  ['a private equality', FLAGS, LP.replace('cap1: x + y <= 1000', 'cap1: x + y = 1000'), 2, /is an equality/],
  ['a pattern that fits nothing', ['--private', 'budget', ...FLAGS.slice(2)], LP, 2, /No inequality of the model fits/],
  ['no sensitivity', ['--private', 'cap*', '--epsilon', '1', '--delta', '1e-6'], LP, 2, /Give --sensitivity/],
  ['no delta', FLAGS.slice(0, -2), LP, 2, /Give --epsilon and --delta/],
  ['a delta of 2', FLAGS.with(-1, '2'), LP, 2, /delta is 2; it is a probability/],
  ['a model that breaks off', FLAGS, 'Maximize\n obj: 3 x +\nSubject To\n cap: x <= ', 2, /Line \d of the model/],
  ['no public floor', FLAGS, `${LP.replace('End\n', '')}Bounds\n x free\n y free\nEnd\n`, 2, /no public floor/],
  ['a floor with no solution', [...FLAGS, '--floor', '-5'], LP, 4, /floor/i],
])('%s is refused and leaves nothing', (name, flags, text, code, message) => {
  const path = home(name, text)
  const run = tacet(['decide', 'model.lp', ...flags, '--out', 'release'], path)
  expect(run.stderr).toMatch(message)
  expect([2, 4]).toContain(run.code)
  if (code === 2) expect(run.code).toBe(2)
  expect(run.stderr).not.toMatch(/fault in Tacet/)
  expect(readdirSync(path)).toEqual(['model.lp'])
})
