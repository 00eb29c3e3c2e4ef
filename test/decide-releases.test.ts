/** What a decision is published with, packed models, and one budget for several releases. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tacet } from './support/cli.ts'
import { FLOORED, farm, home, planned, SPEC } from './support/decide.ts'

const MPS = `ROWS
 N cost
 L cap1
 L cap2
 L public
COLUMNS
 x cost -3 cap1 1
 x cap2 1 public 1
 y cost -2 cap1 1
 y cap2 3
RHS
 b cap1 1000 cap2 1500
 b public 800
ENDATA
`

test('a packed model is read, and every side is reported with its slack, price and range', () => {
  const path = home('packed')
  writeFileSync(join(path, 'model.mps.gz'), gzipSync(MPS))
  const run = tacet(['decide', 'model.mps.gz', ...FLOORED, '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { status, gap, sensitivity } = JSON.parse(run.stdout)
  expect([status, gap.relative <= 1e-6]).toEqual(['optimal', true])
  const lines = readFileSync(join(path, 'release', 'sensitivity.csv'), 'utf8')
    .trim()
    .split('\n')
  expect(lines[0]).toBe('constraint,side,private,limit,slack,price,price_from,price_to')
  const [cap1, cap2, open] = lines.slice(1).map((line) => line.split(','))
  // At the optimum x = 800 and y is what cap1 leaves: cap1 costs -2 per unit while cap2 is not reached, public 3 - 2 more.
  expect([cap1[0], cap1[2], cap1[5], cap1[6]]).toEqual(['cap1', 'yes', '-2', '800'])
  expect([cap2[0], cap2[5], cap2[7]]).toEqual(['cap2', '0', ''])
  expect([open[2], open[3], open[5]]).toEqual(['no', '800', '-1'])
  expect(Number(cap1[3])).toBeLessThanOrEqual(1000)
  expect(Number(cap1[7])).toBeCloseTo(800 + (Number(cap2[3]) - 800) / 3, 6)
  expect(sensitivity[0].limit).toBe(Number(cap1[3]))
  writeFileSync(join(path, 'cut.mps.gz'), gzipSync(MPS).subarray(0, 40))
  const cut = tacet(['decide', 'cut.mps.gz', ...FLOORED, '--ledger', 'cut.jsonl', '--out', 'other'], path)
  expect([cut.code, cut.stderr]).toEqual([
    2,
    expect.stringMatching(/cut\.mps\.gz: the file cannot be unpacked.*cut off/),
  ])
})

const SHARED = SPEC.replace('privacy:', '  releases: { spring: 1/2, autumn: 1/4, winter: 1/4 }\nprivacy:')

test('one budget for several releases: each spends its share, and the plan shows them all', () => {
  const path = farm('shared', SHARED)
  const { releases } = planned(path)
  expect(releases.map(({ name, epsilon }: { name: string; epsilon: string }) => [name, epsilon])).toEqual([
    ['spring', '1/2'],
    ['autumn', '1/4'],
    ['winter', '1/4'],
  ])
  const decided = (...more: string[]) =>
    tacet(['decide', 'farm.yaml', ...more, '--out', more[1] ?? 'none', '--json'], path)
  expect(decided().stderr).toMatch(/--release: the budget is shared by several releases.*one of spring, autumn, winter/)
  expect(decided('--release', 'summer').stderr).toMatch(/no release "summer"/)
  const spring = decided('--release', 'spring')
  expect(spring.code, spring.stderr).toBe(0)
  const { privacy } = JSON.parse(spring.stdout)
  expect(privacy.cost.epsilon).toBe('1/2')
  expect(privacy.statement.join(' ')).toMatch(/shared by 3 releases\. This one, "spring", spends 1\/2 of it/)
  const verified = tacet(['verify', 'spring', '--model', 'farm.yaml', '--ledger', 'tacet-ledger.jsonl'], path)
  expect(verified.code, verified.stdout).toBe(0)
})

test('equal shares by a number, and shares that are too much', () => {
  const path = home('equal')
  const run = tacet(['decide', 'model.lp', ...FLOORED, '--releases', '12', '--out', 'release', '--json'], path)
  expect(JSON.parse(run.stdout).privacy.cost.epsilon).toBe('1/12')
  expect(tacet(['verify', 'release'], path).code).toBe(0)
  const many = tacet(['plan', 'farm.yaml'], farm('too much', SHARED.replace('spring: 1/2', 'spring: 2/3')))
  expect([many.code, many.stderr]).toEqual([2, expect.stringMatching(/at most 1\. They are 7\/6/)])
})
