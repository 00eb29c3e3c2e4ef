/** `tacet topdown` with people and housing units in one solve. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tacet, tacetUntil, testFolder } from './support/cli.ts'
import {
  addedUp,
  type Counts,
  changed,
  charges,
  countIn,
  countsCsv,
  countyPeople,
  csvLines,
  dormsCsv,
  drawFrom,
  folderWith,
  ONCE,
  pathParent,
  readRelease,
  regionsIn,
  sorted,
} from './support/topdown.ts'

const folder = testFolder()
const people = countyPeople()
const units = countyUnits(people)
const up = pathParent('county')
const LEDGERS = ['tacet-ledger.jsonl', 'tacet-ledger-units.jsonl']

const SPEC = `tacet: 1
title: County
source: { file: people.csv, count: n }
geography: { top: county, columns: [region, block] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: kind, levels: [householder, spouse, child, dorm] }
privacy: { epsilon: 2 }
workload: [{ query: total }, { query: kind }, { query: detailed }]
public:
  - { name: population, query: total, level: county, exactly: data }
  - { name: dorms, query: kind, where: { kind: [dorm] }, level: block, atLeast: { file: dorms.csv, region: [region, block], absent: zero } }
units:
  source: { file: units.csv, count: n }
  attributes:
    - { name: status, levels: [occupied, vacant] }
    - { name: size, levels: [small, large] }
  privacy: { epsilon: 1 }
  workload: [{ query: status }, { query: detailed }]
  impossible: [{ status: [vacant], size: [large] }]
  public: [{ name: all units, query: total, level: block, exactly: data }]
  links:
    - { name: one householder a home, level: block, people: { kind: [householder] }, atMostTimes: 1, atLeastTimes: 1, units: { status: [occupied] } }
    - { name: spouses have a home, level: block, people: { kind: [spouse] }, atMostTimes: "3/2", units: { status: [occupied] } }
topdown: { simulations: 0 }
output: { microdata: true }
`

/** As many occupied homes as householders, and some vacant ones. */
function countyUnits(of: Counts): Counts {
  const draw = drawFrom(11)
  const homes = new Map<string, number>()
  for (const block of regionsIn(of)) {
    const occupied = countIn(of, block, 'householder')
    const large = draw(occupied)
    if (large > 0) homes.set(`${block}|occupied,large`, large)
    homes.set(`${block}|occupied,small`, occupied - large)
    homes.set(`${block}|vacant,small`, 1 + draw(4))
  }
  return homes
}

function home(name: string, spec = SPEC, persons: Counts = people, homes: Counts = units): string {
  return folderWith(join(folder, name), {
    'people.csv': countsCsv(persons, 'region,block,sex,kind,n'),
    'units.csv': countsCsv(homes, 'region,block,status,size,n'),
    'dorms.csv': dormsCsv(persons),
    'county.yaml': spec,
  })
}

let path: string
let result: Record<string, { units?: { words: string }; name: string }[]>
beforeAll(() => {
  path = home('plain')
  const run = tacet(['topdown', 'county.yaml', '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  result = JSON.parse(run.stdout)
})

test('the links hold at every block, and so do the facts of either table', () => {
  const persons = readRelease(join(path, 'release'))
  const homes = readRelease(join(path, 'release'), 'units.csv')
  expect(homes.columns).toEqual(['level', 'region', 'status', 'size', 'count', 'standard_error'])
  expect(sorted(persons.all)).toEqual(sorted(addedUp(persons.leaves, up)))
  expect(sorted(homes.all)).toEqual(sorted(addedUp(homes.leaves, up)))
  expect(countIn(persons.all, 'county')).toBe(countIn(addedUp(people, up), 'county'))
  for (const block of regionsIn(people)) {
    const occupied = countIn(homes.leaves, block, 'occupied')
    expect(countIn(persons.leaves, block, 'householder'), block).toBe(occupied)
    expect(countIn(persons.leaves, block, 'spouse'), block).toBeLessThanOrEqual((3 / 2) * occupied)
    expect(countIn(persons.leaves, block, 'dorm') > 0, block).toBe(countIn(people, block, 'dorm') > 0)
    expect(countIn(homes.leaves, block), block).toBe(countIn(units, block))
    expect(countIn(homes.leaves, block, 'vacant', 'large'), block).toBe(0)
  }
})

test('each table has its ledger, charged once; verify looks at both tables', () => {
  for (const ledger of LEDGERS) expect(charges(join(path, ledger)), ledger).toEqual(ONCE)
  const lines = LEDGERS.map((ledger) => readFileSync(join(path, ledger), 'utf8'))
  expect(lines[1]).toContain('housing unit')
  const run = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(run.code, run.stdout).toBe(0)
  const names = JSON.parse(run.stdout).checks.map((check: { name: string }) => check.name)
  expect(names).toEqual(expect.arrayContaining(['measurements', 'unit measurements', 'fact: one householder a home']))
})

test('the two budgets are told apart, and the report says both', () => {
  expect(result.privacy).toMatchObject({ units: { dataset: 'units.csv', words: expect.stringMatching(/^epsilon/) } })
  expect(result.facts.map(({ name }) => name)).toEqual(expect.arrayContaining(['all units', 'spouses have a home']))
  expect(readFileSync(join(path, 'release', 'report.html'), 'utf8')).toContain('Privacy loss of the units')
  const lines = csvLines(join(path, 'release', 'unit-microdata.csv')).slice(1)
  expect(lines.length).toBe([...units.values()].reduce((sum, n) => sum + n, 0))
})

test('verify notices one householder too many', () => {
  const cells = join(path, 'release', 'cells.csv')
  const before = readFileSync(cells, 'utf8')
  const line = /^(block,[^,]*,f,householder,)(\d+)/m
  writeFileSync(
    cells,
    before.replace(line, (_, a, n) => `${a}${Number(n) + 1}`),
  )
  const { ok, checks } = JSON.parse(tacet(['verify', 'release', '--json'], path).stdout)
  expect(ok).toBe(false)
  const failed = checks.filter((check: { ok: boolean }) => !check.ok).map((check: { name: string }) => check.name)
  expect(failed).toEqual(expect.arrayContaining(['files', 'children add up', 'fact: one householder a home']))
  writeFileSync(cells, before)
})

test('seeded it repeats to the byte; with a budget without end both tables are the truth', () => {
  const rich = home('rich', changed(changed(SPEC, 'epsilon: 2', 'epsilon: 300'), 'epsilon: 1', 'epsilon: 300'))
  for (const out of ['one', 'two']) {
    const run = tacet(['topdown', 'county.yaml', '--out', out, '--seed', '5'], rich)
    expect(run.code, run.stderr).toBe(0)
  }
  for (const file of ['cells.csv', 'units.csv', 'answers.csv', 'unit-measurements.csv']) {
    const [one, two] = ['one', 'two'].map((out) => readFileSync(join(rich, out, file)))
    expect(one.equals(two), file).toBe(true)
  }
  expect(sorted(readRelease(join(rich, 'one')).all)).toEqual(sorted(addedUp(people, up)))
  expect(sorted(readRelease(join(rich, 'one'), 'units.csv').all)).toEqual(sorted(addedUp(units, up)))
})

test('no more than either cap allows: both ledgers are asked before anything is spent', () => {
  const capped = home('capped')
  const unit = 'one housing unit changed to another record'
  tacet(['ledger', 'init', LEDGERS[1], '--dataset', 'units.csv', '--unit', unit], capped)
  tacet(['ledger', 'cap', LEDGERS[1], '--epsilon', '1/2', '--reason', 'a test'], capped)
  const run = tacet(['topdown', 'county.yaml', '--out', 'release'], capped)
  expect(run.code, run.stderr).toBe(3)
  for (const ledger of LEDGERS) expect(charges(join(capped, ledger)), ledger).toEqual({ reserved: 0, committed: 0 })
  expect(readdirSync(capped).filter((name) => name.startsWith('release'))).toEqual([])
})

test('a ledger kept for something else is noticed before anything is spent', () => {
  const clashing = home('clashing')
  tacet(
    ['ledger', 'init', LEDGERS[1], '--dataset', 'other.csv', '--unit', 'one housing unit changed to another record'],
    clashing,
  )
  const run = tacet(['topdown', 'county.yaml', '--out', 'release'], clashing)
  expect(run.code, run.stderr).toBe(2)
  expect(run.stderr).toMatch(/kept for "other.csv"/)
  for (const ledger of LEDGERS) expect(charges(join(clashing, ledger)), ledger).toEqual({ reserved: 0, committed: 0 })
  expect(readdirSync(clashing).filter((name) => name.startsWith('release'))).toEqual([])
})

test('units cannot be extended, and nothing is spent on trying', () => {
  const run = tacet(['topdown', 'county.yaml', '--extend', 'release', '--out', 'second'], path)
  expect(run.code).toBe(2)
  expect(run.stderr).toMatch(/cannot keep units as they were released/)
})

/** What may be there when a run is killed: nothing of the units, or some of what was measured of them. */
const moments: readonly [string, (path: string) => boolean][] = [
  ['the people are charged', (at) => charges(join(at, LEDGERS[0])).reserved > 0],
  ['the people are drawn', (at) => charges(join(at, LEDGERS[0])).committed > 0],
  ['the units are charged', (at) => charges(join(at, LEDGERS[1])).reserved > 0],
  ['the units are drawn', (at) => charges(join(at, LEDGERS[1])).committed > 0],
]

test.each(moments)('killed when %s, a run goes on and charges each ledger once', async (name, moment) => {
  const killed = home(`killed when ${name}`)
  const args = ['topdown', 'county.yaml', '--out', 'release']
  const first = await tacetUntil(args, killed, () => moment(killed), 'SIGKILL')
  expect(first.code).toBe(null)
  const second = tacet(args, killed)
  expect(second.code, second.stderr).toBe(0)
  for (const ledger of LEDGERS) expect(charges(join(killed, ledger)), ledger).toEqual(ONCE)
  const verified = tacet(['verify', 'release', '--ledger', LEDGERS[0], '--json'], killed)
  expect(verified.code, verified.stdout).toBe(0)
})

test('verify finds the run in the ledger of the units too', () => {
  const run = tacet(['verify', 'release', '--ledger', LEDGERS[1], '--json'], path)
  expect(run.code, run.stdout).toBe(0)
})

const HOTEL = 'north/b9'

test.each<[string, string, Counts, Counts, number, RegExp]>([
  [
    'units at a place where no people are listed',
    SPEC,
    people,
    new Map([...units, [`${HOTEL}|vacant,small`, 4]]),
    2,
    /units\.source: the place "north\/b9" has units and no line among the people\. List all places/,
  ],
  [
    'a link that speaks of an unknown level',
    changed(SPEC, 'units: { status: [occupied] }', 'units: { status: [lived in] }'),
    people,
    units,
    2,
    /units\.links\[0\]\.units.*"lived in".*occupied, vacant/s,
  ],
  [
    'a link at an unknown level of places',
    changed(SPEC, 'home, level: block', 'home, level: street'),
    people,
    units,
    2,
    /units\.links\[0\].*"street".*county, region, block/s,
  ],
  [
    'more homes than the people allow',
    changed(
      SPEC,
      'public: [{',
      'public: [{ name: many homes, where: { status: [occupied] }, level: region, atLeast: 500 }, {',
    ),
    people,
    units,
    4,
    /contradict each other\..*many homes/s,
  ],
])('%s: refused, nothing spent, nothing left', (name, spec, persons, homes, code, says) => {
  const bad = home(name, spec, persons, homes)
  const run = tacet(['topdown', 'county.yaml', '--out', 'release'], bad)
  expect(run.stderr).toMatch(says)
  expect(run.code, run.stderr).toBe(code)
  expect(readdirSync(bad).sort()).toEqual(['county.yaml', 'dorms.csv', 'people.csv', 'units.csv'])
})

test('a place without people is released when the people list it with a count of 0', () => {
  const path0 = home('empty place', SPEC, people, new Map([...units, [`${HOTEL}|vacant,small`, 4]]))
  writeFileSync(join(path0, 'people.csv'), `${readFileSync(join(path0, 'people.csv'), 'utf8')}north,b9,f,child,0\n`)
  const run = tacet(['topdown', 'county.yaml', '--out', 'release'], path0)
  expect(run.code, run.stderr).toBe(0)
  const homes = readRelease(join(path0, 'release'), 'units.csv')
  expect(countIn(homes.leaves, HOTEL)).toBe(4)
  const persons = readRelease(join(path0, 'release'))
  expect(countIn(persons.leaves, HOTEL, 'householder')).toBe(countIn(homes.leaves, HOTEL, 'occupied'))
})
