/** Files in the folder that would lead the studio out of it: records, specs, releases, ledgers and links among them. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSpec } from '../support/jobs.ts'
import { type Answer, type TestStudio, testStudio } from '../support/studio.ts'

const SECRET = 'Lovelace'
const PEOPLE = 'sex,age\nf,30\nm,40\nf,40\n'
/** Stands in the folder above the one that is open. */
const ANSWERS = `level,region,query,count,standard_error\n${SECRET},a,total,1,2\n`

let above: string
let studio: TestStudio
const at = (name: string): string => join(studio.folder, name)
const spec = (file: string): string =>
  `tacet: 1\nsource: { file: ${file} }\nattributes: [{ name: sex, levels: [f, m] }]\nprivacy: { epsilon: 1 }\nworkload: [{ query: sex }]\n`

beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), 'tacet-above-'))
  afterAll(() => rmSync(above, { recursive: true, force: true }))
  mkdirSync(join(above, 'open'))
  studio = await testStudio({ folder: join(above, 'open') })
  writeFileSync(join(above, 'secret.csv'), PEOPLE)
  writeFileSync(join(above, 'secret-answers.csv'), ANSWERS)
  writeFileSync(join(above, 'secret.html'), SECRET)
  writeFileSync(at('people.csv'), PEOPLE)
  writeFileSync(at('good.yaml'), spec('people.csv'))
  await runSpec('measure', at('good.yaml'), { out: at('release'), seed: '1' })
})

/** Refused, and nothing of what is above was read or left there. */
function expectRefused({ status, text }: Answer, words = /is not in the folder that is open/): void {
  expect(text).toMatch(words)
  expect(status).toBe(422)
  expect(text).not.toContain(SECRET)
  expect(readdirSync(above).sort()).toEqual(['open', 'secret-answers.csv', 'secret.csv', 'secret.html'])
}

interface Stored {
  readonly out: string
  readonly text: string
  readonly path?: string
  readonly capability?: string
}

function store({ out, text, path = 'good.yaml', capability = 'measure' }: Stored): void {
  const asked = { capability, spec: { path, text }, out, seed: null, startedAt: '2026-01-01T00:00:00Z' }
  writeFileSync(at(`${out}.run.json`), JSON.stringify({ format: 'tacet-run-1', ...asked }))
}

const resumed = async (out: string): Promise<Answer> => studio.ask('/api/runs/resume', { out })

test('a stored run that names data, a ledger or a spec above the folder is not resumed', async () => {
  const ledger = spec('people.csv').replace('epsilon: 1', 'epsilon: 1, ledger: ../spent.jsonl')
  for (const [out, text, path] of [
    ['data', spec('../secret.csv'), 'good.yaml'],
    ['whole', spec(join(above, 'secret.csv')), 'good.yaml'],
    ['ledger', ledger, 'good.yaml'],
    ['spec', spec('secret.csv'), '../good.yaml'],
  ]) {
    store({ out, text, path })
    expectRefused(await resumed(out))
    expect(existsSync(at(out))).toBe(false)
  }
})

test('nor one that reads a database, also for its units alone, or has no part for what it asks', async () => {
  const units =
    'units: { source: { postgres: { url: "postgresql://h/d", from: t } }, attributes: [{ name: u, levels: [a] }], privacy: { rho: 1, delta: 0.1 }, workload: [{ query: total }] }\n'
  const server = spec('x').replace('file: x', 'postgres: { url: "postgresql://h/d", from: t }')
  store({ out: 'server', text: server })
  store({ out: 'units', text: `${spec('people.csv')}geography: { top: town, columns: [sex] }\ntopdown: {}\n${units}` })
  for (const out of ['server', 'units']) expectRefused(await resumed(out), /reads from a database server/)
  store({ out: 'other', text: spec('people.csv'), capability: 'decide' })
  expectRefused(await resumed('other'), /has no part for decide/)
})

test('a record that puts its release elsewhere, or is a link, is passed over; a link in a stopped run is not followed', async () => {
  for (const out of ['..', '.', '']) {
    store({ out, text: spec('people.csv') })
    expectRefused(await resumed(out), /There is no stopped run/)
  }
  const record = join(above, 'secret.html')
  symlinkSync(record, at('linked.run.json'))
  expectRefused(await resumed('linked'), /There is no stopped run/)
  store({ out: 'worked', text: spec('people.csv') })
  mkdirSync(at('worked.partial'))
  symlinkSync(record, at('worked.partial/run.json'))
  expectRefused(await resumed('worked'), /worked\.partial\/run\.json is a link that leads out/)
  store({ out: 'moved', text: spec('people.csv') })
  symlinkSync(above, at('moved.partial'))
  expectRefused(await resumed('moved'))
})

test('an honest stored run is resumed', async () => {
  store({ out: 'honest', text: spec('people.csv') })
  expect((await resumed('honest')).status).toBe(200)
  await expect.poll(() => existsSync(at('honest/manifest.json')), { timeout: 60_000 }).toBe(true)
})

test('the names in a spec that is a link are those of where it really stands', async () => {
  mkdirSync(at('sub/inner'), { recursive: true })
  writeFileSync(at('secret.csv'), PEOPLE) // what the name would be from the folder of the link
  writeFileSync(at('reach.yaml'), spec('../secret.csv'))
  symlinkSync('../reach.yaml', at('sub/reach.yaml'))
  for (const [route, body] of [
    ['/api/runs/plan', { path: 'sub/reach.yaml', capability: 'measure' }],
    ['/api/plans/places', { path: 'sub/reach.yaml' }],
    ['/api/plans/groups', { path: 'sub/reach.yaml' }],
    ['/api/runs/offered', { path: 'sub/reach.yaml' }],
    ['/api/runs/start', { spec: 'sub/reach.yaml', capability: 'measure', out: 'reached', rehearse: true }],
  ] as const)
    expectRefused(await studio.ask(route, body))
  writeFileSync(at('sub/inner/near.yaml'), spec('../../people.csv'))
  symlinkSync('sub/inner/near.yaml', at('near.yaml'))
  expect((await studio.ask('/api/runs/plan', { path: 'near.yaml', capability: 'measure' })).status).toBe(200)
})

test('a whole path in a spec is taken as one, whatever the folder holds under its name', async () => {
  mkdirSync(at(above.slice(1)), { recursive: true })
  writeFileSync(at(join(above, 'secret.csv').slice(1)), PEOPLE)
  writeFileSync(at('whole.yaml'), spec(join(above, 'secret.csv')))
  expectRefused(await studio.ask('/api/runs/plan', { path: 'whole.yaml', capability: 'measure' }))
})

test.each(['tacet-ledger.jsonl', 'tacet-ledger.jsonl.head', 'tacet-ledger.jsonl.head.new', 'people.csv.ledger'])(
  '%s is written by a run without being named, and may be no link out, also not one that leads nowhere yet',
  async (name) => {
    mkdirSync(at(`spent-${name}`))
    const own = (file: string): string => `spent-${name}/${file}`
    writeFileSync(at(own('people.csv')), PEOPLE)
    writeFileSync(at(own('good.yaml')), spec('people.csv'))
    const start = { spec: own('good.yaml'), capability: 'measure', out: `spent-on-${name}`, rehearse: false }
    symlinkSync(join(above, 'not-there'), at(own(name)))
    expectRefused(await studio.ask('/api/runs/start', start))
  },
)

test('the head of a ledger that is a link out is not read', async () => {
  writeFileSync(at('old-ledger.jsonl'), '{}\n')
  symlinkSync(join(above, 'secret.html'), at('old-ledger.jsonl.head'))
  expectRefused(await studio.ask('/api/ledgers/read', { path: 'old-ledger.jsonl' }))
  expectRefused(await studio.ask('/api/releases/verify', { path: 'release', ledger: 'old-ledger.jsonl' }))
})

test('a report, an answer, a manifest or a review that is a link out of the folder is not read', async () => {
  const read = (path: string): Promise<Answer> => studio.ask('/api/releases/read', { path })
  for (const [name, file, secret] of [
    ['with-report', 'report.html', 'secret.html'],
    ['with-answers', 'answers.csv', 'secret-answers.csv'],
    ['with-manifest', 'manifest.json', 'secret.html'],
  ]) {
    cpSync(at('release'), at(name), { recursive: true })
    rmSync(at(`${name}/${file}`), { force: true })
    symlinkSync(join(above, secret), at(`${name}/${file}`))
    for (const answer of [await read(name), await studio.ask('/api/releases/verify', { path: name, ledger: null })])
      expectRefused(answer, /is a link that leads out of the folder/)
  }
  cpSync(at('release'), at('reviewed'), { recursive: true })
  symlinkSync(join(above, 'secret.html'), at('reviewed.review.jsonl'))
  expectRefused(await read('reviewed'))
})

test('a report that becomes a link after its address was given out is not read', async () => {
  const { report } = JSON.parse((await studio.ask('/api/releases/read', { path: 'release' })).text)
  const page = (): Promise<Answer> =>
    studio.send(`/api/reports/${report}`, { method: 'GET', headers: { cookie: studio.cookie } })
  expect((await page()).status).toBe(200)
  rmSync(at('release/report.html'))
  symlinkSync(join(above, 'secret.html'), at('release/report.html'))
  expectRefused(await page())
})

test('a release that is the open folder itself is read, and its decisions, which stand beside it, are not taken', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'tacet-alone-'))
  afterAll(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'release')
  cpSync(at('honest'), folder, { recursive: true })
  const alone = await testStudio({ folder })
  const read = await alone.ask('/api/releases/read', { path: '' })
  expect(read.status).toBe(200)
  expect(JSON.parse(read.text)).toMatchObject({ reviews: [], report: expect.any(String) })
  const decision = { decision: 'returned', reviewer: 'Ada', reason: 'not yet', ledger: null }
  expectRefused(await alone.ask('/api/releases/review', { path: '', ...decision }))
  expect(readdirSync(parent)).toEqual(['release'])
})

test('a shared run whose folder has a link out is not looked into', async () => {
  const looked: string[] = []
  const run = { capability: 'topdown', begun: '2026-01-01T00:00:00Z' }
  const sharing = await testStudio({
    readShared: async (folder) => {
      looked.push(folder)
      return { run, state: 'finished', steps: [], workers: [], parked: [] }
    },
  })
  for (const name of ['own', 'reaching']) {
    mkdirSync(join(sharing.folder, name))
    writeFileSync(join(sharing.folder, name, 'run.json'), '{}')
  }
  symlinkSync(above, join(sharing.folder, 'reaching', 'works'))
  expect(JSON.parse((await sharing.ask('/api/runs/shared', {})).text).runs).toMatchObject([{ folder: 'own' }])
  expect(looked).toHaveLength(1)
})
