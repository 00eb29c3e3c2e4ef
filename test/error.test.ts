/** `tacet error`: the error of any sum, from the replicates that a release publishes. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { COUNTY_SPEC, changed, countyFolder, readRelease } from './support/topdown.ts'

const folder = testFolder()
const REPLICATES = 20
let path = ''

beforeAll(() => {
  path = countyFolder(
    join(folder, 'county'),
    changed(COUNTY_SPEC, 'output: { microdata: true }', `output: { replicates: ${REPLICATES} }`),
  )
  writeFileSync(join(path, 'areas.csv'), 'area,region\nriver,north/b1\nriver,south/b2\nhill,middle/b3\n')
  const run = tacet(['topdown', 'county.yaml', '--out', 'release', '--seed', '3'], path)
  expect(run.code, run.stderr).toBe(0)
})

/** What the men of a leaf, or everybody, were off by in one simulation, from the bytes. */
function offBy(run: number, leaf: number, cells: number, wanted: (cell: number) => boolean): number {
  const bytes = readFileSync(join(path, 'release', 'replicates', `people-${run + 1}.i16`))
  let sum = 0
  for (let cell = 0; cell < cells; cell++) if (wanted(cell)) sum += bytes.readInt16LE(4 * (leaf * cells + cell))
  return sum
}

test('the figures are those of the replicates, for an area and some of its cells', () => {
  const run = tacet(['error', 'release', '--where', 'sex=m', '--areas', 'areas.csv', '--json'], path)
  expect(run.code, run.stderr).toBe(0)
  const { areas, replicates } = JSON.parse(run.stdout)
  expect(replicates).toBe(REPLICATES)
  const leafNames = readFileSync(join(path, 'release', 'regions.csv'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('block,'))
    .map((line) => line.split(',')[1])
  const cells = readFileSync(join(path, 'release', 'replicates', 'people-1.i16')).length / 4 / leafNames.length
  const isMan = (cell: number): boolean => cell >= cells / 2
  const leaves = ['north/b1', 'south/b2'].map((name) => leafNames.indexOf(name))
  const off = Array.from({ length: REPLICATES }, (_, r) =>
    leaves.reduce((sum, leaf) => sum + offBy(r, leaf, cells, isMan), 0),
  )
  const river = areas.find(({ area }: { area: string }) => area === 'river')
  expect(river.bias).toBeCloseTo(off.reduce((a, b) => a + b, 0) / REPLICATES, 9)
  expect(river.error).toBeCloseTo(Math.sqrt(off.reduce((a, b) => a + b * b, 0) / REPLICATES), 9)
  const { leaves: released } = readRelease(join(path, 'release'))
  const men = [...released].filter(([key]) => /^(north\/b1|south\/b2)\|m,/.test(key)).reduce((sum, [, n]) => sum + n, 0)
  expect(river.count).toBe(men)
  expect(river.low).toBeLessThanOrEqual(men - Math.min(...off))
  expect(river.high).toBeGreaterThanOrEqual(river.low)
})

test('places of a level, and what is wrong is named', () => {
  const level = JSON.parse(tacet(['error', 'release', '--level', 'region', '--json'], path).stdout)
  expect(level.areas.map(({ area }: { area: string }) => area)).toEqual(['middle', 'north', 'south'])
  for (const [args, says] of [
    [['--where', 'sex=x'], /--where: "sex" has no level "x"/],
    [['--where', 'colour=red'], /--where: there is no attribute "colour"/],
    [['--where', 'sex'], /--where: "sex" names no levels/],
    [['--level', 'street'], /--level: there is no level "street"/],
  ] as const) {
    const run = tacet(['error', 'release', ...args], path)
    expect(run.stderr).toMatch(says)
    expect(run.code).toBe(2)
  }
})

test('verify knows the files, and sees one that is missing', () => {
  expect(tacet(['verify', 'release'], path).code).toBe(0)
  rmSync(join(path, 'release', 'replicates', 'people-2.i16'))
  expect(tacet(['verify', 'release'], path).code).toBe(1)
})

test('a release without replicates says how to get them', () => {
  const plain = countyFolder(join(folder, 'plain'), COUNTY_SPEC)
  tacet(['topdown', 'county.yaml', '--out', 'release', '--seed', '3'], plain)
  const run = tacet(['error', 'release'], plain)
  expect(run.stderr).toMatch(/publishes no replicates/)
  expect(run.code).toBe(2)
})

test('with three attributes every count is the sum of its cells', () => {
  const levels = { a: ['p', 'q', 'r'], b: ['1', '2'], c: ['u', 'v'] }
  const lines = Array.from({ length: 900 }, (_, i) => [
    ...['x', 'y'].slice(i % 2, (i % 2) + 1),
    ...[levels.a[(i * i) % 3], levels.b[i % 5 === 0 ? 1 : 0], levels.c[i % 7 < 5 ? 1 : 0]],
  ])
  const home = join(folder, 'three')
  mkdirSync(home)
  writeFileSync(join(home, 'people.csv'), `w,a,b,c\n${lines.map((line) => line.join()).join('\n')}\n`)
  writeFileSync(
    join(home, 'three.yaml'),
    `tacet: 1
source: { file: people.csv }
geography: { top: all, columns: [w] }
attributes:
${Object.entries(levels)
  .map(([name, list]) => `  - { name: ${name}, levels: ${JSON.stringify(list)} }`)
  .join('\n')}
privacy: { epsilon: 5 }
workload: [{ query: total }, { query: detailed }]
output: { replicates: 4 }
`,
  )
  const made = tacet(['topdown', 'three.yaml', '--out', 'release', '--seed', '3'], home)
  expect(made.code, made.stderr).toBe(0)
  const cells = readFileSync(join(home, 'release', 'cells.csv'), 'utf8')
    .split('\n')
    .map((line) => line.split(','))
    .filter(([level]) => level === 'all')
  for (const [at, [name, list]] of Object.entries(levels).entries())
    for (const level of list) {
      const run = tacet(['error', 'release', '--where', `${name}=${level}`, '--json'], home)
      const own = cells.filter((line) => line[2 + at] === level).reduce((sum, line) => sum + Number(line[5]), 0)
      expect(JSON.parse(run.stdout).areas[0].count, `${name}=${level}`).toBe(own)
    }
})
