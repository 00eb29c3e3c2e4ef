/** Workloads that leave cells free: what nobody measured is not decided above the leaves, whatever else is asked, and wherever it is solved. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveRelease, verifyRelease } from 'tacet/jobs'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { runSpec } from './support/jobs.ts'
import { releasedBytes } from './support/land.ts'
import { csvLines } from './support/topdown.ts'

const folder = testFolder()
const RACES = ['A', 'B']
const AGES = ['young', 'old']

/** people[block][race][age] */
type People = Readonly<Record<string, readonly (readonly [number, number])[]>>

const attributes = `attributes:
  - { name: race, levels: [A, B] }
  - { name: age, levels: [young, old] }
`
const head = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: town, columns: [block] }
topdown: { simulations: 1 }
`

function town(name: string, people: People, specs: Readonly<Record<string, string>>): string {
  const home = join(folder, name)
  mkdirSync(home)
  const lines = Object.entries(people).flatMap(([block, races]) =>
    races.flatMap((ages, r) => ages.map((n, a) => `${block},${RACES[r]},${AGES[a]},${n}`)),
  )
  writeFileSync(join(home, 'people.csv'), `block,race,age,n\n${lines.join('\n')}\n`)
  const homes = ['own,few', 'own,many', 'rent,few', 'rent,many'].flatMap((cell, i) =>
    Object.keys(people).map((block, b) => `${block},${cell},${100 * (i + 1) + 60 * b * (i % 2)}`),
  )
  writeFileSync(join(home, 'homes.csv'), `block,tenure,rooms,n\n${homes.join('\n')}\n`)
  for (const [file, text] of Object.entries(specs)) writeFileSync(join(home, `${file}.yaml`), text)
  return home
}

/** A cell's standard errors by level, as they are written. */
function cellErrors(out: string): readonly (readonly [string, string])[] {
  const [columns, ...lines] = csvLines(join(out, 'cells.csv'))
  return lines.map((line) => [line[columns.indexOf('level')], line[columns.indexOf('standard_error')]])
}

/** Of a query, the counts with their errors by region and label. */
function answers(out: string, query: string, label = query): Record<string, readonly [number, string]> {
  const [columns, ...lines] = csvLines(join(out, 'answers.csv'))
  const at = (line: readonly string[], column: string): string => line[columns.indexOf(column)]
  return Object.fromEntries(
    lines
      .filter((line) => at(line, 'query') === query)
      .map((line) => [
        `${at(line, 'region')} ${at(line, label)}`,
        [Number(at(line, 'count')), at(line, 'standard_error')],
      ]),
  )
}

/** Everybody in the east is A, everybody in the west is B: the town's race by age is what nobody asked for. */
const EAST_WEST: People = {
  east: [
    [300, 500],
    [0, 0],
  ],
  west: [
    [0, 0],
    [500, 700],
  ],
}
const TRUE_AGES = { 'east young': 300, 'east old': 500, 'west young': 500, 'west old': 700 }
const ages = (out: string) =>
  Object.fromEntries(
    Object.entries(answers(out, 'age'))
      .filter(([key]) => key in TRUE_AGES)
      .map(([key, [n]]) => [key, n]),
  )

const WAYS: Readonly<Record<string, string>> = {
  exact: `${head}${attributes}privacy: { epsilon: 100 }
workload: [{ query: age }]
public: [{ query: race, level: block, exactly: data }]
`,
  measured: `${head}${attributes}privacy: { epsilon: 100 }
workload: [{ query: race }, { query: age }]
`,
  levels: `${head.replace('simulations: 1', 'simulations: 1, estimate: level')}${attributes}privacy: { epsilon: 100 }
workload: [{ query: race }, { query: age }]
`,
  recoded: `${head}${attributes}recodes: [{ name: some, of: race, groups: { a: [A] } }]
privacy: { epsilon: 100 }
workload: [{ query: total }, { query: some }, { query: age }]
`,
  above: `${head}${attributes}privacy: { epsilon: 100 }
workload: [{ query: race, levels: [block] }, { query: age }]
public: [{ query: race, level: town, exactly: data }]
`,
  units: `${head}${attributes}privacy: { epsilon: 100 }
workload: [{ query: race }, { query: age }]
units:
  source: { file: homes.csv, count: n }
  attributes: [{ name: tenure, levels: [own, rent] }, { name: rooms, levels: [few, many] }]
  privacy: { epsilon: 100 }
  workload: [{ query: tenure }, { query: rooms }]
  links: [{ name: a home for everybody, level: block, people: {}, units: {}, atMostTimes: 4 }]
`,
  tried: `${head}${attributes}privacy: { epsilon: 100 }
workload: [{ query: race }, { query: age }]
public: [{ query: total, level: block, where: { race: [A] }, atMost: 900, mode: tried }, { query: total, level: block, where: { age: [old] }, atMost: 800, mode: tried }]
`,
}

test.each(Object.keys(WAYS))(
  'ages that are measured well come back, race and age together unknown: %s',
  async (way) => {
    const home = town(way, EAST_WEST, { spec: WAYS[way] })
    const out = join(home, 'out')
    await runSpec('topdown', join(home, 'spec.yaml'), { out, seed: 'ages' })
    expect(ages(out)).toEqual(TRUE_AGES)
    if (way === 'units') expect(homesOf(out)).toEqual([400, 600, 400, 720])
    expect(Object.values(answers(out, 'age')).every(([, error]) => error !== '' && Number(error) < 2)).toBe(true)
    expect(cellErrors(out).filter(([, error]) => error !== '')).toEqual([]) // nothing is known of race by age
    expect((await verifyRelease(out)).checks.filter(({ ok }) => !ok)).toEqual([])
    expect(await resolveRelease(out)).toMatchObject({ ok: true })
  },
)

test('so they do in an extension, which keeps what was released', async () => {
  const before = `${head}attributes:\n  - { name: race, levels: [A, B] }\nprivacy: { epsilon: 100 }\nworkload: [{ query: detailed }]\n`
  const after = `${head}${attributes}privacy: { epsilon: 100 }\nworkload: [{ query: age }]\n`
  const home = town('extended', EAST_WEST, { before, after })
  await runSpec('topdown', join(home, 'before.yaml'), { out: join(home, 'before'), seed: '1' })
  const out = join(home, 'after')
  await runSpec('topdown', join(home, 'after.yaml'), { out, seed: '2' }, { more: { extend: join(home, 'before') } })
  expect(ages(out)).toEqual(TRUE_AGES)
  expect(await resolveRelease(out, { earlier: join(home, 'before') })).toMatchObject({ ok: true })
})

/** Homes with few and with many rooms, east and west. */
function homesOf(out: string): readonly number[] {
  const rooms = answers(out, 'units: rooms', 'rooms')
  return ['east few', 'east many', 'west few', 'west many'].map((key) => rooms[key][0])
}

test('workers elsewhere make the release of one machine, which carries down first', () => {
  const home = town('shared', EAST_WEST, { spec: WAYS.measured })
  for (const args of [
    ['topdown', 'spec.yaml', '--seed', '7', '--out', 'alone'],
    [
      'run',
      'spec.yaml',
      '--seed',
      '7',
      '--out',
      'shared',
      '--run-dir',
      'dir',
      '--workers',
      '1',
      '--chunk-seconds',
      '0.0001s',
    ],
  ]) {
    const { code, stderr } = tacet(args, home)
    expect(code, stderr).toBe(0)
  }
  expect(releasedBytes(join(home, 'shared'))).toEqual(releasedBytes(join(home, 'alone')))
  const { steps } = JSON.parse(tacet(['run', 'status', 'dir', '--json'], home).stdout)
  expect(steps.map(({ step }: { step: string }) => step)).toEqual(
    expect.arrayContaining(['carry-0', 'carry-1', 'added-1']),
  )
})
