/** Releases of measurements and what is made from them, with the statement rewritten afterwards. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runSpec } from '../../test/support/jobs.ts'
import {
  homeWith,
  inCsv,
  type Tampered,
  type Tampering,
  withoutStamp,
  wrongAfter,
} from '../../test/support/tampering.ts'
import { FILES } from './fixtures/measured-specs.ts'

const home = homeWith(FILES)
const at = (name: string): string => join(home, name)
const options = { ledgerReason: 'a test' }

beforeAll(async () => {
  for (const name of ['pure', 'zcdp', 'exact', 'seeded', 'listed']) {
    const seed = ['seeded', 'listed'].includes(name) ? { seed: '1' } : {}
    await runSpec('measure', at(`${name}.yaml`), { ...options, ...seed, out: at(`measure-${name}`) })
  }
  for (const name of ['pure', 'zcdp', 'exact', 'linked', 'seeded', 'listed', 'first']) {
    const seed = ['seeded', 'listed'].includes(name) ? { seed: '1' } : {}
    await runSpec('topdown', at(`${name}.yaml`), { ...options, ...seed, out: at(`topdown-${name}`) })
  }
  await runSpec(
    'topdown',
    at('second.yaml'),
    { ...options, out: at('topdown-second') },
    { more: { extend: at('topdown-first') } },
  )
  await runSpec('topdown', at('first.yaml'), { ...options, out: at('topdown-trial'), seed: '2' })
  await runSpec(
    'topdown',
    at('second.yaml'),
    { ...options, out: at('topdown-of-trial') },
    { more: { extend: at('topdown-trial') } },
  )
})

const charged = ['measure-pure', 'measure-zcdp', 'measure-exact', 'topdown-pure', 'topdown-zcdp', 'topdown-exact']

test.each([...charged, 'topdown-linked', 'topdown-first', 'topdown-second', 'topdown-of-trial'])(
  '%s verifies with its ledger',
  async (release) => {
    const name = release === 'topdown-of-trial' ? 'second' : release.split('-')[1]
    expect(await wrongAfter(at(release), undefined, { ledger: at(`${name}.jsonl`) })).toEqual([])
  },
)

test('places that are listed beside the data are stated as public, and the other way round', async () => {
  const swap: Tampering = ({ manifest }) => {
    const text = JSON.stringify(manifest.privacy.statement)
    manifest.privacy.statement = JSON.parse(
      text.replace('The list of regions is public', 'The list of regions is taken from the data'),
    )
  }
  for (const release of ['measure-listed', 'topdown-listed']) {
    expect(await wrongAfter(at(release))).toEqual([])
    expect(await wrongAfter(at(release), swap)).toContain('statement')
  }
})

test('simulations, the ledger of the units, and an extension beside what it extends verify', async () => {
  for (const release of ['measure-seeded', 'topdown-seeded']) {
    expect(await wrongAfter(at(release))).toEqual([])
    expect(await wrongAfter(at(release), undefined, { ledger: at('pure.jsonl') })).toEqual([])
  }
  const ledger = at('tacet-ledger-units.jsonl')
  expect(await wrongAfter(at('topdown-linked'), undefined, { ledger })).toEqual([])
  expect(await wrongAfter(at('topdown-second'), undefined, { earlier: at('topdown-first') })).toEqual([])
  expect(await wrongAfter(at('topdown-of-trial'), undefined, { earlier: at('topdown-trial') })).toEqual([])
})

const privacy =
  (change: (privacy: Tampered['manifest']) => void): Tampering =>
  ({ manifest }) =>
    change(manifest.privacy)

/** What is said, what it is made to say, and which checks notice. */
const statements: readonly (readonly [string, Tampering, readonly string[]])[] = [
  ['a smaller cost', privacy((p) => void (p.cost = { kind: 'pure', epsilon: '1/1000' })), ['privacy']],
  ['smaller words', privacy((p) => void (p.words = 'epsilon 1/1000')), ['privacy']],
  ['a smaller budget', privacy((p) => void (p.budget.total = '1/1000')), ['privacy']],
  [
    'another kind of budget',
    privacy((p) => void (p.budget.kind = p.budget.kind === 'pure' ? 'zcdp' : 'pure')),
    ['privacy'],
  ],
  ['a smaller epsilon', privacy((p) => void (p.epsilon = 0.001)), ['privacy']],
  ['another unit', privacy((p) => void (p.unit = 'join-leave-group')), ['privacy']],
  ['a lovely statement', privacy((p) => void (p.statement = ['Everything is protected.'])), ['statement']],
  ['something more published', privacy((p) => void p.publishedExactly.push('the weather')), ['published exactly']],
  [
    'all of it smaller, and consistent',
    privacy((p) => {
      Object.assign(p, { cost: { kind: 'pure', epsilon: '1/1000' }, words: 'epsilon 1/1000 (0.001)', epsilon: 0.001 })
      p.budget = { kind: 'pure', total: '1/1000', delta: null }
    }),
    ['privacy'],
  ],
]

/** The evidence repeats some of it, and is then found wrong too. */
const beyondEvidence = (found: readonly string[]): readonly string[] => found.filter((name) => name !== 'evidence')

test.each(statements)('%s', async (_, change, wrong) => {
  for (const release of ['measure-pure', 'topdown-zcdp'])
    expect(beyondEvidence(await wrongAfter(at(release), change))).toEqual(wrong)
})

test('what is published exactly cannot be kept quiet', async () => {
  const quiet = privacy((p) => void (p.publishedExactly = []))
  const silent = privacy((p) => void (p.statement = p.statement.filter((line: string) => !/exact/.test(line))))
  for (const release of ['measure-zcdp', 'topdown-zcdp', 'measure-exact', 'topdown-exact']) {
    expect(await wrongAfter(at(release), quiet)).toEqual(['published exactly'])
    expect(await wrongAfter(at(release), silent)).toEqual(['statement'])
  }
})

const ofQuery =
  (change: (query: Tampered['manifest']) => void): Tampering =>
  ({ manifest }) =>
    change(manifest.result.queries[1])

test.each<readonly [string, Tampering]>([
  ['a smaller error', ofQuery((q) => void (q.standardError /= 2))],
  ['a wider noise', ofQuery((q) => void (q.noise = { law: 'discrete-laplace', scale: '1000' }))],
  ['a smaller share', ofQuery((q) => void (q.share /= 2))],
  ['another sensitivity', ofQuery((q) => void (q.sensitivity = '1/2'))],
  ['another query', ofQuery((q) => void (q.query = 'age'))],
  ['fewer answers', ofQuery((q) => void q.answers--)],
  ['a query less', ({ manifest }) => void manifest.result.queries.pop()],
  ['a query more', ({ manifest }) => void manifest.result.queries.push({ ...manifest.result.queries[0] })],
])('queries: %s', async (_, change) => {
  for (const release of ['measure-pure', 'topdown-zcdp'])
    expect(await wrongAfter(at(release), change)).toEqual(['queries'])
})

const FILE = 'measurements.csv'

test.each<readonly [string, Tampering]>([
  ['variance', inCsv(FILE, 2, 'variance', (value) => String(Number(value) / 4))],
  ['no variance', inCsv(FILE, 2, 'variance', () => '')],
  ['level', inCsv(FILE, 2, 'level', () => 'town')],
  ['region', inCsv(FILE, 5, 'region', () => 'c')],
  ['query', inCsv(FILE, 2, 'query', () => 'detailed')],
  ['label', inCsv(FILE, 2, 'sex', (value) => (value === 'f' ? 'm' : 'f'))],
  ['label where there is none', inCsv(FILE, 1, 'sex', () => 'f')],
  [
    'column',
    ({ edit }) => edit(FILE, (text) => text.replaceAll(/(?<=.)$/gm, ',0').replace(',variance,0', ',variance,more')),
  ],
])('measurements with another %s', async (_, change) => {
  expect(await wrongAfter(at('measure-pure'), change)).toEqual(['complete'])
  expect(await wrongAfter(at('topdown-pure'), change)).toEqual(['measurements'])
})

test('measurements taken out of the release', async () => {
  const taken = ({ manifest, folder }: Tampered): void => {
    manifest.outputs = manifest.outputs.filter(({ name }: { name: string }) => name !== FILE)
    rmSync(join(folder, FILE))
    manifest.result.measurements.people = { form: 'none', files: [] }
  }
  expect(await wrongAfter(at('topdown-pure'), taken)).toEqual(['measurements'])
})

test('a stamp that is taken away, wholly or in part', async () => {
  const bare = ({ manifest }: Tampered): void => void (manifest.stamp = null)
  const cleaned = (release: Tampered): void => {
    bare(release)
    for (const { name } of release.manifest.outputs) if (name.endsWith('.csv')) release.edit(name, withoutStamp)
  }
  const disguised = (release: Tampered): void => {
    cleaned(release)
    release.manifest.privacy.ledger = 'pure.jsonl'
  }
  for (const release of ['measure-seeded', 'topdown-seeded']) {
    expect(await wrongAfter(at(release), bare)).toEqual(['stamped tables', 'stamp'])
    expect(await wrongAfter(at(release), cleaned)).toEqual(['stamp'])
    expect(await wrongAfter(at(release), disguised, { ledger: at('pure.jsonl') })).toEqual(['ledger'])
  }
  const earlier = at('topdown-trial')
  expect(await wrongAfter(at('topdown-of-trial'), cleaned, { earlier })).toEqual(['stamp'])
  const added = ({ manifest }: Tampered): void => void (manifest.stamp = 'NOT PRIVATE')
  expect(await wrongAfter(at('measure-pure'), added)).toEqual(['stamped tables', 'stamp'])
})

test('the ledger has the true cost, spec, data and draw', async () => {
  const cheaper = ({ manifest }: Tampered): void => {
    manifest.spec.text = manifest.spec.text.replace('epsilon: 1', 'epsilon: 1/1000')
  }
  const { length } = await wrongAfter(at('measure-pure'), cheaper)
  expect(length).toBeGreaterThan(0)
  for (const release of ['measure-pure', 'topdown-pure']) {
    const ledger = at('pure.jsonl')
    const wrong = await wrongAfter(at(release), cheaper, { ledger })
    expect(wrong).toContain('ledger')
    const uncharged = privacy((p) => void (p.ledger = null))
    expect(await wrongAfter(at(release), uncharged, { ledger })).toEqual(['stamp', 'ledger'])
    const smaller = privacy((p) => void (p.cost = { kind: 'pure', epsilon: '1/1000' }))
    expect(await wrongAfter(at(release), smaller, { ledger })).toEqual(['privacy', 'ledger'])
    const other = { ledger: at('zcdp.jsonl') }
    expect(await wrongAfter(at(release), undefined, other)).toEqual(['ledger'])
  }
})

test('of units: cost, words and statement', async () => {
  const units = (change: (p: Tampered['manifest']) => void): Tampering => privacy((p) => change(p.units))
  const release = at('topdown-linked')
  const ledger = at('tacet-ledger-units.jsonl')
  const cheap = units((p) => void (p.cost = { kind: 'composed', parts: [] }))
  expect(await wrongAfter(release, cheap, { ledger })).toEqual(['units: privacy', 'ledger'])
  expect(
    await wrongAfter(
      release,
      units((p) => void (p.budget.total = '1/9')),
    ),
  ).toEqual(['units: privacy'])
  expect(
    await wrongAfter(
      release,
      units((p) => void (p.publishedExactly = [])),
    ),
  ).toEqual(['units: published exactly'])
  expect(
    await wrongAfter(
      release,
      units((p) => void p.statement.pop()),
    ),
  ).toEqual(['units: statement'])
  expect(
    await wrongAfter(
      release,
      privacy((p) => void delete p.units),
    ),
  ).toEqual(['units: privacy'])
  expect(
    await wrongAfter(
      release,
      units((p) => void (p.dataset = 'other.csv')),
    ),
  ).toEqual(['units: privacy'])
})

test('arrays of measurements lie in the release', async () => {
  const outside = ({ manifest }: Tampered): void => {
    manifest.result.measurements.units = { form: 'arrays', files: ['../elsewhere.f64'] }
  }
  expect(await wrongAfter(at('topdown-linked'), outside)).toContain('manifest')
})

test('of the release before: what it cost and gave away', async () => {
  const earlier = at('topdown-first')
  const release = at('topdown-second')
  const before = (change: (p: Tampered['manifest']) => void): Tampering => privacy((p) => change(p.earlier))
  expect(
    await wrongAfter(
      release,
      before((p) => void (p.words = 'epsilon 0')),
      { earlier },
    ),
  ).toEqual(['earlier privacy'])
  const quiet = privacy((p) => {
    p.publishedExactly = []
    p.earlier.publishedExactly = []
  })
  expect(await wrongAfter(release, quiet, { earlier })).toEqual(['published exactly', 'earlier privacy'])
  const unlisted = before((p) => void (p.facts = []))
  expect(await wrongAfter(release, unlisted, { earlier })).toContain('earlier privacy')
  expect(
    await wrongAfter(
      release,
      privacy((p) => void (p.publishedExactly = [])),
    ),
  ).toEqual(['published exactly'])
  expect(
    await wrongAfter(
      release,
      privacy((p) => void delete p.earlier),
    ),
  ).toContain('earlier privacy')
})

test('files: one taken from the list, one too many, one twice', async () => {
  for (const release of ['measure-pure', 'topdown-pure']) {
    const dropped = ({ manifest }: Tampered): void => void manifest.outputs.pop()
    expect(await wrongAfter(at(release), dropped)).toEqual(['files', 'outputs'])
    const left = ({ folder }: Tampered): void => writeFileSync(join(folder, 'run.json'), '{}')
    expect(await wrongAfter(at(release), left)).toEqual(['files'])
    const state = ({ folder }: Tampered): void => {
      mkdirSync(join(folder, 'state'))
      writeFileSync(join(folder, 'state', 'keep'), '')
    }
    expect(await wrongAfter(at(release), state)).toEqual(['files'])
    const listed = ({ folder, manifest }: Tampered): void => {
      writeFileSync(join(folder, 'run.json'), '{}')
      manifest.outputs.push({ name: 'run.json', bytes: 2, sha256: '' })
    }
    expect(await wrongAfter(at(release), listed)).toEqual(['outputs'])
    const twice = ({ manifest }: Tampered): void => void manifest.outputs.push({ ...manifest.outputs[0] })
    expect(await wrongAfter(at(release), twice)).toEqual(['outputs'])
  }
})
