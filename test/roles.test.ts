/** What becomes of every column of a file that is made anonymous, and how the file is read for it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}
const lines = (out: string): string[] =>
  readFileSync(join(folder, out, 'anonymized.csv'), 'utf8')
    .trim()
    .split('\n')

/** Eighty visits of forty patients. */
const visits = write(
  'visits.csv',
  [
    'patient_id;day;age;sex;cost;note',
    ...Array.from({ length: 80 }, (_, i) => {
      const day = `${String(1 + (i % 28)).padStart(2, '0')}.${String(1 + (i % 12)).padStart(2, '0')}.2023`
      const age = i % 10 === 0 ? 'n/a' : String(20 + ((i * 7) % 50))
      return `P${i >> 1};${day};${age};${['F', 'f', 'M', 'M '][i % 4]};${i},5;came in the night of day ${i}`
    }),
    '',
  ].join('\n'),
)
const SPEC = `tacet: 1
source: { file: ${visits} }
roles: { patient_id: identifier, day: quasi-identifier, age: quasi-identifier, sex: quasi-identifier, cost: sensitive, note: identifier }
anonymize: { k: 4, missing: level, steps: 2000 }
`

test('identifiers are left out, and what is left untouched is named by terminal, report, manifest and verify', () => {
  write('plan.yaml', SPEC.replace('steps: 2000', 'steps: 2000, order: input'))
  const made = tacet(['anonymize', 'plan.yaml', '--out', 'roles'], folder)
  expect(made.code, made.stderr).toBe(0)
  expect(made.stdout).toMatch(/left out +patient_id, note\n/)
  expect(made.stdout).toMatch(/left untouched +cost\n/)
  expect(made.stderr).toMatch(/"patient_id" has several lines for one value.*person: patient_id/)
  for (const file of ['report.html', 'manifest.json'])
    expect(readFileSync(join(folder, 'roles', file), 'utf8')).toContain('Records are counted, not people: patient_id')
  expect(lines('roles')[0]).toBe('day,age,sex,cost')
  expect(readFileSync(join(folder, 'roles', 'report.html'), 'utf8')).toMatch(/Published as they are[\s\S]{0,200}cost/)
  const verified = tacet(['verify', 'roles'], folder)
  expect(verified.code, verified.stdout).toBe(0)
  expect(verified.stdout).toMatch(/columns: coarsened: day, age, sex; left untouched: cost/)
  expect(verified.stdout).toMatch(/does not mean that nobody can be recognised.*untouched columns \(cost\)/)
})

test('dates become ranges of dates, numbers with missing values ranges of numbers, F and f one value', () => {
  const [, ...records] = lines('roles')
  const published = records.map((line) => line.split(/,(?![^{]*})/))
  const day = String.raw`2023-\d\d-\d\d`
  for (const [date, age, sex, cost] of published) {
    expect(date).toMatch(new RegExp(`^${day}( to ${day})?$`))
    expect(age).toMatch(/^(\d+(-\d+)?( or \(missing\))?|\(missing\))$/)
    expect(['F', 'M', '"{F', '{F', '"{F, M}"']).toContain(sex)
    expect(cost).toMatch(/^\d+\.5"?$|M}"/)
  }
  published.forEach(([date], i) => {
    const own = `2023-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`
    const [low, high = low] = date.split(' to ')
    expect(low <= own && own <= high, `${date} holds ${own}`).toBe(true)
  })
})

test('with a person, records that are alike are of k people', () => {
  write('people.yaml', SPEC.replace('k: 4,', 'k: 4, person: patient_id,'))
  const made = tacet(['anonymize', 'people.yaml', '--classes', 'classes.csv', '--out', 'people'], folder)
  expect(made.code, made.stderr).toBe(0)
  expect(made.stderr).not.toMatch(/several lines/)
  expect(readFileSync(join(folder, 'people', 'manifest.json'), 'utf8')).not.toContain('Records are counted')
  const people = new Map<string, Set<number>>()
  for (const line of readFileSync(join(folder, 'classes.csv'), 'utf8').trim().split('\n').slice(1)) {
    const [record, name] = line.split(',')
    people.set(name, (people.get(name) ?? new Set()).add(Number(record) >> 1))
  }
  for (const [name, who] of people) expect(who.size, `class ${name}`).toBeGreaterThanOrEqual(4)
  expect(tacet(['verify', 'people'], folder).code).toBe(0)
})

test('with a person, neither the records nor the report keep the order of the input, and the report says whom k counts', () => {
  const fields = (line: string): readonly string[] =>
    [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain)
  const [names, ...records] = lines('people').map(fields)
  expect(names).toEqual(['day', 'age', 'sex', 'cost'])
  const byValues = [...records].sort((a, b) => {
    const place = a.findIndex((value, i) => value !== b[i])
    return place < 0 ? 0 : a[place] < b[place] ? -1 : 1
  })
  const coarse = (list: readonly (readonly string[])[]) => list.map((record) => record.slice(0, 3))
  expect(coarse(records)).toEqual(coarse(byValues))
  for (const name of new Set(records.map((record) => record.slice(0, 3).join()))) {
    const costs = records.filter((record) => record.slice(0, 3).join() === name).map((record) => record[3])
    expect(costs).toEqual([...costs].sort()) // as text, as it is in the file
  }
  const report = readFileSync(join(folder, 'people', 'report.html'), 'utf8')
  const shown = /The first records, in the coarsened columns[\s\S]*?<\/table>/.exec(report)?.[0] ?? ''
  const cells = [...shown.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text]) => text)
  expect(cells).toEqual(coarse(records).slice(0, 8).flat())
  expect(report).toMatch(/k counts people: records that are alike are of at least 4 of them \(by patient_id\)/)
  const result = (out: string) => JSON.parse(readFileSync(join(folder, out, 'manifest.json'), 'utf8')).result
  expect([result('people').order, result('roles').order]).toEqual(['published', 'input'])
  expect(
    lines('roles')
      .slice(1)
      .map((line) => fields(line)[3]),
  ).toEqual(Array.from({ length: 80 }, (_, i) => `${i}.5`))
})

test('a column that the manifest does not name is found by verify', () => {
  const path = join(folder, 'roles', 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...manifest, result: { ...manifest.result, untouched: [] } }))
  const verified = tacet(['verify', 'roles'], folder)
  expect(verified.code).toBe(1)
  expect(verified.stdout).toMatch(/WRONG +columns: cost is there, and the manifest does not name it/)
})

test('what is named is published, with a word of warning where it looks like names or sentences', () => {
  const flags = ['--k', '4', '--qi', 'sex', '--plain', 'note', '--others', 'drop', '--steps', '100', '--out', 'named']
  const made = tacet(['anonymize', visits, ...flags], folder)
  expect(made.code, made.stderr).toBe(0)
  expect(made.stderr).toMatch(/"note" looks like free text, and is published as it is/)
  expect(lines('named')[0]).toBe('sex,note')
})

test('every command reads the same values: counts of an audit, of a plan, of groups', () => {
  const audit = ['audit', visits, '--rows', 'sex', '--columns', 'age', '--quiet']
  expect(tacet(audit, folder).stdout).toMatch(/^2 x 46 table of shares, 80 records/)
  expect(tacet([...audit, '--case', 'keep'], folder).stdout).toMatch(/^3 x 46 table of shares, 80 records/)
  const counts = (source: string): string =>
    write(
      'counts.yaml',
      `tacet: 1
source: ${source}
attributes:
  - { name: sex, levels: [F, M] }
  - { name: day, bins: [2023-01-01, 2023-07-01, 2024-01-01] }
  - { name: age, bins: [0, 40, 80], missing: { as: unknown } }
privacy: { epsilon: 1, person: { column: patient_id, atMost: 2 } }
workload: [{ query: "sex * day" }, { query: age }]
`,
    )
  counts(`{ file: ${visits} }`)
  const unsaid = tacet(['measure', 'counts.yaml', '--seed', '1', '--out', 'counts'], folder)
  expect(unsaid.stderr).toMatch(/say it: read: \{ decimal: ",", dates: \[dd\.mm\.yyyy\] \}/)
  expect(unsaid.code).toBe(2)
  counts(`{ file: ${visits}, read: { decimal: ",", dates: [dd.mm.yyyy] } }`)
  const measured = tacet(['measure', 'counts.yaml', '--seed', '1', '--out', 'counts'], folder)
  expect(measured.code, measured.stderr).toBe(0)
  const table = readFileSync(join(folder, 'counts', 'measurements.csv'), 'utf8')
  expect(table).toMatch(/2023-01-01 to 2023-06-30/)
  expect(table).toMatch(/unknown/)
})
