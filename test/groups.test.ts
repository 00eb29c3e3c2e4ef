/** `tacet groups` from the command line. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MECHANISMS } from '../src/groups/index.ts'
import { tacet, tacetUntil, testFolder } from './support/cli.ts'
import { dataFile, testNeeding } from './support/needs.ts'

const folder = testFolder()
const EXAMPLE = 'us,st,size\nUS,GA,1\nUS,GA,1\nUS,GA,3\nUS,NY,1\nUS,NY,2\nUS,NY,3\n'
const FLAGS = ['--levels', 'us,st', '--size', 'size', '--max-size', '5', '--epsilon', '1']

function home(name: string, text = EXAMPLE): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'groups.csv'), text)
  return path
}

/** The lines of a release as objects. */
function released(path: string): { level: string; region: string; size: number; count: number }[] {
  const [head, ...lines] = readFileSync(join(path, 'groups.csv'), 'utf8').trim().split('\n')
  expect(head).toBe('level,region,size,count,standard_error')
  return lines.map((line) => {
    const [level, region, size, count] = line.split(',')
    return { level, region, size: Number(size), count: Number(count) }
  })
}

test('a release: consistent, valid, faithful, charged once, verified', () => {
  const path = home('plain')
  const run = tacet(['groups', 'groups.csv', ...FLAGS, '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const result = JSON.parse(run.stdout)
  expect(result).toMatchObject({
    mechanism: 'cumulative',
    epsilon: 1,
    levels: [
      { name: 'us', regions: 1, groups: 6 },
      { name: 'st', regions: 2, groups: 6 },
    ],
    checks: { consistent: true, valid: true, faithful: true },
  })
  const cells = released(join(path, 'release'))
  expect(cells.length).toBe(15)
  for (const { size, count } of cells.filter((cell) => cell.region === 'US')) {
    const children = cells.filter((cell) => cell.level === 'st' && cell.size === size)
    expect(children.reduce((sum, cell) => sum + cell.count, 0)).toBe(count)
  }
  const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(JSON.parse(verified.stdout).ok).toBe(true)
  const text = readFileSync(join(path, 'release', 'groups.csv'), 'utf8')
  writeFileSync(
    join(path, 'release', 'groups.csv'),
    text.replace(/^(st,US\/GA,1,)(\d+)/m, (_, a, n) => `${a}${Number(n) + 1}`),
  )
  const tampered = JSON.parse(tacet(['verify', 'release', '--json'], path).stdout)
  const wrong = tampered.checks
    .filter((check: { ok: boolean }) => !check.ok)
    .map((check: { name: string }) => check.name)
  expect(wrong).toEqual(['files', 'faithful', 'consistent'])
})

test.each(MECHANISMS)('%s runs, and with a budget without end it gives the truth', (mechanism) => {
  const path = home(mechanism)
  const flags = FLAGS.map((flag) => (flag === '1' ? '10000' : flag))
  const run = tacet(
    [
      'groups',
      'groups.csv',
      ...flags,
      '--mechanism',
      mechanism,
      '--out',
      'release',
      '--seed',
      '1',
      '--evaluate',
      '--json',
    ],
    path,
  )
  expect(run.code, run.stderr).toBe(0)
  const { levels, stamp } = JSON.parse(run.stdout)
  expect(levels.map((level: { l1Error: number }) => level.l1Error)).toEqual([0, 0])
  expect(stamp).toBe('NOT PRIVATE, CONFIDENTIAL')
})

test('the chain as published says NOT PRIVATE and costs what it truly costs', () => {
  const path = home('published')
  const flags = [...FLAGS, '--mechanism', 'mc-chain', '--out', 'release', '--json']
  const honest = JSON.parse(
    tacet(['groups', 'groups.csv', ...flags.with(flags.indexOf('release'), 'honest')], path).stdout,
  )
  expect(honest.stamp).toBe(null)
  expect(honest.privacy.words).toBe('epsilon 1')
  const published = JSON.parse(tacet(['groups', 'groups.csv', ...flags, '--as-published'], path).stdout)
  expect(published.stamp).toBe('NOT PRIVATE')
  expect(published.privacy.words).toBe('epsilon 3/2 (1.5)') // half of it at the top, and half of it twice over two states
  expect(readFileSync(join(path, 'release', 'report.html'), 'utf8')).toMatch(/NOT PRIVATE/)
})

test('a spec, zCDP, and shares by level', () => {
  const path = home('spec')
  writeFileSync(
    join(path, 'groups.yaml'),
    `tacet: 1
title: Households
source: { file: groups.csv }
privacy: { rho: 1/2, delta: 1e-6, levels: { us: 1/4, st: 3/4 } }
groups: { levels: [us, st], size: size, largest: 5, publicGroups: regions }
`,
  )
  const run = tacet(['groups', 'groups.yaml', '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  expect(JSON.parse(run.stdout).privacy.words).toMatch(/^rho 1\/2 \(0\.5\) \(zCDP\), which is epsilon /)
  const cells = released(join(path, 'release'))
  for (const state of ['US/GA', 'US/NY']) {
    expect(cells.filter((cell) => cell.region === state).reduce((sum, cell) => sum + cell.count, 0)).toBe(3)
  }
})

test('killed while it works, a run goes on, is charged once, and keeps its draw', async () => {
  const text = `r,size\n${Array.from({ length: 20000 }, (_, i) => `r${i % 400},${1 + ((i * 7919) % 300)}`).join('\n')}\n`
  const path = home('killed', text)
  const args = [
    'groups',
    'groups.csv',
    '--levels',
    'r',
    '--size',
    'size',
    '--max-size',
    '300',
    '--epsilon',
    '1',
    '--out',
    'release',
  ]
  const stored = join(path, 'release.partial', 'state', 'measured.f64')
  const first = await tacetUntil(args, path, () => existsSync(stored), 'SIGKILL')
  if (first.code !== 0) {
    const kept = readFileSync(stored)
    const draw = kept.subarray(kept.indexOf('\n') + 1) // after the line that says whose it is
    const again = tacet([...args, '--json'], path)
    expect(again.code, again.stderr).toBe(0)
    const { createHash } = await import('node:crypto')
    const manifest = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8'))
    expect(manifest.checks.measurementsSha256).toBe(createHash('sha256').update(draw).digest('hex'))
  }
  const lines = readFileSync(join(path, 'tacet-ledger.jsonl'), 'utf8').trim().split('\n')
  expect(lines.filter((line) => line.includes('"type":"reserve"')).length).toBe(1)
})

test.each<[string, string[], string, RegExp]>([
  ['a size of 0', FLAGS, `${EXAMPLE}US,GA,0\n`, /have the size 0/],
  ['no budget', FLAGS.slice(0, -2), EXAMPLE, /^tacet: --epsilon: give the budget by either epsilon or rho/m],
  ['no levels', FLAGS.slice(2), EXAMPLE, /--levels: name the columns/],
  ['an unknown mechanism', [...FLAGS, '--mechanism', 'magic'], EXAMPLE, /--mechanism: there is no "magic"/],
  ['a published calibration of something else', [...FLAGS, '--as-published'], EXAMPLE, /Only mc-chain/],
])('%s is refused and leaves nothing', (name, flags, text, message) => {
  const path = home(name, text)
  const run = tacet(['groups', 'groups.csv', ...flags, '--out', 'release'], path)
  expect(run.code).toBe(2)
  expect(run.stderr).toMatch(message)
  expect(readdirSync(path)).toEqual(['groups.csv'])
})

testNeeding('data', 'San Francisco households by block group', () => {
  const [head, ...lines] = readFileSync(dataFile('census_sf_2010_h13/sf_2010_h13_blocks.csv'), 'utf8')
    .trim()
    .split('\n')
  const names = head.trim().split(',')
  const long = lines.flatMap((line) => {
    const cells = Object.fromEntries(
      line
        .trim()
        .split(',')
        .map((value, i) => [names[i], value]),
    )
    const sizes = ['size_1', 'size_2', 'size_3', 'size_4', 'size_5', 'size_6', 'size_7plus']
    return sizes.map((name, s) => `${cells.county},${cells.tract},${cells.block_group},${s + 1},${cells[name]}`)
  })
  const path = home('sf', `county,tract,bg,size,n\n${long.join('\n')}\n`)
  const flags = ['--levels', 'county,tract,bg', '--size', 'size', '--count', 'n', '--max-size', '7', '--epsilon', '1']
  const run = tacet(['groups', 'groups.csv', ...flags, '--out', 'release', '--seed', '1', '--evaluate', '--json'], path)
  const { levels, checks } = JSON.parse(run.stdout)
  expect(levels.map(({ regions, groups }: { regions: number; groups: number }) => [regions, groups])).toEqual([
    [1, 345_811],
    [197, 345_811],
    [581, 345_811],
  ])
  expect(checks).toMatchObject({ consistent: true, valid: true, faithful: true })
  expect(levels[2].l1Error / 345_811).toBeLessThan(0.06)
})

test('regions from a table of parents, uneven, with an empty one', () => {
  const path = home('tree', 'place,size\nn1,1\nn1,2\nsouth,2\n')
  writeFileSync(join(path, 'tree.csv'), 'place,within\nland,\nnorth,land\nsouth,land\nn1,north\nn2,north\n')
  const flags = [
    '--levels',
    'place',
    '--parents',
    'tree.csv:place,within',
    '--size',
    'size',
    '--max-size',
    '3',
    '--epsilon',
    '1',
  ]
  const run = tacet(['groups', 'groups.csv', ...flags, '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  expect(JSON.parse(run.stdout).levels.map((level: { regions: number }) => level.regions)).toEqual([1, 2, 3])
  writeFileSync(join(path, 'tree.csv'), 'place,within\nn1,north\nsouth,\n')
  const orphan = tacet(['groups', 'groups.csv', ...flags, '--out', 'again'], path)
  expect(orphan.code).toBe(2)
  expect(orphan.stderr).toMatch(/"n1" lies in "north", which has no line/)
})

test('without --out a release goes to a folder of its own, beside the last', () => {
  const path = home('unnamed')
  const outs = [1, 2].map(
    () => JSON.parse(tacet(['groups', 'groups.csv', ...FLAGS, '--seed', '1', '--json'], path).stdout).out,
  )
  expect(outs).toEqual(['tacet-groups', 'tacet-groups-2'])
})

test('a plan of group sizes: levels, shares, sensitivity, the error to expect; nothing spent', () => {
  const path = join(folder, 'plan-groups')
  mkdirSync(path)
  writeFileSync(join(path, 'groups.csv'), 'us,st,size\nUS,GA,1\nUS,GA,3\nUS,NY,1\nUS,NY,2\n')
  writeFileSync(
    join(path, 'groups.yaml'),
    `tacet: 1
source: { file: groups.csv }
privacy: { epsilon: 1, levels: { us: 1/4, st: 3/4 } }
groups: { levels: [us, st], size: size, largest: 5 }
`,
  )
  const run = tacet(['plan', 'groups.yaml', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { groups } = JSON.parse(run.stdout)
  expect(groups).toMatchObject({
    mechanism: 'cumulative',
    sizes: 5,
    privacy: { words: 'epsilon 1' },
    levels: [
      { name: 'us', regions: 1, share: '1/4', sensitivity: 1 },
      { name: 'st', regions: 2, share: '3/4', sensitivity: 1 },
    ],
  })
  expect(groups.levels[0].predictedError).toBeGreaterThan(groups.levels[1].predictedError / 2)
  expect(tacet(['plan', 'groups.yaml'], path).stdout).toMatch(/us\s+1\s+5\s+25\.0/)
  expect(readdirSync(path)).toEqual(['groups.csv', 'groups.yaml'])
})
