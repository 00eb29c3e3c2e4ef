/** Public facts from tables with lines that are not there, and two tables that share the name of an attribute. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sha256Text } from '../src/release/index.ts'
import { tacet, testFolder } from './support/cli.ts'
import { csvLines, folderWith } from './support/topdown.ts'

const folder = testFolder()

function topdown(path: string): void {
  const run = tacet(['topdown', 'town.yaml', '--out', 'release', '--seed', '3'], path)
  expect(run.code, run.stderr).toBe(0)
}

const wrongIn = (path: string): readonly string[] =>
  JSON.parse(tacet(['verify', 'release', '--json'], path).stdout).checks.flatMap(
    ({ name, ok }: { name: string; ok: boolean }) => (ok ? [] : [name]),
  )

const PEOPLE = 'ward,kind,n\na,home,30\na,hall,5\nb,home,20\nc,home,25\nc,hall,9\n'

test('where a table of lower bounds says that nobody is there, an upper bound beside it does not say otherwise', () => {
  const path = folderWith(join(folder, 'both'), {
    'people.csv': PEOPLE,
    'halls.csv': 'ward,kind,count\na,hall,1\nc,hall,1\n',
    'town.yaml': `tacet: 1
source: { file: people.csv, count: n }
geography: { top: town, columns: [ward] }
attributes: [{ name: kind, levels: [home, hall] }]
privacy: { epsilon: 1/5 }
workload: [{ query: detailed }]
public:
  - { name: halls, query: kind, where: { kind: [hall] }, level: ward, atMost: 60, atLeast: { file: halls.csv, region: ward, absent: zero } }
topdown: { simulations: 0 }
`,
  })
  topdown(path)
  const facts = join(path, 'release', 'facts.csv')
  expect(
    csvLines(facts)
      .slice(1)
      .map((line) => line.slice(4, 8).join()),
  ).toEqual(['a,hall,1,60', 'b,hall,0,0', 'c,hall,1,60', 'town,kind: hall,2,120'])
  expect(wrongIn(path)).toEqual([])
  // A line that is left out, with the fingerprint made to fit.
  const lines = readFileSync(facts, 'utf8').split('\n')
  const text = lines.filter((line) => !line.includes(',b,')).join('\n')
  writeFileSync(facts, text)
  const manifest = JSON.parse(readFileSync(join(path, 'release', 'manifest.json'), 'utf8'))
  const listed = manifest.outputs.find(({ name }: { name: string }) => name === 'facts.csv')
  Object.assign(listed, { bytes: Buffer.byteLength(text), sha256: sha256Text(text) })
  writeFileSync(join(path, 'release', 'manifest.json'), JSON.stringify(manifest))
  expect(wrongIn(path)).toEqual(['fact: halls'])
})

test('people and units may have an attribute of one name with other levels', () => {
  const path = folderWith(join(folder, 'names'), {
    'people.csv': PEOPLE.replaceAll(/^(\w),(home|hall),/gm, '$1,$2,f,').replace('kind,n', 'kind,sex,n'),
    'units.csv': 'ward,kind,size,n\na,own,small,9\na,rent,large,3\nb,own,large,8\nc,rent,small,11\n',
    'town.yaml': `tacet: 1
source: { file: people.csv, count: n }
geography: { top: town, columns: [ward] }
attributes: [{ name: kind, levels: [home, hall] }, { name: sex, levels: [f, m] }]
privacy: { epsilon: 5 }
workload: [{ query: kind }, { query: detailed }]
units:
  source: { file: units.csv, count: n }
  attributes: [{ name: kind, levels: [own, rent] }, { name: size, levels: [small, large] }]
  privacy: { epsilon: 5 }
  workload: [{ query: kind }, { query: total }]
topdown: { simulations: 0 }
`,
  })
  topdown(path)
  const [head, ...lines] = csvLines(join(path, 'release', 'answers.csv'))
  const labels = (query: string): string[] => [
    ...new Set(lines.filter((line) => line[head.indexOf('query')] === query).map((line) => line[head.indexOf('kind')])),
  ]
  expect(labels('kind').sort()).toEqual(['hall', 'home'])
  expect(labels('units: kind').sort()).toEqual(['own', 'rent'])
  expect(wrongIn(path)).toEqual([])
})

const WAVE = (facts: string): string => `tacet: 1
source: { file: people.csv, count: n }
geography: { top: town, columns: [ward] }
attributes: [{ name: kind, levels: [home, hall] }]
privacy: { epsilon: 2 }
workload: [{ query: kind }]
topdown: { simulations: 0 }
${facts}`
const FROM = (file: string): string =>
  `public: [{ query: kind, level: ward, exactly: { file: ${file}, region: region, absent: zero } }]\n`

test('the noisy counts of a release are no public table; exact ones are', () => {
  const path = folderWith(join(folder, 'waves'), {
    'people.csv': PEOPLE,
    'first.yaml': WAVE(''),
    'exact.yaml': WAVE('public: [{ query: kind, level: ward, exactly: data }]\n'),
  })
  const release = (name: string) => tacet(['topdown', `${name}.yaml`, '--out', name, '--seed', '3'], path)
  expect([release('first').code, release('exact').code]).toEqual([0, 0])
  const wards = (name: string): string =>
    readFileSync(join(path, name, 'cells.csv'), 'utf8').replaceAll(/^town,.*\n/gm, '')
  for (const name of ['first', 'exact']) writeFileSync(join(path, `${name}-wards.csv`), wards(name))
  writeFileSync(join(path, 'second.yaml'), WAVE(FROM('first-wards.csv')))
  const refused = release('second')
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/first-wards\.csv holds the noisy counts.*--extend/),
  ])
  expect(tacet(['plan', 'second.yaml'], path).code).toBe(2)
  writeFileSync(join(path, 'third.yaml'), WAVE(FROM('exact-wards.csv')))
  expect(release('third').code, release('third').stderr).toBe(0)
})

test('what a public table fixes whole frees its budget, in the plan as in the release, as true counts do', () => {
  const measured = (exactly: string): number[] => {
    const path = folderWith(join(folder, `frees ${exactly.length}`), {
      'people.csv': PEOPLE,
      'kinds.csv': 'ward,kind,count\na,home,30\na,hall,5\nb,home,20\nb,hall,0\nc,home,25\nc,hall,9\n',
      'town.yaml': WAVE(`public: [{ query: kind, level: ward, exactly: ${exactly} }]\n`)
        .replace(
          'kind, levels: [home, hall] }',
          'kind, levels: [home, hall] }, { name: late, column: kind, levels: [hall, home] }',
        )
        .replace('[{ query: kind }]', '[{ query: kind }, { query: detailed }]'),
    })
    const plan = JSON.parse(tacet(['plan', 'town.yaml', '--json'], path).stdout)
    return plan.queries
      .filter(({ query }: { query: string }) => query === 'detailed')
      .map(({ share }: { share: number }) => share)
  }
  expect(measured('data')).toEqual([0.5, 0.5])
  expect(measured('{ file: kinds.csv, region: ward }')).toEqual([0.5, 0.5])
})
