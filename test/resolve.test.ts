/** A release is solved again from what it published, byte for byte; what was exchanged or made up is named. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveRelease, verifyRelease } from 'tacet/jobs'
import { beforeAll, expect, test } from 'vitest'
import { fingerprint } from '../src/release/index.ts'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()

const BLOCKS = ['n/n1', 'n/n2', 's/s1', 's/s2']
const PEOPLE = [1, 1572, 400, 90]
const SPEC = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: town, columns: [district, block] }
attributes: [{ name: sex, levels: [f, m] }]
privacy: { epsilon: 2 }
workload: [{ query: total }, { query: sex }]
`

beforeAll(() => {
  const lines = BLOCKS.flatMap((block, i) =>
    ['f', 'm'].map((sex, s) => `${block.replace('/', ',')},${sex},${Math.floor((PEOPLE[i] + s) / 2)}`),
  )
  writeFileSync(join(folder, 'people.csv'), `district,block,sex,n\n${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'town.yaml'), SPEC)
  const run = tacet(['topdown', 'town.yaml', '--out', 'release', '--quiet'], folder)
  expect(run.code, run.stderr).toBe(0)
  writeFileSync(join(folder, 'groups.csv'), `us,st,size\n${'US,GA,1\nUS,GA,2\nUS,NY,1\nUS,NY,3\n'.repeat(20)}`)
})

/** A copy of the release with one file rewritten and every fingerprint in the manifest made to fit again. */
async function changed(name: string, file: string, rewrite: (text: string) => string): Promise<string> {
  const copy = join(folder, name)
  cpSync(join(folder, 'release'), copy, { recursive: true })
  const before = readFileSync(join(copy, file), 'utf8')
  writeFileSync(join(copy, file), rewrite(before))
  expect(rewrite(before)).not.toBe(before)
  const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
  for (const output of manifest.outputs) Object.assign(output, await fingerprint(join(copy, output.name)))
  writeFileSync(join(copy, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return copy
}

const wrongIn = async (release: string, ledger?: string): Promise<string[]> =>
  (await verifyRelease(release, ledger === undefined ? {} : { ledger })).checks
    .filter(({ ok }) => !ok)
    .map(({ name, detail }) => `${name}: ${detail}`)

test('an honest release comes out byte for byte, in either format', async () => {
  expect(await resolveRelease(join(folder, 'release'))).toMatchObject({ ok: true })
  const parquet = tacet(['topdown', 'town.yaml', '--out', 'parquet', '--format', 'parquet', '--seed', '3'], folder)
  expect(parquet.code, parquet.stderr).toBe(0)
  expect(await resolveRelease(join(folder, 'parquet'))).toMatchObject({ ok: true })
})

test('two sibling blocks exchanged: the residual is named, and so is the file', async () => {
  const exchanged = (text: string): string =>
    text.replaceAll('n/n1', 'n/n?').replaceAll('n/n2', 'n/n1').replaceAll('n/n?', 'n/n2')
  const release = await changed('exchanged', 'cells.csv', exchanged)
  const answers = readFileSync(join(release, 'answers.csv'), 'utf8')
  writeFileSync(join(release, 'answers.csv'), exchanged(answers))
  const manifest = JSON.parse(readFileSync(join(release, 'manifest.json'), 'utf8'))
  for (const output of manifest.outputs) Object.assign(output, await fingerprint(join(release, output.name)))
  writeFileSync(join(release, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const wrong = await wrongIn(release)
  expect(
    wrong.some((line) => /^residuals: .*block "n\/n[12]" is \d{3} standard deviations/.test(line)),
    wrong.join('\n'),
  ).toBe(true)
  expect((await resolveRelease(release)).detail).toMatch(/cells\.csv is not what the published measurements give/)
})

test('a standard error made small: the ledger has another file, and solving again gives another', async () => {
  const release = await changed('small', 'answers.csv', (text) => text.replace(/,[\d.]+\n/, ',0.001\n'))
  expect((await wrongIn(release, join(folder, 'tacet-ledger.jsonl'))).join()).toMatch(
    /answers\.csv is not the file that was published/,
  )
  expect(await resolveRelease(release)).toMatchObject({ ok: false })
})

test.each(['cumulative', 'mc-chain', 'mh-dp'])('group sizes by %s come out byte for byte', async (mechanism) => {
  const out = `groups-${mechanism}`
  const args = [
    'groups',
    'groups.csv',
    '--levels',
    'us,st',
    '--size',
    'size',
    '--max-size',
    '4',
    '--epsilon',
    '1',
    '--ledger',
    'groups.jsonl',
  ]
  const run = tacet([...args, '--mechanism', mechanism, '--out', out], folder)
  expect(run.code, run.stderr).toBe(0)
  expect(await resolveRelease(join(folder, out))).toMatchObject({ ok: true })
  const verified = tacet(['verify', out, '--resolve', '--json'], folder)
  expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true })
})

test('measurements alone need no solving; an audit cannot be solved again', async () => {
  const measured = tacet(['measure', 'town.yaml', '--out', 'measured'], folder)
  expect(measured.code, measured.stderr).toBe(0)
  expect((await resolveRelease(join(folder, 'measured'))).detail).toMatch(/^one file comes out byte for byte/)
})

test('measurements that the manifest names and does not list are not read', async () => {
  const copy = join(folder, 'elsewhere')
  cpSync(join(folder, 'release'), copy, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'))
  manifest.result.measurements.people.files = ['../people.csv']
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest))
  await expect(resolveRelease(copy)).rejects.toThrow('the manifest does not list "../people.csv" as an output')
})
