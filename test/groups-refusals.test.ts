/** What `tacet groups` refuses, before anything is read into the ledger; and what it does when it is told two things. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, tacetUntil, testFolder } from './support/cli.ts'

const folder = testFolder()
const FLAGS = ['--levels', 'st', '--size', 'size', '--epsilon', '1', '--out', 'release']

function home(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name)
  mkdirSync(path)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text)
  return path
}

const lines = (n: number, line: (i: number) => string): string => Array.from({ length: n }, (_, i) => line(i)).join('')
const MANY = `st,size\n${lines(4000, (i) => `s${i % 40},${1 + (i % 50)}\n`)}`
const PERSONS = 'st,unit,hours\nA,a,1\nA,a,20\nB,b,50\nB,b,1\n'
const ONE = 'st,size\nA,1\nB,1\n'

test.each<[string, string]>([
  ['public', 'public: [{ query: total, level: st, exactly: 5 }]'],
  ['impossible', 'impossible: [{ size: ["1"] }]'],
  ['workload', 'workload: [{ query: total }]'],
  ['topdown', 'topdown: { simulations: 0 }'],
  ['output.microdata', 'output: { microdata: true }'],
  ['output.replicates', 'output: { replicates: 40 }'],
])('%s is not read by groups, and is refused there', (field, part) => {
  const spec = `tacet: 1\nsource: { file: groups.csv }\ngroups: { levels: [st], size: size }\nprivacy: { epsilon: 1 }\n${part}\n`
  const path = home(`idle ${field}`, { 'groups.csv': MANY, 'groups.yaml': spec })
  for (const command of [['groups', 'groups.yaml', '--out', 'o']]) {
    const run = tacet(command, path)
    expect([run.code, run.stderr]).toEqual([
      2,
      expect.stringContaining(`${field}: a release of group sizes does not read it`),
    ])
    expect(run.stderr).toMatch(/groups\.yaml:5: /)
  }
  expect(readdirSync(path).sort()).toEqual(['groups.csv', 'groups.yaml'])
})

test.each<[string, string, readonly string[], RegExp]>([
  ['mh on a large table', MANY, [...FLAGS, '--mechanism', 'mh'], /mh is a baseline for small tables/],
  ['mc on a large table', MANY, [...FLAGS, '--mechanism', 'mc'], /mc is a baseline for small tables/],
  ['mh-dp-op on a large table', MANY, [...FLAGS, '--mechanism', 'mh-dp-op'], /mh-dp-op is a baseline for small tables/],
  ['a delta of 2', ONE, ['--levels', 'st', '--size', 'size', '--rho', '1', '--delta', '2'], /between 0 and 1/],
  [
    'persons who add more than was declared',
    PERSONS,
    ['--levels', 'st', '--unit', 'unit', '--size', 'hours', '--epsilon', '1', '--largest-quantity', '20'],
    /some persons add more than 20/,
  ],
  [
    'persons in two regions, without advice that would protect less',
    'st,unit,hours\nA,a,1\nB,a,2\nB,b,1\n',
    ['--levels', 'st', '--unit', 'unit', '--epsilon', '1'],
    /some units lie in two regions.*what is protected is a unit in a region, not the unit/,
  ],
  ['one size, region totals not public', ONE, FLAGS, /published exactly.*Make the number of groups in every region/],
  ['counted persons', PERSONS, [...FLAGS, '--unit', 'unit', '--count', 'hours'], /Give one of the two/],
  ['a rounding that does nothing', MANY, [...FLAGS, '--mechanism', 'mh-dp', '--rounding', 'counts'], /has its own/],
  [
    'counts made whole under public region numbers',
    MANY,
    [...FLAGS, '--public-groups', 'regions', '--rounding', 'counts'],
    /--rounding: with public numbers/,
  ],
])('%s is refused, and nothing is charged', (name, text, flags, message) => {
  const path = home(name, { 'groups.csv': text })
  const run = tacet(['groups', 'groups.csv', ...flags], path)
  expect(run.code, run.stderr).toBe(2)
  expect(run.stderr).toMatch(message)
  expect(readdirSync(path)).toEqual(['groups.csv'])
})

const SPEC = `tacet: 1
source: { file: groups.csv }
privacy: { epsilon: 1 }
groups: { levels: [st], size: size, largest: 60 }
output: { format: parquet }
`

test('a spec says everything: flags beside it are refused, its format is kept, its plan refuses what the run would', () => {
  const path = home('spec', {
    'groups.csv': MANY,
    'groups.yaml': SPEC,
    'mh.yaml': SPEC.replace('largest', 'mechanism: mh, largest'),
  })
  const both = tacet(['groups', 'groups.yaml', '--epsilon', '99', '--ledger', 'other.jsonl', '--out', 'x'], path)
  expect(both.code).toBe(2)
  expect(both.stderr).toMatch(/write --epsilon, --ledger into it/)
  const run = tacet(['groups', 'groups.yaml', '--seed', '1', '--evaluate', '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  expect(readdirSync(join(path, 'release')).sort()).toEqual([
    'evidence.json',
    'groups.parquet',
    'manifest.json',
    'measurements.parquet',
    'regions.parquet',
    'report.html',
  ])
  const { levels } = JSON.parse(run.stdout)
  for (const level of levels) {
    expect(level.earthMover).toBeGreaterThan(0)
    expect(level.standardError).toBeGreaterThan(0)
  }
  for (const command of ['plan', 'groups']) {
    const refused = tacet([command, 'mh.yaml'], path)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(/mh is a baseline for small tables: this one needs about \d+ columns/)
  }
  const changed = home('unit', {
    'groups.csv': MANY,
    'groups.yaml': SPEC.replace('epsilon: 1', 'unit: change-person, epsilon: 1'),
  })
  expect(tacet(['groups', 'groups.yaml'], changed).stderr).toMatch(/one person who joins or leaves an existing group/)
})

test('the quantity that noise is made for is in the statement', () => {
  const path = home('quantity', { 'groups.csv': PERSONS })
  const flags = ['--levels', 'st', '--unit', 'unit', '--size', 'hours', '--epsilon', '1', '--largest-quantity', '50']
  const run = tacet(['groups', 'groups.csv', ...flags, '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  expect(JSON.parse(run.stdout).privacy.statement).toContain('One person adds at most 50 to the size of a group.')
})

test('a run does not go on under another tree', async () => {
  const tree = `place,within\nland,\n${lines(100, (i) => `n${i},land\n`)}`
  const path = home('tree', {
    'groups.csv': `place,size\n${lines(20000, (i) => `n${i % 100},${1 + (i % 300)}\n`)}`,
    'tree.csv': tree,
  })
  const args = [
    'groups',
    'groups.csv',
    '--levels',
    'place',
    '--parents',
    'tree.csv:place,within',
    '--size',
    'size',
    '--epsilon',
    '1',
    '--out',
    'release',
  ]
  const stored = join(path, 'release.partial', 'state', 'measured.f64')
  const first = await tacetUntil(args, path, () => existsSync(stored), 'SIGKILL')
  if (first.code === 0) return // it was done before it could be stopped
  writeFileSync(join(path, 'tree.csv'), tree.replace('n99,', 'm99,').replace('land,\n', 'land,\nn99,land\n'))
  const other = tacet(args, path)
  expect(other.code).toBe(2)
  expect(other.stderr).toMatch(/other data/)
  writeFileSync(join(path, 'tree.csv'), tree)
  expect(tacet(args, path).code).toBe(0)
  const { inputs } = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8'))
  expect(inputs).toEqual([{ name: 'groups.csv' }, { name: 'tree.csv' }])
})
