/** Two anonymised versions of one file: what they tell together is measured, said, and written down where nobody can take it out unseen. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { drawFrom } from './support/topdown.ts'

const folder = testFolder()
const draw = drawFrom(3)
const people = Array.from({ length: 200 }, (_, i) => `${draw(60)},${draw(40)},${draw(9)},${1000 + 7 * i}`)
writeFileSync(join(folder, 'people.csv'), `${['age,hours,grade,cost', ...people].join('\n')}\n`)

const anonymize = (out: string, weights: string, ...args: readonly string[]) =>
  tacet(
    [
      'anonymize',
      'people.csv',
      '--k',
      '5',
      '--qi',
      'age,hours,grade',
      '--weights',
      weights,
      '--steps',
      '300',
      '--out',
      out,
      ...args,
    ],
    folder,
  )
const audit = (...args: readonly string[]) => tacet(['audit', 'people.csv', ...args], folder)
const DROP = ['--others', 'drop'] as const
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('lines are in the order of what they publish unless the order of the input is asked for', () => {
  expect(anonymize('ordered', 'age=8', ...DROP, '--order', 'input').code).toBe(0)
  const lines = (name: string): string[] => read(`${name}/anonymized.csv`).trim().split('\n').slice(1)
  const kept = lines('ordered')
  expect(anonymize('sorted', 'age=8', ...DROP).code).toBe(0)
  expect(lines('sorted')).toEqual([...kept].sort())
  expect(lines('sorted')).not.toEqual(kept)
  people.forEach((line, i) => {
    const [low, high = low] = kept[i].split(',')[0].split('-').map(Number)
    expect(low <= Number(line.split(',')[0]) && Number(line.split(',')[0]) <= high).toBe(true)
  })
  expect(anonymize('no', 'age=8', ...DROP, '--order', 'input', '--person', 'cost').stderr).toMatch(/--order/)
})

test('versions in the order of the input give each other away, and the run says by how much', () => {
  const second = anonymize('ordered-2', 'grade=8', ...DROP, '--order', 'input')
  const [, below, linked] = /(\d+) of (\d+) linked records have fewer than 5/.exec(second.stderr) ?? []
  expect(second.stderr).toMatch(
    /"ordered" \(\d{4}-\d\d-\d\d\) is another version.*linked by their order.*Publish one of them/,
  )
  expect([Number(linked), Number(below) > 20]).toEqual([200, true])
  expect(second.stderr).not.toMatch(/"sorted"/)
  const { pairs } = JSON.parse(audit('--anonymized', 'ordered,ordered-2', '--json').stdout)
  expect(pairs[0]).toMatchObject({ linked: 200, belowK: Number(below), by: 'their order' })
  expect(audit('--anonymized', 'ordered,ordered-2', '--strict').code).toBe(1)
  expect(read('ordered-2/manifest.json')).toMatch(/other versions? of these records (was|were) made/)
})

test('without a common order or column nothing links them; a column that both publish does', () => {
  expect(anonymize('sorted-2', 'grade=8', ...DROP).stderr).not.toMatch(/another version/)
  expect(audit('--anonymized', 'sorted,sorted-2', '--strict').code).toBe(0)
  expect(anonymize('with-cost', 'age=8', '--plain', 'cost').code).toBe(0)
  expect(anonymize('with-cost-2', 'grade=8', '--plain', 'cost').stderr).toMatch(
    /linked by what both publish as it is \(cost\)/,
  )
})

test('the record is its owner’s, chained, and asked for by folder', () => {
  const record = join(folder, 'tacet-published.jsonl')
  expect(statSync(record).mode & 0o077).toBe(0)
  writeFileSync(join(folder, 'other.csv'), read('people.csv'))
  expect(audit('--anonymized', 'ordered,nowhere').code).toBe(2)
  const before = read('tacet-published.jsonl')
  writeFileSync(record, before.split('\n').slice(1).join('\n'))
  expect(audit('--anonymized', 'ordered,ordered-2').stderr).toMatch(/line 1: what was published was changed/)
  writeFileSync(record, `${before}{"torn`)
  expect(anonymize('after', 'age=8', ...DROP).code).toBe(0)
  expect(read('tacet-published.jsonl').startsWith(before)).toBe(true)
  expect(read('tacet-published.jsonl')).not.toMatch(/torn/)
})
