/** Releases of group sizes, untouched and changed afterwards with every fingerprint made to fit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runFields, runSpec } from '../../test/support/jobs.ts'
import {
  homeWith,
  inCsv,
  type Tampered,
  type Tampering,
  withoutStamp,
  wrongAfter,
} from '../../test/support/tampering.ts'
import { specJob } from '../jobs/index.ts'
import type { SpecFields } from '../spec/index.ts'

const GROUPS = `us,st,co,size
US,GA,a,1
US,GA,a,1
US,GA,b,3
US,NY,a,1
US,NY,c,2
US,NY,c,3
`
const home = homeWith({
  'groups.csv': GROUPS,
  'leaf.csv': 'leaf,size\nx,1\nx,2\ny,3\nz/1,1\nz/1,2\n',
  'tree.csv': 'region,parent\nUS,\nGA,US\nNY,US\nx,GA\ny,GA\nz/1,NY\n',
  'spec.yaml': `tacet: 1
source: { file: groups.csv }
privacy: { rho: 1/2, delta: 1e-6, levels: { us: 1/4, st: 1/4, co: 1/2 }, ledger: spec.jsonl }
groups: { levels: [us, st, co], size: size, largest: 4, publicGroups: regions }
`,
})
const at = (name: string): string => join(home, name)

async function make(
  out: string,
  { epsilon = '1/2', rho, delta, ...asked }: Readonly<Record<string, unknown>>,
  more: { seed?: string; evaluate?: boolean } = {},
  file = 'groups.csv',
): Promise<void> {
  const common = { levels: ['us', 'st', 'co'], size: 'size', mechanism: 'cumulative', publicGroups: 'total' } as const
  const groups = { ...common, largest: 4, ...asked }
  const budget = rho === undefined ? { epsilon } : { rho, delta }
  const privacy = { ...budget, ledger: `${out}.jsonl` }
  await runFields('groups', specJob({ source: { file }, groups, privacy } as SpecFields, home), {
    ledgerReason: 'a test',
    out: at(out),
    ...more,
  })
}

const EVERY = [
  'cumulative',
  'mc',
  'mc-relaxed',
  'mc-dp',
  'mc-chain',
  'mh',
  'mh-relaxed',
  'mh-dp',
  'mh-dp-op',
  'topdown',
]
const PARENTS = { levels: ['leaf'], parents: { file: 'tree.csv', column: 'region', parent: 'parent' } }

beforeAll(async () => {
  for (const mechanism of EVERY) await make(mechanism, { mechanism })
  for (const mechanism of ['hc', 'hg']) await make(mechanism, { mechanism, publicGroups: 'regions' })
  for (const mechanism of ['mh-dp', 'mh-relaxed', 'topdown'])
    await make(`${mechanism} none`, { mechanism, publicGroups: 'none' })
  await make('published', { mechanism: 'mc-chain', asPublished: true })
  await make('seeded', {}, { seed: '1', evaluate: true })
  await make('parents', PARENTS, {}, 'leaf.csv')
  await make('truth', { ...PARENTS, epsilon: '10000' }, { seed: '1' }, 'leaf.csv')
  await make('regions', { ...PARENTS, publicGroups: 'regions', rho: '1/2', delta: '1e-6' }, {}, 'leaf.csv')
  await make('two-tops', { levels: ['st', 'co'], largestQuantity: 2 })
  await runSpec('groups', at('spec.yaml'), { ledgerReason: 'a test', out: at('spec') })
})

const WITHOUT_NUMBERS = ['mh-dp none', 'mh-relaxed none', 'topdown none']

test.each([...EVERY, 'hc', 'hg', ...WITHOUT_NUMBERS, 'published', 'parents', 'regions', 'two-tops', 'spec'])(
  '%s verifies with its ledger',
  async (release) => {
    expect(await wrongAfter(at(release), undefined, { ledger: at(`${release}.jsonl`) })).toEqual([])
  },
)

test('simulations verify', async () => {
  for (const release of ['seeded', 'truth']) expect(await wrongAfter(at(release))).toEqual([])
})

const privacy =
  (change: (privacy: Tampered['manifest']) => void): Tampering =>
  ({ manifest }) =>
    change(manifest.privacy)

test.each<readonly [string, Tampering, readonly string[]]>([
  ['a smaller cost', privacy((p) => void (p.cost = { kind: 'pure', epsilon: '1/1000' })), ['privacy', 'ledger']],
  ['smaller words', privacy((p) => void (p.words = 'epsilon 1/1000')), ['privacy']],
  ['a smaller budget', privacy((p) => void (p.budget.total = '1/1000')), ['privacy']],
  ['another unit', privacy((p) => void (p.unit = 'one household')), ['privacy']],
  ['a lovely statement', privacy((p) => void (p.statement = ['Everything is protected.'])), ['statement']],
  ['nothing published', privacy((p) => void (p.publishedExactly = [])), ['published exactly']],
  ['no ledger', privacy((p) => void (p.ledger = null)), ['stamp', 'ledger']],
  ['another mechanism', ({ manifest }) => void (manifest.result.mechanism = 'mc-relaxed'), ['regions']],
  ['another mechanism asked', ({ manifest }) => void (manifest.result.asked = 'mh-dp'), ['regions']],
  ['a smaller standard error', ({ manifest }) => void (manifest.result.levels[1].standardError /= 2), ['figures']],
  ['another number of groups', ({ manifest }) => void (manifest.result.groups = 7), ['faithful', 'figures']],
  ['groups lost at a level', ({ manifest }) => void (manifest.result.levels[1].groups = 7), ['faithful']],
  ['a file less', ({ manifest }) => void manifest.outputs.shift(), ['files', 'outputs', 'regions']],
])('%s', async (_, change, wrong) => {
  expect(await wrongAfter(at('mc-dp'), change, { ledger: at('mc-dp.jsonl') })).toEqual(wrong)
})

test.each<readonly [string, Tampering, readonly string[]]>([
  ['the unit of a person', privacy((p) => void (p.unit = 'one person joins or leaves an existing group')), ['privacy']],
  ['the statement of a person', privacy((p) => void (p.statement = p.statement.slice(1))), ['statement']],
  ['a number published', privacy((p) => p.publishedExactly.push('the number of groups')), ['published exactly']],
  ['a number in the file', inCsv('regions.csv', 1, 'groups', () => '6'), ['public numbers']],
  ['another number of groups', ({ manifest }) => void manifest.result.groups++, ['figures']],
])('without public numbers: %s', async (_, change, wrong) => {
  expect(await wrongAfter(at('mh-dp none'), change)).toEqual(wrong)
})

test('without public numbers no file has the number of groups exactly but by chance, and the statement says so', async () => {
  const text = readFileSync(join(at('mh-dp none'), 'regions.csv'), 'utf8')
  for (const line of text.trim().split('\n').slice(1)) expect(line).toMatch(/,$/)
  const { privacy: stated } = JSON.parse(readFileSync(join(at('mh-dp none'), 'manifest.json'), 'utf8'))
  expect(stated.unit).toBe('one group added or removed, with all its people')
  expect(stated.publishedExactly).toEqual(['the list of regions'])
  expect(stated.statement.join(' ')).toMatch(/For data that differ in k groups, multiply epsilon by k/)
})

test('the chain as published: its stamp, its true cost, its confession', async () => {
  const release = at('published')
  const bare = (tampered: Tampered): void => {
    tampered.manifest.stamp = null
    for (const name of ['groups.csv', 'regions.csv', 'measurements.csv']) tampered.edit(name, withoutStamp)
  }
  expect(await wrongAfter(release, bare)).toEqual(['stamp'])
  const asked = privacy((p) => {
    p.cost = { kind: 'composed', parts: Array(3).fill({ kind: 'pure', epsilon: '1/6' }) }
    p.words = 'epsilon 1/2 (0.5)'
  })
  expect(await wrongAfter(release, asked, { ledger: at('published.jsonl') })).toEqual(['privacy', 'ledger'])
  const quiet = privacy((p) => {
    p.statement = p.statement.filter((line: string) => !line.includes('calibrated as published'))
  })
  expect(await wrongAfter(release, quiet)).toEqual(['statement'])
})

test('errors against the truth are confidential', async () => {
  const half = (tampered: Tampered): void => {
    tampered.manifest.stamp = 'NOT PRIVATE'
    for (const name of ['groups.csv', 'regions.csv', 'measurements.csv']) {
      tampered.edit(name, (text) => text.replaceAll('"NOT PRIVATE, CONFIDENTIAL"', 'NOT PRIVATE'))
    }
  }
  expect(await wrongAfter(at('seeded'), half)).toEqual(['stamp'])
})

const more = (value: string): string => String(Number(value) + 1)
const drop = (line: number) => (text: string) =>
  text
    .split('\n')
    .filter((_, i) => i !== line)
    .join('\n')

/**
 * With a budget without end: x and z/1 have a group of size 1 and one of size 2, y has one of size 3. The table has 4 sizes
 * a region: US, GA, NY, x, y, z/1 begin at lines 1, 5, 9, 13, 17, 21.
 */
test.each<readonly [string, Tampering, readonly string[]]>([
  ['one more at a leaf', inCsv('groups.csv', 13, 'count', more), ['faithful', 'consistent']],
  ['one more in the middle', inCsv('groups.csv', 5, 'count', more), ['faithful', 'consistent']],
  ['a cell missing', ({ edit }) => edit('groups.csv', drop(16)), ['valid']],
  ['a region that is not there', inCsv('groups.csv', 16, 'region', () => 'w'), ['valid']],
  ['a size that is not there', inCsv('groups.csv', 16, 'size', () => '5'), ['valid']],
  ['a level that is not there', inCsv('groups.csv', 16, 'level', () => 'level 9'), ['valid']],
  ['a cell twice', ({ edit }) => edit('groups.csv', (text) => `${text}${text.split('\n')[24]}\n`), ['valid']],
  ['no standard error', inCsv('groups.csv', 13, 'standard_error', () => ''), ['valid']],
  ['half a group', inCsv('groups.csv', 13, 'count', () => '0.5'), ['valid', 'faithful', 'consistent']],
  ['another parent', inCsv('regions.csv', 4, 'parent', () => 'NY'), ['consistent']],
  [
    'renamed parents',
    ({ edit }) => edit('regions.csv', (text) => text.replaceAll(',GA,', ',CA,')),
    ['valid', 'faithful', 'consistent'],
  ],
  ['a parent that is not there', inCsv('regions.csv', 4, 'parent', () => 'CA'), ['regions']],
  ['a region twice', inCsv('regions.csv', 4, 'region', () => 'y'), ['regions']],
  ['a public number where none was asked for', inCsv('regions.csv', 4, 'groups', () => '2'), ['public numbers']],
  ['another public number', inCsv('regions.csv', 1, 'groups', more), ['figures']],
])('over a table of parents: %s', async (_, change, wrong) => {
  expect(await wrongAfter(at('truth'), change)).toEqual(wrong)
})

test('public numbers of regions are met', async () => {
  const release = at('regions')
  expect(await wrongAfter(release, inCsv('regions.csv', 4, 'groups', more))).toEqual(['faithful'])
  expect(
    await wrongAfter(
      release,
      inCsv('regions.csv', 4, 'groups', () => ''),
    ),
  ).toEqual(['public numbers'])
  const moved: Tampering = (tampered) => {
    inCsv('groups.csv', 10, 'count', more)(tampered)
    inCsv('groups.csv', 1, 'count', more)(tampered)
  }
  expect(await wrongAfter(release, moved)).toContain('faithful')
})

test('a relaxed release breaks as much as it says, no more and no less', async () => {
  const fewer = ({ manifest }: Tampered): void => {
    manifest.checks.inconsistentCells++
    manifest.checks.consistent = false
  }
  for (const release of ['mc-relaxed', 'mh-relaxed', 'cumulative']) {
    expect(await wrongAfter(at(release), fewer)).toEqual(['consistent'])
    expect(await wrongAfter(at(release), ({ manifest }) => void manifest.checks.invalidCells++)).toEqual(['valid'])
    expect(await wrongAfter(at(release), ({ manifest }) => void manifest.checks.unfaithful++)).toEqual(['faithful'])
  }
  const broken: Tampering = (tampered) => {
    inCsv('groups.csv', 1, 'count', () => '-1')(tampered)
    const { checks } = tampered.manifest
    Object.assign(checks, { valid: false, invalidCells: checks.invalidCells + 1 })
  }
  expect(await wrongAfter(at('cumulative'), broken)).toContain('valid')
  expect(await wrongAfter(at('mh-relaxed'), broken)).not.toContain('valid')
})

test('a file that is no table any more is a wrong check, not a crash', async () => {
  const torn: Tampering = ({ edit }) => edit('groups.csv', (text) => `${text}"\n`)
  expect(await wrongAfter(at('truth'), torn)).toContain('regions')
  const bare: Tampering = ({ edit }) => edit('regions.csv', (text) => `${text}x,y\n`)
  expect(await wrongAfter(at('cumulative'), bare)).toContain('regions')
})
