/** `tacet topdown` stopped at every kind of moment: the same command goes on, and nothing is charged or drawn twice. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tacet, tacetUntil, testFolder } from './support/cli.ts'
import {
  addedUp,
  type Counts,
  charges,
  countIn,
  countsCsv,
  drawFrom,
  folderWith,
  KINDS,
  ONCE,
  pathParent,
  readRelease,
  regionsIn,
  sorted,
} from './support/topdown.ts'

const folder = testFolder()
const ARGS = ['topdown', 'county.yaml', '--out', 'release']
const SEEDED = [...ARGS, '--seed', '5']

const SPEC = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: county, columns: [region, block] }
attributes:
  - { name: age, range: [0, 4] }
  - { name: kind, levels: [householder, spouse, child, dorm] }
privacy: { epsilon: 2 }
workload: [{ query: total }, { query: kind }, { query: detailed }]
public:
  - { name: population, query: total, level: block, exactly: data }
  - { name: householders, where: { kind: [householder] }, level: block, atLeast: 1 }
topdown: { simulations: 0 }
`

/** Forty regions of five blocks: enough to be stopped in the midst of every step. */
function manyPeople(): Counts {
  const draw = drawFrom(21)
  const people = new Map<string, number>()
  for (let block = 0; block < 200; block++) {
    for (const kind of KINDS) {
      people.set(`r${block % 40}/b${block}|${draw(5)},${kind}`, draw(12) + (kind === 'householder' ? 1 : 0))
    }
  }
  return people
}

const people = manyPeople()

function home(name: string, spec = SPEC): string {
  return folderWith(join(folder, name), {
    'people.csv': countsCsv(people, 'region,block,age,kind,n'),
    'county.yaml': spec,
  })
}

const partial = (path: string, ...names: readonly string[]): string => join(path, 'release.partial', ...names)
const hasState = (path: string, name: string): boolean => existsSync(partial(path, 'state', name))

/** A stored draw begins with one line that says whose it is. */
const withoutHeader = (bytes: Buffer): Buffer => bytes.subarray(bytes.indexOf('\n') + 1)

/** What was drawn, by the name of its piece. */
function pieces(path: string): Map<string, Buffer> {
  const state = partial(path, 'state')
  const names = existsSync(state) ? readdirSync(state).filter((name) => /^people-\d+-\d+\.f64$/.test(name)) : []
  return new Map(names.map((name) => [name, withoutHeader(readFileSync(join(state, name)))]))
}

/** What was published, cut into the same pieces: in a county this small, one a query and level. */
function publishedPieces(path: string): Map<string, Buffer> {
  const lines = readFileSync(join(path, 'release', 'measurements.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const values = lines.map((line) => Number(line.split(',').at(-2)))
  const { queries } = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8')).result
  let at = 0
  return new Map(
    queries.map(({ regions, answers }: { regions: number; answers: number }, m: number) => {
      const piece = Float64Array.from(values.slice(at, at + regions * answers))
      at += regions * answers
      return [`people-${m}-0.f64`, Buffer.from(piece.buffer)]
    }),
  )
}

/** The release is whole: verified, charged once, adding up, with the block totals of the people. */
function expectWhole(path: string): void {
  expect(charges(join(path, 'tacet-ledger.jsonl'))).toEqual(ONCE)
  const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
  expect(verified.code, verified.stdout).toBe(0)
  const { all, leaves } = readRelease(join(path, 'release'))
  expect(sorted(all)).toEqual(sorted(addedUp(leaves, pathParent('county'))))
  for (const block of regionsIn(people)) expect(countIn(leaves, block), block).toBe(countIn(people, block))
  expect(readdirSync(path).filter((name) => name.includes('partial'))).toEqual([])
}

/** Moments that can be seen from outside; after the last two a run may be done before the signal arrives. */
const moments: readonly [string, (path: string) => boolean][] = [
  ['the folder is there', (path) => existsSync(partial(path))],
  ['what is public is read', (path) => pieces(path).size >= 1],
  ['the ledger is there', (path) => existsSync(join(path, 'tacet-ledger.jsonl'))],
  ['it is measuring', (path) => pieces(path).size >= 4],
  ['the top is solved', (path) => hasState(path, 'solved-0.v8')],
  ['the regions are solved', (path) => hasState(path, 'solved-1.v8')],
  ['the blocks are solved', (path) => hasState(path, 'solved-2.v8')],
  ['the cells are being written', (path) => existsSync(partial(path, 'release', 'cells.csv'))],
  ['the report is written', (path) => existsSync(partial(path, 'release', 'report.html'))],
  ['the manifest is written', (path) => existsSync(partial(path, 'release', 'manifest.json'))],
]

/** Simulating doubles the time of a run: it is done where a kill falls into it. */
const SIMULATING = 'the blocks are solved'

test.each(moments)('killed when %s, a run goes on, charges once and keeps what it had drawn', async (name, moment) => {
  const path = home(
    `killed when ${name}`,
    name === SIMULATING ? SPEC.replace('simulations: 0', 'simulations: 1') : SPEC,
  )
  const first = await tacetUntil(ARGS, path, () => moment(path), 'SIGKILL')
  const kept = pieces(path)
  if (first.code !== 0) {
    expect(existsSync(join(path, 'release'))).toBe(false)
    const second = tacet(ARGS, path)
    expect(second.code, second.stderr).toBe(0)
    expect(second.stderr).not.toMatch(/fault in Tacet/)
  } else expect(name).toMatch(/report|manifest/)
  const published = publishedPieces(path)
  for (const [piece, bytes] of kept) expect(published.get(piece)?.equals(bytes), piece).toBe(true)
  expectWhole(path)
})

let unstopped: Buffer
beforeAll(() => {
  const path = home('not stopped')
  const run = tacet(SEEDED, path)
  expect(run.code, run.stderr).toBe(0)
  unstopped = readFileSync(join(path, 'release', 'cells.csv'))
})

test.each(moments.slice(3, 8))('a simulation killed when %s ends as one that was not', async (name, moment) => {
  const path = home(`simulation killed when ${name}`)
  const first = await tacetUntil(SEEDED, path, () => moment(path), 'SIGKILL')
  expect(first.code).toBe(null)
  const second = tacet(SEEDED, path)
  expect(second.code, second.stderr).toBe(0)
  expect(readFileSync(join(path, 'release', 'cells.csv')).equals(unstopped)).toBe(true)
  expect(existsSync(join(path, 'tacet-ledger.jsonl'))).toBe(false)
})

test('killed again and again, a run still ends, charged once', async () => {
  const path = home('killed often')
  for (const [name, moment] of moments.slice(1, 8)) {
    const run = await tacetUntil(ARGS, path, () => moment(path), 'SIGKILL')
    expect(run.code, name).toBe(null)
  }
  const last = tacet(ARGS, path)
  expect(last.code, last.stderr).toBe(0)
  expect(last.stderr + last.stdout).toMatch(/Resumed a stopped run/)
  expectWhole(path)
})

test('a stopped run is no release, and a copy of it ends in the same one', async () => {
  const path = home('copied')
  await tacetUntil(ARGS, path, () => hasState(path, 'solved-1.v8'), 'SIGKILL')
  const partly = tacet(['verify', 'release.partial'], path)
  expect(partly.code).toBe(2)
  expect(partly.stderr).toMatch(/manifest/)
  const copy = join(folder, 'the copy')
  cpSync(path, copy, { recursive: true })
  const cells = [path, copy].map((place) => {
    const run = tacet(ARGS, place)
    expect(run.code, run.stderr).toBe(0)
    expectWhole(place)
    return readFileSync(join(place, 'release', 'cells.csv'))
  })
  expect(cells[0].equals(cells[1])).toBe(true)
})

test.each<[string, (path: string) => boolean]>([
  ['it measures', (path) => pieces(path).size >= 4],
  ['it solves', (path) => hasState(path, 'solved-0.v8')],
])('Ctrl-C while %s stops at a safe point; only the same command resumes', async (name, moment) => {
  const path = home(`Ctrl-C while ${name}`)
  const first = await tacetUntil(ARGS, path, () => moment(path), 'SIGINT')
  expect(first.code).toBe(130)
  expect(first.stderr).toMatch(/Stopped\. Run the same command again to resume\./)
  expect(existsSync(join(path, 'release'))).toBe(false)
  writeFileSync(join(path, 'county.yaml'), `${SPEC}# another spec\n`)
  const other = tacet(ARGS, path)
  expect(other.code).toBe(2)
  expect(other.stderr).toMatch(/holds a stopped run with another spec/)
  writeFileSync(join(path, 'county.yaml'), SPEC)
  const again = tacet(ARGS, path)
  expect(again.code, again.stderr).toBe(0)
  expectWhole(path)
})

test('two runs into one folder: the second is turned away', async () => {
  const path = home('both')
  const runs = await Promise.all([1, 2].map(() => tacetUntil(ARGS, path, () => false, 'SIGKILL')))
  expect(runs.map((run) => run.code).sort()).toEqual([0, 2])
  expectWhole(path)
})
