/** Shares of the levels: given in proportion on the command line, or fitted to weights by `tacet plan --fit`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const EXAMPLE = 'us,st,size\nUS,GA,1\nUS,GA,1\nUS,GA,3\nUS,NY,1\nUS,NY,2\nUS,NY,3\n'
const FLAGS = ['--levels', 'us,st', '--size', 'size', '--max-size', '5', '--epsilon', '1']

function home(name: string, files: Readonly<Record<string, string>> = {}): string {
  const path = join(folder, name)
  mkdirSync(path)
  for (const [file, text] of Object.entries({ 'groups.csv': EXAMPLE, ...files })) writeFileSync(join(path, file), text)
  return path
}

test('parts in proportion become exact fractions, are charged, verify and solve again', () => {
  const path = home('parts')
  const run = tacet(['groups', 'groups.csv', ...FLAGS, '--shares', '1,5', '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { privacy } = JSON.parse(run.stdout)
  expect(privacy.cost.parts).toEqual([
    { kind: 'pure', epsilon: '1/6' },
    { kind: 'pure', epsilon: '5/6' },
  ])
  expect(privacy.words).toBe('epsilon 1')
  const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--resolve', '--json'], path)
  expect(JSON.parse(verified.stdout).ok, verified.stdout).toBe(true)
  const manifest = readFileSync(join(path, 'release', 'manifest.json'), 'utf8')
  writeFileSync(join(path, 'release', 'manifest.json'), manifest.replace('- \\"1\\"', '- \\"2\\"'))
  const tampered = JSON.parse(tacet(['verify', 'release', '--json'], path).stdout)
  const wrong = tampered.checks.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name)
  expect(wrong).toContain('privacy')
})

test.each<[string, string, RegExp]>([
  ['too few parts', '1', /--shares gives 1 parts for 2 levels: us, st\. Give one per level, from the top/],
  ['a part of 0', '0,1', /--shares: a part is 0\. Every level needs one above 0/],
  ['a part that is no number', '1,half', /--shares/],
])('%s is refused and leaves nothing', (name, shares, message) => {
  const path = home(name)
  const run = tacet(['groups', 'groups.csv', ...FLAGS, '--shares', shares, '--out', 'release'], path)
  expect(run.code).toBe(2)
  expect(run.stderr).toMatch(message)
})

const SPEC = `tacet: 1
source: { file: groups.csv }
privacy: { epsilon: 1 }
groups: { levels: [us, st], size: size, largest: 5, weights: { st: 10 } }
`

test('plan --fit finds shares for the weights of the levels; a spec with them is planned as foretold', () => {
  const path = home('fit', { 'groups.yaml': SPEC })
  const run = tacet(['plan', 'groups.yaml', '--fit', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { levels } = JSON.parse(run.stdout).groups.fit
  expect(levels.map(({ name, weight }: { name: string; weight: number }) => [name, weight])).toEqual([
    ['us', 1],
    ['st', 10],
  ])
  expect(levels[1].predictedError).toBeLessThan(levels[1].equalError)
  const text = tacet(['plan', 'groups.yaml', '--fit'], path).stdout
  const shares = /In the spec: privacy: \{ (levels: \{.*\}) \}/.exec(text.replaceAll(/\s+/g, ' '))?.[1]
  writeFileSync(join(path, 'fitted.yaml'), SPEC.replace('epsilon: 1', `epsilon: 1, ${shares}`))
  const planned = JSON.parse(tacet(['plan', 'fitted.yaml', '--json'], path).stdout).groups.levels
  expect(planned.map(({ predictedError }: { predictedError: number }) => predictedError)).toEqual(
    levels.map(({ predictedError }: { predictedError: number }) => predictedError),
  )
})

test('a weight of a level that is not there, and a spec without groups, are refused', () => {
  const path = home('stray', { 'groups.yaml': SPEC.replace('st: 10', 'county: 10') })
  const run = tacet(['plan', 'groups.yaml', '--fit'], path)
  expect(run.code).toBe(2)
  expect(run.stderr).toMatch(/groups\.weights: there is no level "county"\. The levels are: "?us/)
  writeFileSync(
    join(path, 'table.yaml'),
    'tacet: 1\nsource: { file: groups.csv }\naudit: { rows: [st], columns: [us] }\n',
  )
  const none = tacet(['plan', 'table.yaml', '--fit'], path)
  expect(none.code).toBe(2)
  expect(none.stderr).toMatch(/--fit finds shares of a budget, and table\.yaml has none to share/)
})
