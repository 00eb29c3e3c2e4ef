/** A top-down release whose counts are too many to hold: levels go to the disk, and the release is the same to the byte. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { capabilities, jobFrom, localContext, type RunOptions, readSpec } from '../src/index.ts'
import { testFolder } from './support/cli.ts'
import { COUNTY_SPEC, changed, countsCsv, countyPeople, dormsCsv, folderWith } from './support/topdown.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g
const folder = testFolder()
const people = countyPeople()
const SPEC = changed(COUNTY_SPEC, 'output: { microdata: true }', 'output: { microdata: true, replicates: 2 }')
const UNITS = `units:
  source: { file: units.csv, count: n }
  attributes: [{ name: status, levels: [occupied, vacant] }]
  privacy: { epsilon: 1 }
  workload: [{ query: detailed }]
  links:
    - { name: one householder a home, level: block, people: { kind: [householder] }, atMostTimes: 1, atLeastTimes: 1, units: { status: [occupied] } }
`

/** As many occupied homes as there are householders. */
function unitsCsv(): string {
  const homes = new Map<string, number>()
  for (const [key, n] of people) {
    const [place, cell] = key.split('|')
    const at = `${place}|occupied`
    if (cell.endsWith('householder')) homes.set(at, (homes.get(at) ?? 0) + n)
  }
  return countsCsv(homes, 'region,block,status,n')
}

async function files(name: string, spec: string, options: RunOptions): Promise<ReadonlyMap<string, string>> {
  const home = join(folder, name)
  const { topdown } = capabilities
  folderWith(home, {
    'people.csv': countsCsv(people, 'region,block,sex,kind,n'),
    'dorms.csv': dormsCsv(people),
    'units.csv': unitsCsv(),
    'county.yaml': spec,
  })
  const out = join(home, 'out')
  const context = localContext({ out, seed: 'held', ...options })
  await topdown.run(jobFrom(await readSpec(join(home, 'county.yaml'))), context)
  const found = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    found
      .filter(({ name: file }) => file !== 'manifest.json')
      .map((entry) => [
        entry.name,
        readFileSync(join(entry.parentPath, entry.name), 'latin1').replace(UUID, 'the run'),
      ]),
  )
}

test.each([
  ['people, with microdata and replicates', SPEC, {}],
  ['people and units', `${SPEC}${UNITS}`, {}],
  ['compared with the truth', SPEC, { evaluate: true }],
])('%s: held or not, the files are the same', async (name, spec, options) => {
  const held = await files(`${name}, held`, spec, options)
  const spilled = await files(`${name}, on the disk`, spec, { ...options, held: 5 })
  expect([...spilled.keys()]).toEqual([...held.keys()])
  expect([...held.keys()]).toContain('people-2.i16')
  for (const [file, text] of held) expect(spilled.get(file), file).toBe(text)
})
