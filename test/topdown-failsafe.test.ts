/** `tacet topdown` where the public facts are more than the theorems cover: the failsafe, and facts of other modes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Ended, tacet, testFolder } from './support/cli.ts'
import {
  addedUp,
  COUNTY_SPEC,
  type Counts,
  changed,
  countIn,
  countsCsv,
  countyFolder,
  countyPeople,
  folderWith,
  pathParent,
  readRelease,
  regionsIn,
  sorted,
} from './support/topdown.ts'

const folder = testFolder()

/** The document that `--json` prints, of a run that must succeed. */
function topdown(path: string, ...flags: readonly string[]) {
  const run: Ended = tacet(['topdown', 'county.yaml', ...flags, '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  return JSON.parse(run.stdout)
}

const reports = (path: string, text: string): boolean =>
  readFileSync(join(path, 'release', 'report.html'), 'utf8').includes(text)

/** Half a home each is not true of the county: the figures are as the facts say, and far from what was measured. */
function verifiedButForAFalseFact(path: string): void {
  const run = tacet(['verify', 'release', '--json'], path)
  const wrong = JSON.parse(run.stdout).checks.filter(({ ok }: { readonly ok: boolean }) => !ok)
  expect(wrong).toMatchObject([{ name: 'residuals', detail: expect.stringContaining('a public fact is not true') }])
}

function verified(path: string, release: string): void {
  const run = tacet(['verify', release, '--json'], path)
  expect(run.code, run.stdout).toBe(0)
}

/**
 * Each of three blocks lives on two rows and the same two columns, so that (x, q) and (y, p) have the same sum in the
 * county. No interval for a set of cells tells that, and noise at the top may break it.
 */
const CROSSING: Counts = new Map(
  [
    ['b0', 'x,p'],
    ['b0', 'y,q'],
    ['b1', 'y,q'],
    ['b1', 'z,r'],
    ['b2', 'x,p'],
    ['b2', 'z,r'],
  ].map(([block, cell]) => [`${block}|${cell}`, 1]),
)

const CROSSING_SPEC = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: county, columns: [block] }
attributes:
  - { name: row, levels: [x, "y", z] }
  - { name: column, levels: [p, q, r] }
privacy: { epsilon: 1 }
workload: [{ query: detailed }]
public:
  - { name: rows, query: row, level: block, exactly: { file: rows.csv, region: block, absent: zero } }
  - { name: columns, query: column, level: block, exactly: { file: columns.csv, region: block, absent: zero } }
topdown: { simulations: 0, estimate: level }
`

/** A public table of one label of the cells. */
function marginCsv(counts: Counts, name: string, position: number): string {
  const lines = [...counts.keys()].map((key) => `${key.split('|')[0]},${key.split('|')[1].split(',')[position]},1`)
  return `block,${name},count\n${lines.join('\n')}\n`
}

test('two crossing partitions of three values are not proved; where the failsafe acts, it says by how much', () => {
  const path = folderWith(join(folder, 'crossing'), {
    'people.csv': countsCsv(CROSSING, 'block,row,column,n'),
    'rows.csv': marginCsv(CROSSING, 'row', 0),
    'columns.csv': marginCsv(CROSSING, 'column', 1),
    'county.yaml': CROSSING_SPEC,
  })
  const acted: number[] = []
  for (let seed = 0; seed < 20 && acted.length < 2; seed++) {
    const out = `seed-${seed}`
    const { failsafe, implied, checks } = topdown(path, '--out', out, '--seed', `${seed}`)
    expect(implied.complete).toBe(false)
    expect(implied.words).toMatch(/"rows" and "columns" split the counts of a block in ways that cross.*NP-complete/)
    expect(checks).toMatchObject({
      childrenAddUp: true,
      parentsKept: failsafe.length === 0,
      factsHold: true,
      impliedComplete: false,
    })
    const report = readFileSync(join(path, out, 'report.html'), 'utf8')
    expect(report.includes('Where the failsafe acted')).toBe(failsafe.length > 0)
    for (const { region, distance, least, totalKept } of failsafe) {
      expect(region).toBe('county')
      expect(least).toBeGreaterThan(0)
      expect(distance).toBeGreaterThanOrEqual(least)
      expect(totalKept).toBe(true)
    }
    const { all, leaves } = readRelease(join(path, out))
    expect(sorted(all)).toEqual(sorted(addedUp(leaves, pathParent('county'))))
    for (const block of regionsIn(CROSSING)) {
      for (const label of ['x', 'y', 'z', 'p', 'q', 'r']) {
        expect(countIn(leaves, block, label), `${block} ${label}`).toBe(countIn(CROSSING, block, label))
      }
    }
    verified(path, out)
    if (failsafe.length > 0) acted.push(seed)
  }
  expect(acted.length).toBe(2)
})

test('a fact about a place that the failsafe moves still holds there', () => {
  const counts: Counts = new Map([...CROSSING].map(([key, n]) => [`east/${key}`, n]))
  const inCounty = (text: string): string => text.replaceAll('east/', 'east,').replace('block,', 'county,block,')
  const spec = changed(
    CROSSING_SPEC.replaceAll('region: block', 'region: [county, block]'),
    '[block]',
    '[county, block]',
  )
  const path = folderWith(join(folder, 'moved'), {
    'people.csv': inCounty(countsCsv(counts, 'block,row,column,n')),
    'rows.csv': inCounty(marginCsv(counts, 'row', 0)),
    'columns.csv': inCounty(marginCsv(counts, 'column', 1)),
    'county.yaml': changed(
      changed(spec, 'top: county', 'top: state'),
      'public:\n',
      'public:\n  - { name: corner, where: { row: [x], column: [q] }, level: county, atLeast: 1 }\n',
    ),
  })
  for (const seed of ['0', '4']) {
    const { failsafe, facts } = topdown(path, '--out', `seed-${seed}`, '--seed', seed)
    expect(failsafe).toMatchObject([{ region: 'east', factsKept: true }])
    expect(factIn(facts, 'corner')).toMatchObject({ broken: 0 })
    verified(path, `seed-${seed}`)
  }
})

test('where the failsafe acted, the command says so', () => {
  const path = join(folder, 'crossing')
  for (let seed = 0; seed < 20; seed++) {
    const run = tacet(['topdown', 'county.yaml', '--out', `words-${seed}`, '--seed', `${seed}`], path)
    expect(run.stdout).toMatch(/NP-complete/)
    if (run.stdout.includes('The failsafe acted')) return
  }
  expect.fail('the failsafe acted in none of twenty simulations')
})

/** Half a spouse a home: whole in a region with two homes, and nobody in a block with one. */
const HALVES = `  - { name: homes, where: { kind: [householder] }, level: block, exactly: 1 }
  - { name: two homes each, where: { kind: [spouse] }, level: block, atMostTimes: { times: 1/2, of: { kind: [householder] } }, mode: MODE }
  - { name: no children, where: { kind: [child] }, level: block, atMost: 0, mode: checked }
  - { name: some children, where: { kind: [child] }, level: county, atLeast: 1, mode: checked }
`

/** The county with other facts in the place of its own. */
const withFacts = (facts: string): string => COUNTY_SPEC.replace(/^( {2}- \{ name: (population|dorms).*\n)+/m, facts)

/** What a release says of one of its facts. */
function factIn(facts: readonly { name: string }[], name: string): unknown {
  return facts.find((fact) => fact.name === name)
}

test('a fact that is tried is dropped where it must be, and reported; one that is checked is counted', () => {
  const path = countyFolder(join(folder, 'tried'), withFacts(changed(HALVES, 'MODE', 'tried')))
  const { facts, failsafe, checks } = topdown(path, '--out', 'release', '--seed', '1')
  expect(failsafe).toEqual([])
  expect(checks).toMatchObject({ childrenAddUp: true, factsHold: true })
  const { leaves } = readRelease(join(path, 'release'))
  const blocks = regionsIn(countyPeople())
  for (const block of blocks) expect(countIn(leaves, block, 'householder'), block).toBe(1)
  const broken = blocks.filter((block) => countIn(leaves, block, 'spouse') > 1 / 2)
  expect(broken.length).toBeGreaterThan(0)
  expect(factIn(facts, 'two homes each')).toMatchObject({ mode: 'tried', broken: broken.length })
  const withChildren = blocks.filter((block) => countIn(leaves, block, 'child') > 0)
  expect(withChildren.length).toBeGreaterThan(0)
  expect(factIn(facts, 'no children')).toMatchObject({ mode: 'checked', broken: withChildren.length })
  expect(factIn(facts, 'some children')).toMatchObject({ mode: 'checked', broken: 0, examples: [] })
  const { solve } = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8')).result
  const dropped: readonly string[] = solve.at(-1).dropped
  expect(broken.filter((block) => !dropped.includes(block.split('/')[0]))).toEqual([])
  expect(reports(path, 'Facts that were tried and dropped')).toBe(true)
  verifiedButForAFalseFact(path)
})

test('the same fact enforced holds in every block, whatever that moves above', () => {
  const path = countyFolder(join(folder, 'enforced'), withFacts(changed(HALVES, 'MODE', 'enforced')))
  const { facts, checks, failsafe } = topdown(path, '--out', 'release', '--seed', '1')
  expect(checks).toMatchObject({
    factsHold: true,
    impliedComplete: false,
    childrenAddUp: true,
    parentsKept: failsafe.length === 0,
  })
  expect(factIn(facts, 'two homes each')).toMatchObject({ mode: 'enforced', broken: 0 })
  const { all } = readRelease(join(path, 'release'))
  expect([...all.keys()].filter((key) => key.endsWith('spouse'))).toEqual([])
  verifiedButForAFalseFact(path)
})

/** In one block nobody has a home and two are spouses, so that the tried fact cannot be met there. */
const HOPELESS = `  - { name: homes, where: { kind: [householder] }, level: block, exactly: { file: homes.csv, region: [region, block] } }
  - { name: wives, where: { kind: [spouse] }, level: block, atLeast: { file: wives.csv, region: [region, block] } }
  - { name: a home each, where: { kind: [spouse] }, level: block, atMostTimes: { of: { kind: [householder] } }, mode: tried }
`

test('a tried fact that other facts contradict in one block is reported as dropped, and holds where it can', () => {
  const path = countyFolder(join(folder, 'hopeless'), withFacts(HOPELESS))
  writeFileSync(join(path, 'homes.csv'), 'region,block,count\nsouth,b2,0\n')
  writeFileSync(join(path, 'wives.csv'), 'region,block,count\nsouth,b2,2\n')
  const { facts } = topdown(path, '--out', 'release', '--seed', '1')
  const { leaves } = readRelease(join(path, 'release'))
  expect(countIn(leaves, 'south/b2', 'householder')).toBe(0)
  expect(countIn(leaves, 'south/b2', 'spouse')).toBeGreaterThanOrEqual(2)
  const broken = regionsIn(countyPeople()).filter(
    (block) => countIn(leaves, block, 'spouse') > countIn(leaves, block, 'householder'),
  )
  expect(factIn(facts, 'a home each')).toMatchObject({ mode: 'tried', broken: broken.length })
  expect(reports(path, 'Facts that were tried and dropped')).toBe(true)
  expect(broken.filter((block) => !block.startsWith('south/'))).toEqual([])
})
