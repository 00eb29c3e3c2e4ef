/** `tacet topdown --extend`: a release now, more attributes later, and the first stays the exact margin of the second. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import {
  addedUp,
  type Counts,
  changed,
  charges,
  countIn,
  countsCsv,
  countyPeople,
  folderWith,
  pathParent,
  readRelease,
  regionsIn,
  sorted,
} from './support/topdown.ts'

const folder = testFolder()
const up = pathParent('county')

const LATER_FACTS = `
      - { name: women in dorms, where: { sex: [f], kind: [dorm] }, level: block, atLeast: 1 }
      - { name: few girls, where: { sex: [f], kind: [child] }, level: block, atMost: 4 }
      - { name: few boys, where: { sex: [m], kind: [child] }, level: block, atMost: 5 }`
const IMPOSSIBLE = '[{ sex: [m], kind: [spouse] }, { sex: [f], kind: [householder] }]'

const HEAD = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: county, columns: [region, block] }
`
const FIRST = `${HEAD}attributes:
  - { name: kind, levels: [householder, spouse, child, dorm] }
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: detailed }]
public: [{ name: population, query: total, level: region, exactly: data }]
topdown:
  simulations: 0
  later:
    attributes: [{ name: sex, levels: [f, m] }]
    public:${LATER_FACTS}
    impossible: ${IMPOSSIBLE}
`
const SECOND = `${HEAD}attributes:
  - { name: sex, levels: [f, m] }
  - { name: kind, levels: [householder, spouse, child, dorm] }
privacy: { epsilon: 1 }
workload: [{ query: sex }, { query: detailed }]
public:
      - { name: population, query: total, level: region, exactly: data }${LATER_FACTS}
impossible: ${IMPOSSIBLE}
topdown: { simulations: 0 }
`

/** The county's people as the facts say they are. */
function people(): Counts {
  const all = new Map(countyPeople())
  for (const [key, n] of countyPeople()) {
    if (key.endsWith('f,householder')) all.delete(key)
    if (key.endsWith('f,child')) all.set(key, Math.min(n, 4))
    if (key.endsWith('m,child')) all.set(key, Math.min(n, 5))
  }
  for (const block of regionsIn(all)) all.set(`${block}|f,dorm`, 2)
  return all
}

/** Its kinds alone. */
function marginOfKinds(counts: Counts): Counts {
  const margin = new Map<string, number>()
  for (const [key, n] of counts) {
    const kind = key.replace(/\|[fm],/, '|')
    margin.set(kind, (margin.get(kind) ?? 0) + n)
  }
  return margin
}

function home(name: string): string {
  return folderWith(join(folder, name), {
    'people.csv': countsCsv(people(), 'region,block,sex,kind,n'),
    'first.yaml': FIRST,
    'second.yaml': SECOND,
  })
}

let path: string
beforeAll(() => {
  path = home('plain')
  const first = tacet(['topdown', 'first.yaml', '--out', 'first', '--json'], path)
  expect(first.code, first.stderr).toBe(0)
  const second = tacet(['topdown', 'second.yaml', '--extend', 'first', '--out', 'second', '--json'], path)
  expect(second.code, second.stderr).toBe(0)
})

test('the first release leaves room: what the later facts imply holds in it', () => {
  const { all, leaves, columns } = readRelease(join(path, 'first'))
  expect(columns).toEqual(['level', 'region', 'kind', 'count', 'standard_error'])
  expect(sorted(all)).toEqual(sorted(addedUp(leaves, up)))
  for (const block of regionsIn(people())) {
    expect(countIn(leaves, block, 'dorm'), block).toBeGreaterThanOrEqual(1)
    expect(countIn(leaves, block, 'child'), block).toBeLessThanOrEqual(9)
  }
  const { facts, implied } = JSON.parse(readFileSync(join(path, 'first', 'manifest.json'), 'utf8')).result
  expect(implied.complete).toBe(true)
  const later = facts.filter((fact: { table: string }) => fact.table === 'later')
  expect(later.map((fact: { broken: unknown }) => fact.broken)).toEqual([null, null, null])
})

test('the second release has the first for its exact margin at every level, and keeps its own facts', () => {
  const first = readRelease(join(path, 'first'))
  const second = readRelease(join(path, 'second'))
  expect(sorted(second.all)).toEqual(sorted(addedUp(second.leaves, up)))
  expect(sorted(marginOfKinds(second.all))).toEqual(sorted(first.all))
  for (const block of regionsIn(people())) {
    expect(countIn(second.leaves, block, 'f', 'dorm'), block).toBeGreaterThanOrEqual(1)
    expect(countIn(second.leaves, block, 'f', 'child'), block).toBeLessThanOrEqual(4)
    expect(countIn(second.leaves, block, 'm', 'child'), block).toBeLessThanOrEqual(5)
    expect(countIn(second.leaves, block, 'm', 'spouse'), block).toBe(0)
    expect(countIn(second.leaves, block, 'f', 'householder'), block).toBe(0)
  }
  for (const region of ['north', 'middle', 'south']) {
    expect(countIn(second.all, region)).toBe(countIn(addedUp(people(), up), region))
  }
})

test('both are charged, and the second says what it extends', () => {
  expect(charges(join(path, 'tacet-ledger.jsonl'))).toEqual({ reserved: 2, committed: 2 })
  const [first, second] = ['first', 'second'].map((name) =>
    JSON.parse(readFileSync(join(path, name, 'manifest.json'), 'utf8')),
  )
  expect(second.result.extends).toEqual({ runId: first.runId })
  expect(second.privacy.earlier).toEqual({
    runId: first.runId,
    words: first.privacy.words,
    publishedExactly: ['population'],
    facts: [{ name: 'population', level: 'region', query: 'total' }],
  })
  // What the first gave away is in the second, which says so.
  expect(second.privacy.publishedExactly).toContain('population')
  expect(second.privacy.statement.join(' ')).toMatch(/published exactly, outside the guarantee, "population"/)
  expect(readFileSync(join(path, 'second', 'report.html'), 'utf8')).toContain(`extends run ${first.runId}`)
})

test('verify --earlier holds the second to the first, and notices another first', () => {
  const flags = ['--ledger', 'tacet-ledger.jsonl', '--json']
  const good = tacet(['verify', 'second', '--earlier', 'first', ...flags], path)
  expect(good.code, good.stdout).toBe(0)
  expect(JSON.parse(good.stdout).checks).toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/earlier/), ok: true }),
  )
  expect(tacet(['topdown', 'first.yaml', '--out', 'another', '--seed', '2'], path).code).toBe(0)
  const other = tacet(['verify', 'second', '--earlier', 'another', '--json'], path)
  expect(other.code).toBe(1)
  cpSync(join(path, 'first'), join(path, 'tampered'), { recursive: true })
  const cells = readFileSync(join(path, 'tampered', 'cells.csv'), 'utf8')
  writeFileSync(
    join(path, 'tampered', 'cells.csv'),
    cells.replace(/^(block,[^,]+,[^,]+,)(\d+)/m, (_, a, n) => `${a}${Number(n) + 1}`),
  )
  const tampered = tacet(['verify', 'second', '--earlier', 'tampered', '--json'], path)
  expect(tampered.code).toBe(1)
})

test('a release that was extended can be extended from a Parquet copy of itself too', () => {
  const parquet = home('parquet')
  for (const args of [
    ['first.yaml', '--out', 'first', '--format', 'parquet'],
    ['second.yaml', '--extend', 'first', '--out', 'second'],
  ]) {
    const run = tacet(['topdown', ...args, '--seed', '9'], parquet)
    expect(run.code, run.stderr).toBe(0)
  }
  const verified = tacet(['verify', 'second', '--earlier', 'first', '--json'], parquet)
  expect(verified.code, verified.stdout).toBe(0)
})

test('what extends a simulation is one too', () => {
  const simulated = home('simulated')
  expect(tacet(['topdown', 'first.yaml', '--out', 'first', '--seed', '3'], simulated).code).toBe(0)
  const second = tacet(['topdown', 'second.yaml', '--extend', 'first', '--out', 'second', '--json'], simulated)
  if (second.code === 0) expect(JSON.parse(second.stdout).stamp).toBe('NOT PRIVATE')
  else expect(second.stderr).toMatch(/NOT PRIVATE/)
})

interface Wrong {
  readonly what: string
  /** Makes the folder `earlier` to extend, if there is to be one. */
  readonly before?: readonly string[]
  readonly spec: string
  readonly people?: string
  readonly says: RegExp
}

const wrong: readonly Wrong[] = [
  { what: 'a folder that is not there', spec: SECOND, says: /earlier.*(no|not).*(release|manifest)/s },
  {
    what: 'a release of measurements',
    before: ['measure', 'first.yaml'],
    spec: SECOND,
    says: /--extend earlier: it was made by `tacet measure`\. Name the folder of a top-down release/,
  },
  {
    what: 'a missing attribute',
    before: ['topdown', 'first.yaml'],
    spec: changed(FIRST, 'name: kind, levels: [householder, spouse, child, dorm]', 'name: sex, levels: [f, m]').replace(
      /topdown:[\s\S]*/,
      '',
    ),
    says: /it has the attribute "kind", which this spec has not\. Keep it/,
  },
  {
    what: 'changed levels',
    before: ['topdown', 'first.yaml'],
    spec: changed(SECOND, '[householder, spouse, child, dorm]', '[householder, spouse, child, dorm, guest]'),
    says: /"kind" has the levels householder, spouse, child, dorm; here .*guest\. An extension keeps the levels/,
  },
  {
    what: 'levels in another order',
    before: ['topdown', 'first.yaml'],
    spec: changed(SECOND, '[householder, spouse, child, dorm]', '[spouse, householder, child, dorm]'),
    says: /An extension keeps the levels/,
  },
  {
    what: 'another geography',
    before: ['topdown', 'first.yaml'],
    spec: changed(SECOND, 'columns: [region, block]', 'columns: [block, region]'),
    says: /is not one of its places, at level "region"\. An extension keeps the places/,
  },
  {
    what: 'a place that is gone',
    before: ['topdown', 'first.yaml'],
    spec: SECOND,
    people: countsCsv(new Map([...people()].filter(([key]) => !key.startsWith('north/b1'))), 'region,block,sex,kind,n'),
    says: /its place "north\/b1" is not there any more, at level "block"\. An extension keeps the places/,
  },
  {
    what: 'a place that is new',
    before: ['topdown', 'first.yaml'],
    spec: SECOND.replace(/^ .*population.*$/m, ''),
    people: countsCsv(new Map([...people(), ['north/b9|f,dorm', 3]]), 'region,block,sex,kind,n'),
    says: /north\/b9.*An extension keeps the places/,
  },
]

test.each(wrong)('$what: refused, nothing spent, nothing left', ({ what, before, spec, people: data, says }) => {
  const bad = home(what)
  if (before !== undefined) {
    const made = tacet([...before, '--out', 'earlier', '--seed', '1'], bad)
    expect(made.code, made.stderr).toBe(0)
  }
  writeFileSync(join(bad, 'second.yaml'), spec)
  if (data !== undefined) writeFileSync(join(bad, 'people.csv'), data)
  const run = tacet(['topdown', 'second.yaml', '--extend', 'earlier', '--out', 'second'], bad)
  expect(run.stderr).toMatch(says)
  expect(run.code, run.stderr).toBe(2)
  const kept = ['first.yaml', 'people.csv', 'second.yaml']
  expect(readdirSync(bad).sort()).toEqual(before === undefined ? kept : ['earlier', ...kept])
  expect(existsSync(join(bad, 'tacet-ledger.jsonl'))).toBe(false)
})
