/** Standard errors against the truth: where non-negativity adds people, and where an earlier release is kept. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runSpec } from '../../../test/support/jobs.ts'
import { readSpec, withDatabase } from '../../data/index.ts'
import { answerLabels, buildHierarchy, compileQuery } from '../../model/index.ts'
import { seededEntropy } from '../../noise/index.ts'
import { inheritedErrors } from './earlier-errors.ts'
import { readEarlier, readEarlierErrors } from './earlier-release.ts'
import { tablesOf } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'tacet-calibrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TOWNS = 4
const WARDS = 5
const levels = (n: number): string => `[${Array.from({ length: n }, (_, i) => `"v${i}"`).join(', ')}]`
const HEAD = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: all, columns: [town, ward] }
`

/** A few cells of each ward with some people: a table of 400 cells that is nearly empty. */
function writePeople(): number {
  const entropy = seededEntropy('few cells with people', 0)
  const lines = ['town,ward,a,b,c,n']
  let people = 0
  for (let ward = 0; ward < TOWNS * WARDS; ward++) {
    for (let i = 0; i < 6; i++) {
      const n = 1 + entropy.belowSmall(60)
      const [a, b, c] = [4, 10, 10].map((size) => `v${entropy.belowSmall(size)}`)
      lines.push(`t${ward % TOWNS},w${Math.floor(ward / TOWNS)},${a},${b},${c},${n}`)
      people += n
    }
  }
  writeFileSync(join(folder, 'people.csv'), `${lines.join('\n')}\n`)
  return people
}

const people = writePeople()

function spec(name: string, text: string): string {
  const path = join(folder, `${name}.yaml`)
  writeFileSync(path, HEAD + text)
  return path
}

async function release(path: string, out: string, seed: string): Promise<string> {
  const target = join(folder, out)
  await runSpec('topdown', path, { out: target, seed })
  return target
}

/** The lines of a published table, by the names of its columns. */
function published(path: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const names = header.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])))
}

test('one total at the top knows of the people that non-negativity adds to many cells', async () => {
  const text = `attributes:
  - { name: a, levels: ${levels(4)} }
  - { name: b, levels: ${levels(10)} }
  - { name: c, levels: ${levels(10)} }
privacy: { epsilon: 1/5 }
workload: [{ query: detailed }]
`
  const out = await release(spec('detailed', text), 'detailed', '1')
  const [total] = published(join(out, 'answers.csv')).filter(({ query, level }) => query === 'total' && level === 'all')
  const [error, stated] = [Number(total.count) - people, Number(total.standard_error)]
  expect(error, 'many more people than there are').toBeGreaterThan(1500)
  expect(error / stated).toBeLessThan(2)
})

test('no wrong figure has an error of 0, where the budget has no end and only rounding is off', async () => {
  const text = `attributes:
  - { name: a, levels: ${levels(4)} }
  - { name: b, levels: ${levels(10)} }
privacy: { epsilon: 1000 }
workload: [{ query: a }, { query: b, levels: [all, town] }]
`
  const truth = new Map<string, number>()
  for (const { town, ward, a, b, n } of published(join(folder, 'people.csv'))) {
    for (const place of ['all', town, `${town}/${ward}`])
      for (const key of [`total`, `a ${a}`, `b ${b}`])
        truth.set(`${place} ${key}`, (truth.get(`${place} ${key}`) ?? 0) + Number(n))
  }
  for (const simulations of [0, 1]) {
    const path = spec(`rounded-${simulations}`, `${text}topdown: { simulations: ${simulations}, rounding: plain }\n`)
    const lines = published(join(await release(path, `rounded-${simulations}`, '1'), 'answers.csv'))
    const wrong = lines.filter(({ region, query, a, b, count }) => {
      const key = query === 'total' ? 'total' : query === 'a' ? `a ${a}` : `b ${b}`
      return Number(count) !== (truth.get(`${region} ${key}`) ?? 0)
    })
    expect(wrong.length).toBeGreaterThan(5)
    expect(wrong.filter(({ standard_error }) => standard_error !== '' && Number(standard_error) === 0)).toEqual([])
  }
})

test('an extension reads the errors of the earlier release from its files, and inherits them', async () => {
  const first = `attributes: [{ name: a, levels: ${levels(4)} }]
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: detailed }]
topdown: { simulations: 0 }
`
  const more = `attributes:
  - { name: b, levels: ${levels(10)} }
  - { name: a, levels: ${levels(4)} }
privacy: { epsilon: 1 }
workload: [{ query: detailed }]
`
  const out = await release(spec('first', first), 'first', '1')
  const [table] = tablesOf(await readSpec(spec('more', more)))
  const places = Array.from({ length: TOWNS * WARDS }, (_, i) => [
    `t${Math.floor(i / WARDS)}`,
    `t${Math.floor(i / WARDS)}/w${i % WARDS}`,
  ])
  const hierarchy = buildHierarchy(['all', 'town', 'ward'], places)
  const earlier = await readEarlier(out, table)
  const errors = await withDatabase({}, (db) => readEarlierErrors(earlier, hierarchy, db))
  const inherited = inheritedErrors(errors, () => true)
  const [total, a] = ['total', 'a'].map((query) => compileQuery(table.schema, query))
  let compared = 0
  const check = (line: Record<string, string>, query: typeof a, labels: readonly string[]): void => {
    const level = hierarchy.levels.findIndex(({ name }) => name === line.level)
    const node = hierarchy.levels[level].regions.indexOf(line.region)
    const answer = Array.from({ length: query.answers }, (_, i) => answerLabels(query, i).join()).indexOf(labels.join())
    const found = inherited(level, node, query, new Float64Array(query.answers))[answer]
    expect(found, JSON.stringify(line)).toBeCloseTo(Number(line.standard_error), 3)
    compared++
  }
  for (const line of published(join(out, 'answers.csv'))) check(line, total, [])
  for (const line of published(join(out, 'cells.csv'))) check(line, a, [line.a])
  expect(compared).toBeGreaterThan(80)
})
