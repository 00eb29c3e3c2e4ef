/** `tacet topdown` over places given in other ways, and over many of them on threads. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import {
  addedUp,
  COUNTY_SPEC,
  type Counts,
  changed,
  countIn,
  countsCsv,
  countyPeople,
  drawFrom,
  folderWith,
  readRelease,
  regionsIn,
  sorted,
} from './support/topdown.ts'

const folder = testFolder()
const CODES = ['n', 'm', 's']

/** The county's people with blocks called by codes: `n1` for `north/b1`. */
function coded(): Counts {
  return new Map([...countyPeople()].map(([key, n]) => [key.replace(/^(.)\w*\/b/, '$1'), n]))
}

const SPEC = changed(
  changed(COUNTY_SPEC, 'region: [region, block]', 'region: code'),
  'columns: [region, block]',
  'code: { column: code, prefixes: { region: 1, block: 2 } }',
)

function dorms(people: Counts): string {
  const places = regionsIn(people).filter((place) => countIn(people, place, 'dorm') > 0)
  return `code,kind,count\n${places.map((place) => `${place},dorm,1\n`).join('')}`
}

const byCode = (region: string): string | undefined =>
  region === 'county' ? undefined : region.length > 1 ? region.slice(0, 1) : 'county'

/** Releases it, and holds it to the truth of its block totals and to the sum of its leaves. */
function release(path: string, people: Counts): ReturnType<typeof readRelease> {
  const run = tacet(['topdown', 'county.yaml', '--out', 'release', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const released = readRelease(join(path, 'release'))
  expect(sorted(released.all)).toEqual(sorted(addedUp(released.leaves, byCode)))
  for (const block of regionsIn(people)) expect(countIn(released.leaves, block), block).toBe(countIn(people, block))
  const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(verified.code, verified.stdout).toBe(0)
  return released
}

test('places by the leading characters of a code', () => {
  const people = coded()
  const path = folderWith(join(folder, 'codes'), {
    'people.csv': countsCsv(people, 'code,sex,kind,n'),
    'dorms.csv': dorms(people),
    'county.yaml': SPEC,
  })
  const { all } = release(path, people)
  expect(CODES.every((code) => countIn(all, code) > 0)).toBe(true)
})

test('a list of places adds those where nobody lives, and nobody is put there', () => {
  const people = coded()
  const places = [...regionsIn(people), 'e1', 'e2', 'n9']
  const path = folderWith(join(folder, 'listed'), {
    'people.csv': countsCsv(people, 'code,sex,kind,n'),
    'dorms.csv': dorms(people),
    'places.csv': `place\n${places.join('\n')}\n`,
    'county.yaml': changed(SPEC, 'block: 2 } }', 'block: 2 }, regions: { file: places.csv, column: place } }'),
  })
  const { all } = release(path, people)
  for (const empty of ['e', 'e1', 'e2', 'n9']) expect(countIn(all, empty)).toBe(0)
  const { levels } = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8')).result
  expect(levels).toEqual([
    { name: 'county', nodes: 1 },
    { name: 'region', nodes: 4 },
    { name: 'block', nodes: 15 },
  ])
})

test('places by a table of parents', () => {
  const people = coded()
  const blocks = regionsIn(people).map((block) => `${block},${block.slice(0, 1)}\n`)
  const path = folderWith(join(folder, 'parents'), {
    'people.csv': countsCsv(people, 'code,sex,kind,n'),
    'dorms.csv': dorms(people),
    'tree.csv': `place,within\n${CODES.map((code) => `${code},\n`).join('')}${blocks.join('')}`,
    'county.yaml': changed(
      SPEC,
      'code: { column: code, prefixes: { region: 1, block: 2 } }',
      'parents: { column: code, levels: [region, block], regions: { file: tree.csv, column: place, parent: within } }',
    ),
  })
  release(path, people)
})

/** 2,000 leaves of 60 cells: above the size from which a release is solved on threads. */
const LARGE = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: land, columns: [region, block] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: age, range: [0, 29] }
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: age }, { query: detailed }]
public: [{ name: population, query: total, level: region, exactly: data }]
topdown: { simulations: 0 }
`

test('however many threads solve it, a seeded release is the same to the byte', () => {
  const draw = drawFrom(3)
  const people = new Map<string, number>()
  for (let leaf = 0; leaf < 2000; leaf++) {
    for (let i = 0; i < 6; i++) people.set(`r${leaf % 20}/b${leaf}|${'fm'[draw(2)]},${draw(30)}`, 1 + draw(9))
  }
  const path = folderWith(join(folder, 'large'), {
    'people.csv': countsCsv(people, 'region,block,sex,age,n'),
    'land.yaml': LARGE,
  })
  const cells = ['1', '2'].map((threads) => {
    const run = tacet(['topdown', 'land.yaml', '--out', threads, '--seed', '5', '--threads', threads, '--json'], path)
    expect(run.code, run.stderr).toBe(0)
    expect(JSON.parse(run.stdout).checks).toMatchObject({ nonNegativeIntegers: true, childrenAddUp: true })
    return readFileSync(join(path, threads, 'cells.csv'))
  })
  expect(cells[0].equals(cells[1])).toBe(true)
})
