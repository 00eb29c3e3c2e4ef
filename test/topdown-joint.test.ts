/** Linked tables: what follows exactly is listed, takes no noise and has no error; one person's loss is that of both tables. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { csvLines, folderWith } from './support/topdown.ts'

const folder = testFolder()
const PEOPLE = [
  'town,role,n',
  ...['a', 'b', 'c'].flatMap((town, i) => [`${town},householder,${20 + i}`, `${town},other,${31 + 2 * i}`]),
]
const HOMES = [
  'town,status,n',
  ...['a', 'b', 'c'].flatMap((town, i) => [`${town},occupied,${20 + i}`, `${town},vacant,${4 + i}`]),
]
const WHO = 'people: { role: [householder] }, units: { status: [occupied] }'
const EQUAL = `[{ name: householders, level: town, ${WHO}, atMostTimes: 1, atLeastTimes: 1 }]`
const STATUS = '[{ name: status by town, query: status, level: town, exactly: data }]'

interface Parts {
  readonly privacy?: string
  readonly unitPrivacy?: string
  readonly people?: string
  readonly units?: string
  readonly links?: string
}

const spec = ({
  privacy = 'epsilon: 1',
  unitPrivacy = 'epsilon: 1/2',
  people = '[]',
  units = '[]',
  links = '[]',
}: Parts) => `tacet: 1
source: { file: people.csv, count: n }
geography: { top: state, columns: [town] }
attributes: [{ name: role, levels: [householder, other] }]
privacy: { ${privacy} }
workload: [{ query: total }, { query: role }]
public: ${people}
units:
  source: { file: homes.csv, count: n }
  attributes: [{ name: status, levels: [occupied, vacant] }]
  recodes: [{ name: empty, of: status, groups: { empty: [vacant] } }]
  privacy: { ${unitPrivacy} }
  workload: [{ query: total }, { query: status }]
  public: ${units}
  links: ${links}
topdown: { simulations: 0 }
`

function released(name: string, parts: Parts, people = PEOPLE) {
  const path = folderWith(join(folder, name), {
    's.yaml': spec(parts),
    'people.csv': `${people.join('\n')}\n`,
    'homes.csv': `${HOMES.join('\n')}\n`,
  })
  const run = tacet(['topdown', 's.yaml', '--out', 'out', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const verified = tacet(['verify', 'out', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(verified.code, verified.stdout).toBe(0)
  return { path, ...JSON.parse(run.stdout) }
}

/** Count and error of householders by town, as released. */
const householders = (path: string) =>
  csvLines(join(path, 'out', 'cells.csv'))
    .filter(([level, , role]) => level === 'town' && role === 'householder')
    .map((line) => line.slice(-2).map(Number))

const SPLIT = `[{ name: no more, level: town, ${WHO}, atMostTimes: 1 }, { name: no fewer, level: town, ${WHO}, atLeastTimes: 1 }]`
const TOTAL_AND_VACANT =
  '[{ name: units, query: total, level: town, exactly: data }, { name: vacant, query: empty, level: town, exactly: data }]'
const FROM_ABOVE = `[{ name: all, level: state, ${WHO}, atLeastTimes: 1 }, { name: own, level: town, ${WHO}, atMostTimes: 1 }]`

test.each<[string, Parts]>([
  ['an equality in two links', { links: SPLIT, units: STATUS }],
  ['occupied as all less vacant', { links: EQUAL, units: TOTAL_AND_VACANT }],
  ['equal at the state, at most at the towns', { links: FROM_ABOVE, units: STATUS }],
])('%s: householders are exact, listed, and without an error', (name, parts) => {
  const { path, privacy } = released(name, parts)
  expect(privacy.publishedExactly).toHaveLength(1)
  expect(privacy.statement.join('\n')).toMatch(/follows exactly from/)
  expect(householders(path)).toEqual([
    [20, 0],
    [21, 0],
    [22, 0],
  ])
  expect(privacy.statement.join('\n')).toContain('over both tables together that is epsilon 1.')
})

test('a person with three records changes three units', () => {
  const people = PEOPLE.slice(1).map((line, i) => `${line.replace(/,\d+$/, '')},${i % 3}`)
  const homes = ['a', 'b', 'c'].flatMap((town) => [`${town},occupied,1`, `${town},vacant,2`])
  const privacy = 'epsilon: 1, person: { column: id, atMost: 3 }'
  const path = folderWith(join(folder, 'three'), {
    's.yaml': spec({ privacy, links: EQUAL }).replace('people.csv, count: n', 'people.csv'),
    'people.csv': `town,role,id\n${people.join('\n')}\n`,
    'homes.csv': `town,status,n\n${homes.join('\n')}\n`,
  })
  const run = tacet(['topdown', 's.yaml', '--out', 'out', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const verified = tacet(['verify', 'out', '--json'], path)
  expect(verified.code, verified.stdout).toBe(0)
  const { privacy: said } = JSON.parse(run.stdout)
  expect(said.together).toMatchObject({ records: 3, units: 3, proof: 'nested' })
  expect(said.statement.join('\n')).toContain('over both tables together that is epsilon 4.')
})

test('a person who changes changes two units', () => {
  const { privacy } = released('changes', { privacy: 'epsilon: 1, unit: change-person', links: EQUAL })
  expect(privacy.together).toMatchObject({ records: 2, units: 2 })
  expect(privacy.statement.join('\n')).toContain('over both tables together that is epsilon 3.')
})

test('a link that is only tried is not listed, and what it would fix has noise', () => {
  const { path, privacy } = released('tried', { links: EQUAL.replace('name:', 'mode: tried, name:'), units: STATUS })
  expect(privacy.publishedExactly).toEqual([])
  const measured = readFileSync(join(path, 'out', 'measurements.csv'), 'utf8')
  expect(measured).not.toMatch(/^town,.,role,householder,.*,0$/m)
})

test('nothing of a link is read off the data: where the data do not keep it, the release says what the link says', () => {
  const others = PEOPLE.map((line) => line.replace('householder,20', 'householder,23'))
  const { path } = released('not kept', { links: EQUAL, units: STATUS }, others)
  expect(householders(path)[0]).toEqual([20, 0])
})

test('counts that facts fix have no error in the plan either', () => {
  const { path } = released('planned', { units: TOTAL_AND_VACANT })
  const { plan, ...rest } = JSON.parse(tacet(['plan', 's.yaml', '--json'], path).stdout)
  const errors: { level: string; query: string; standardError: number }[] =
    (plan ?? rest).errors ?? rest.topdown?.errors
  const units = errors.filter(({ query }) => query.startsWith('units: '))
  expect(units.length).toBeGreaterThan(3)
  expect(units.every(({ standardError }) => standardError === 0)).toBe(true)
})
