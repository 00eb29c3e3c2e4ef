/** `tacet decide` from the command line. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, tacetUntil } from './support/cli.ts'
import { FLAGS, FLOORED, home, LP, solutionIn } from './support/decide.ts'

test('a decision: near the optimum, no constraint broken, charged once, verified', () => {
  const path = home('plain')
  const run = tacet(['decide', 'model.lp', ...FLOORED, '--out', 'release', '--json'], path)
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
  const run = tacet(['decide', name, ...FLOORED, '--mechanism', mechanism, '--out', 'release', '--json'], path)
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
  floor: { "cap*": 0 }
privacy: { epsilon: 1, delta: 1e-6 }
`,
  )
  const run = tacet(
    [
      'decide',
      'plan.yaml',
      '--out',
      'release',
      '--evaluate',
      '--sweep',
      'epsilon=0.5,2',
      'delta=1e-6',
      '--runs',
      '5',
      '--json',
    ],
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
  ['no sensitivity', ['--private', 'cap*', '--epsilon', '1', '--delta', '1e-6'], LP, 2, /--sensitivity: say how far/],
  ['no delta', FLAGS.slice(0, -2), LP, 2, /--delta: it is missing: the budget is epsilon and delta/],
  ['a delta of 2', FLAGS.with(-1, '2'), LP, 2, /delta is 2; it is a probability/],
  ['a model that breaks off', FLAGS, 'Maximize\n obj: 3 x +\nSubject To\n cap: x <= ', 2, /Line \d of the model/],
  ['no public floor', FLAGS, `${LP.replace('End\n', '')}Bounds\n x free\n y free\nEnd\n`, 2, /no public floor/],
  ['a floor with no solution', [...FLAGS, '--floor', '-5'], LP, 4, /floor/i],
])('%s is refused and leaves nothing', (name, flags, text, code, message) => {
  const path = home(name, text)
  const run = tacet(['decide', 'model.lp', ...flags, '--out', 'release'], path)
  expect(run.stderr).toMatch(message)
  expect(run.code).toBe(code)
  expect(run.stderr).not.toMatch(/fault in Tacet/)
  expect(readdirSync(path)).toEqual(['model.lp'])
})

interface Verified {
  readonly ok: boolean
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[]
}

test('verify puts the printed solution into the model with its true right-hand sides', () => {
  const path = home('verify')
  expect(tacet(['decide', 'model.lp', ...FLOORED, '--out', 'release'], path).code).toBe(0)
  const verify = (...more: string[]): Verified =>
    JSON.parse(tacet(['verify', 'release', ...more, '--json'], path).stdout)
  expect(verify().checks.find(({ name }) => name === 'constraints')?.detail).toMatch(/not looked at/)
  const good = verify('--model', 'model.lp', '--ledger', 'tacet-ledger.jsonl')
  expect(good.ok).toBe(true)
  expect(good.checks.map(({ name }) => name)).toEqual([
    'files',
    'spec',
    'evidence',
    'report',
    'stamped tables',
    'outputs',
    'stamp',
    'privacy',
    'published exactly',
    'statement',
    'gap',
    'constraints',
    'objective',
    'measured sides',
    'optimum',
    'ledger',
  ])
  const solution = join(path, 'release', 'solution.csv')
  const text = readFileSync(solution, 'utf8')
  const wrongOf = (changed: string): readonly string[] => {
    writeFileSync(solution, changed)
    return verify('--model', 'model.lp').checks.flatMap(({ name, ok }) => (ok ? [] : [name]))
  }
  expect(wrongOf(text.replace(/^x,.*$/m, 'x,800.000000001'))).toEqual(['files', 'constraints', 'objective'])
  expect(wrongOf(text.replace(/^y,.*$/m, 'y,0'))).toEqual(['files', 'objective'])
  expect(wrongOf(text.replace(/^y,.*$/m, 'z,0'))).toEqual(['files', 'solution'])
  expect(wrongOf(text.replace(/^y,.*$/m, 'y,many'))).toEqual(['files', 'solution'])
  expect(wrongOf(text)).toEqual([])
})

function shipping(pharmacies: number, branches: number): string {
  const cell = (i: number, j: number): string => `x_${i}_${j}`
  const from = Array.from({ length: pharmacies }, (_, i) => i)
  const to = Array.from({ length: branches }, (_, j) => j)
  return [
    `minimise\n cost: ${from.flatMap((i) => to.map((j) => `${1 + ((i * 31 + j * 17) % 89)} ${cell(i, j)}`)).join('\n + ')}`,
    'subject to',
    ...from.map(
      (i) => ` supply_${i}: ${to.map((j) => cell(i, j)).join(' + ')} <= ${Math.ceil((220 * branches) / pharmacies)}`,
    ),
    ...to.map((j) => ` need_${j}: ${from.map((i) => cell(i, j)).join(' + ')} >= ${50 + ((j * 13) % 100)}`),
    'end\n',
  ].join('\n')
}

test('killed while it works, a run goes on, is charged once, and keeps its draw', async () => {
  const path = home('killed', shipping(60, 120))
  const flags = [
    '--private',
    'need_*',
    '--floor',
    '200',
    '--unit',
    '1',
    '--sensitivity',
    '1',
    '--epsilon',
    '1',
    '--delta',
    '1e-4',
  ]
  const args = ['decide', 'model.lp', ...flags, '--out', 'release']
  const stored = join(path, 'release.partial', 'state', 'measured.json')
  const first = await tacetUntil(args, path, () => existsSync(stored), 'SIGKILL')
  expect(first.code).not.toBe(0)
  const kept = readFileSync(stored)
  const draw = kept.subarray(kept.indexOf('\n') + 1) // after the line that says whose it is
  const again = tacet([...args, '--json'], path)
  expect(again.code, again.stderr).toBe(0)
  const { createHash } = await import('node:crypto')
  const manifest = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8'))
  expect(manifest.checks.measurementsSha256).toBe(createHash('sha256').update(draw).digest('hex'))
  const lines = readFileSync(join(path, 'tacet-ledger.jsonl'), 'utf8').trim().split('\n')
  expect(lines.filter((line) => line.includes('"type":"reserve"')).length).toBe(1)
  const verified = tacet(['verify', 'release', '--model', 'model.lp', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(JSON.parse(verified.stdout).ok).toBe(true)
})
