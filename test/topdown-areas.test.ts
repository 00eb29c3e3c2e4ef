/** `tacet topdown --evaluate` for areas off the hierarchy, given as lists of leaves. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { COUNTY_SPEC, countyFolder, countyPeople, readRelease } from './support/topdown.ts'

const folder = testFolder()
const AREAS = 'area,region,block\nriver,north,b1\nriver,south,b2\nhill,middle,b3\nhill,north,b1\n'
const withAreas = COUNTY_SPEC.replace(
  'topdown: { simulations: 0 }',
  'topdown: { simulations: 0, areas: { file: areas.csv, area: area, region: [region, block] } }',
)

test('the error of an area is that of the sum of its leaves', () => {
  const path = countyFolder(join(folder, 'areas'), withAreas)
  writeFileSync(join(path, 'areas.csv'), AREAS)
  const run = tacet(['topdown', 'county.yaml', '--out', 'release', '--seed', '3', '--evaluate', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { evaluation } = JSON.parse(run.stdout)
  const found = evaluation.queries.find(
    (q: { places: string; query: string }) => q.places === 'areas by area' && q.query === 'detailed',
  )
  const { leaves } = readRelease(join(path, 'release'))
  const truth = countyPeople()
  let total = 0
  for (const blocks of [
    ['north/b1', 'south/b2'],
    ['middle/b3', 'north/b1'],
  ]) {
    for (const sex of ['f', 'm']) {
      for (const kind of ['householder', 'spouse', 'child', 'dorm']) {
        const sum = (counts: ReadonlyMap<string, number>): number =>
          blocks.reduce((n, block) => n + (counts.get(`${block}|${sex},${kind}`) ?? 0), 0)
        total += Math.abs(sum(leaves) - sum(truth))
      }
    }
  }
  expect(found.totalAbsolute).toBe(total)
})

test('an area with a leaf nobody has, or the same leaf twice, is told', () => {
  const path = countyFolder(join(folder, 'wrong'), withAreas)
  for (const [line, says] of [
    ['hill,east,b9', /there is no "east\/b9" at level "block"/],
    ['river,north,b1', /counted twice|names a leaf twice/],
  ] as const) {
    writeFileSync(join(path, 'areas.csv'), `${AREAS}${line}\n`)
    const run = tacet(['topdown', 'county.yaml', '--out', 'release', '--seed', '3', '--evaluate'], path)
    expect(run.stderr).toMatch(says)
    expect(run.code).toBe(2)
  }
})
