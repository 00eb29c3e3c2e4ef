/** The standard errors of an extension: what the first release counted keeps its own, finer counts bear a share. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { countsCsv, countyPeople, csvLines, folderWith } from './support/topdown.ts'

const HEAD = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: county, columns: [region, block] }
topdown: { simulations: 0 }
`
const KIND = '{ name: kind, levels: [householder, spouse, child, dorm] }'
const FIRST = `${HEAD}attributes: [${KIND}]
privacy: { epsilon: 1/5 }
workload: [{ query: total }, { query: detailed }]
public: [{ name: population, query: total, level: region, exactly: data }]
`
const SECOND = `${HEAD}attributes: [{ name: sex, levels: [f, m] }, ${KIND}]
privacy: { epsilon: 20 }
workload: [{ query: total }, { query: kind }, { query: detailed }]
`

/** Standard errors by level, region and labels; NaN where none is given. */
function errors(path: string, labels: readonly string[], query?: string): Map<string, number> {
  const [columns, ...lines] = csvLines(path)
  const at = (name: string) => columns.indexOf(name)
  const chosen = lines.filter((line) => query === undefined || line[at('query')] === query)
  const key = (line: string[]) => ['level', 'region', ...labels].map((name) => line[at(name)]).join()
  return new Map(chosen.map((line) => [key(line), Number(line[at('standard_error')] || Number.NaN)]))
}

test('a budget of 20 does not make the counts of a budget of 1/5 exact, nor exact ones uncertain', () => {
  const folder = folderWith(join(testFolder(), 'county'), {
    'people.csv': countsCsv(countyPeople(), 'region,block,sex,kind,n'),
    'first.yaml': FIRST,
    'second.yaml': SECOND,
  })
  for (const args of [
    ['first.yaml', '--out', 'first', '--seed', '1'],
    ['second.yaml', '--extend', 'first', '--out', 'second', '--seed', '2'],
  ]) {
    const ended = tacet(['topdown', ...args, '--quiet'], folder)
    expect(ended.code, ended.stderr).toBe(0)
  }
  const [first, second] = ['first', 'second'].map((name) => join(folder, name))
  const totals = errors(join(first, 'answers.csv'), [], 'total')
  expect(totals.get('region,north')).toBe(0)
  expect(totals.get('block,north/b1')).toBeGreaterThan(5)
  expect(errors(join(second, 'answers.csv'), [], 'total')).toEqual(totals)
  const kinds = errors(join(first, 'cells.csv'), ['kind'])
  const again = errors(join(second, 'answers.csv'), ['kind'], 'kind')
  expect(again.size).toBeGreaterThan(kinds.size) // cells of 0 are not in the first release, so nothing is known of their error
  for (const [key, error] of again) expect(error, key).toBe(kinds.get(key) ?? Number.NaN)
  for (const [key, error] of errors(join(second, 'cells.csv'), ['kind'])) {
    expect(error, key).toBeGreaterThan((kinds.get(key) as number) / 2 - 0.001)
  }
})
