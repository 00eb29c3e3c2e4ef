/** What the declared neighbours mean for a release: which noise is drawn, and what is said to be exact. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()

const SPEC = `tacet: 1
source: { file: people.csv }
geography: { columns: [town] }
attributes: [{ name: sex, levels: [f, m] }]
privacy: { unit: change-person, epsilon: 1 }
workload: [{ query: total }, { query: sex }]
topdown: { simulations: 0 }
`
const PEOPLE = `town,sex\n${'a,f\na,m\nb,f\nb,m\nb,m\n'.repeat(20)}`

function home(name: string, spec = SPEC, people = PEOPLE): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'people.csv'), people)
  writeFileSync(join(path, 'town.yaml'), spec)
  return path
}

function run(command: string, path: string, ...flags: readonly string[]) {
  const ended = tacet([command, 'town.yaml', '--out', 'release', '--json', ...flags], path)
  expect(ended.code, ended.stderr).toBe(0)
  return JSON.parse(ended.stdout)
}

const sensitivities = ({ queries }: { queries: { level: string; query: string; sensitivity: string }[] }) =>
  queries.map(({ level, query, sensitivity }) => `${query} by ${level}: ${sensitivity}`)

test('a person who changes moves two answers of a level, and leaves the number of records, which is said to be exact', () => {
  const path = home('change')
  const result = run('measure', path)
  expect(sensitivities(result)).toEqual(['total by all: 0', 'sex by all: 2', 'total by town: 2', 'sex by town: 2'])
  expect(result.privacy.publishedExactly).toEqual(['the number of records'])
  expect(result.privacy.statement.join(' ')).toMatch(/The number of records is public and exact/)
  // The quarter of the total at the top is spent by the other query there: what is stated is what is spent.
  expect(result.privacy).toMatchObject({ words: 'epsilon 1', epsilon: 1 })
  expect(result.queries.map(({ share }: { share: number }) => share)).toEqual([0, 0.5, 0.25, 0.25])
  const plain = home('add', SPEC.replace('unit: change-person, ', ''))
  const added = run('measure', plain)
  expect(sensitivities(added)).toEqual(['total by all: 1', 'sex by all: 1', 'total by town: 1', 'sex by town: 1'])
  expect(added.privacy.publishedExactly).toEqual([])
})

test('where a missing value leaves a record out, one person changes the total: it is measured with noise', () => {
  const spec = SPEC.replace('levels: [f, m] }', 'levels: [f, m], missing: drop }')
  const one = run('measure', home('left out', spec, PEOPLE.replace('a,f\n', 'a,\n')))
  expect(sensitivities(one)).toEqual(['total by all: 1', 'sex by all: 2', 'total by town: 2', 'sex by town: 2'])
  expect(one.privacy.publishedExactly).toEqual([])
})

test.each(['tree', 'level'])('a count that is measured exactly is released as it is (%s)', (estimate) => {
  const path = home(
    `kept ${estimate}`,
    SPEC.replace('epsilon: 1', 'epsilon: 1/10').replace('simulations: 0', `simulations: 0, estimate: ${estimate}`),
  )
  const { privacy } = run('topdown', path, '--seed', '3')
  expect(privacy.publishedExactly).toEqual(['the number of records'])
  const total = readFileSync(join(path, 'release', 'answers.csv'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('all,all,total,'))
  expect(total).toMatch(/,100,0\.0,NOT PRIVATE$/)
  const verified = tacet(['verify', 'release', '--json'], path)
  expect(verified.code, verified.stdout).toBe(0)
})

test('two releases of the same data draw other noise; every file of a simulation says what it is', () => {
  const values = (path: string, file: string): string => readFileSync(join(path, 'release', file), 'utf8')
  for (const [command, file] of [
    ['measure', 'measurements.csv'],
    ['topdown', 'measurements.csv'],
  ]) {
    const paths = ['one', 'two'].map((name) => home(`${command} ${name}`))
    for (const path of paths) run(command, path)
    expect(values(paths[0], file), command).not.toBe(values(paths[1], file))
    expect(values(paths[0], file)).not.toMatch(/NOT PRIVATE/)
  }
  const seeded = home('seeded')
  run('topdown', seeded, '--seed', '1', '--evaluate')
  for (const file of ['cells.csv', 'answers.csv', 'regions.csv', 'measurements.csv']) {
    const [head, ...lines] = values(seeded, file).trim().split('\n')
    expect(head, file).toMatch(/,tacet_stamp$/)
    for (const line of lines) expect(line, file).toMatch(/,"NOT PRIVATE, CONFIDENTIAL"$/)
  }
})

test('a budget too small for any count is refused, and does not hang', () => {
  for (const epsilon of ['1e-15', '1e-17', '1e-300']) {
    const path = home(`tiny ${epsilon}`, SPEC.replace('epsilon: 1', `epsilon: ${epsilon}`))
    for (const command of ['plan', 'measure']) {
      const ended = tacet([command, 'town.yaml'], path)
      expect(ended.code, ended.stderr).toBe(2)
      expect(ended.stderr).toMatch(/asks for noise with a standard deviation of .* Give it more/)
    }
  }
})
