/** What is counted: lines, people, or sums that are no counts. No table is published that takes the one for the other. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const write = (name: string, lines: readonly string[]): string => {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  return name
}
const audit = (...args: readonly string[]) => tacet(['audit', ...args], folder)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** One patient has six visits in the east; 11 and 13 others have one each, written in two ways. */
const visits = write('visits.csv', [
  'patient,ward,outcome',
  ...Array.from({ length: 6 }, () => 'P0,east,well'),
  ...Array.from({ length: 11 }, (_, i) => `P${1 + i},west,well`),
  ...Array.from({ length: 13 }, (_, i) => `P${20 + i},west,${i < 3 ? 'Ill' : 'ill'}`),
  'P20,west,ill',
])
const VISITS = [visits, '--rows', 'ward', '--columns', 'outcome']

test('a patient with six visits is one patient, and a cell of one is not published', () => {
  const lines = audit(...VISITS)
  expect(lines.stdout).toContain('31 records')
  expect(JSON.parse(audit(...VISITS, '--json').stdout).cells.smallDisclosed).toBe(0)
  const people = JSON.parse(audit(...VISITS, '--person', 'patient', '--json').stdout)
  expect(people).toMatchObject({ n: 25, counted: 'people', person: 'patient', cells: { smallDisclosed: 1 } })
  expect(audit(...VISITS, '--person', 'patient', '--publish', 'p').code).toBe(4)
  expect(existsSync(join(folder, 'p'))).toBe(false)
})

test('privacy.person of a spec is obeyed, and its words are used', () => {
  const head = 'tacet: 1\nsource: { file: visits.csv, lines: visits }\n'
  const body = 'audit: { rows: [ward], columns: [outcome] }\n'
  write('lines.yaml', [`${head}${body}`])
  write('people.yaml', [
    `${head}privacy: { person: { column: patient, atMost: 5, called: patients }, epsilon: 1 }\n${body}`,
  ])
  expect(audit('lines.yaml').stdout).toContain('31 visits')
  expect(audit('people.yaml').stdout).toContain('25 patients, each once in a cell')
  expect(audit('people.yaml', '--publish', 'q').code).toBe(4)
  expect(audit('lines.yaml', '--publish', 'of-lines').code).toBe(0)
  const { privacy } = JSON.parse(read('of-lines/manifest.json'))
  expect(privacy.statement.join(' ')).toMatch(
    /It counts lines of the data \(visits\), however many of them are one person's/,
  )
  expect(read('of-lines/report.html')).not.toMatch(/\b(people|records)\b/i)
})

test('merged levels count a person once, and what is published is counted anew', () => {
  const both = write('both.csv', [
    'who,ward,dx',
    ...Array.from({ length: 8 }, (_, i) => [`a${i},north,x`, `a${i},north,y`]).flat(),
    ...Array.from({ length: 9 }, (_, i) => `b${i},south,x`),
    ...Array.from({ length: 7 }, (_, i) => `c${i},south,z`),
  ])
  const asked = [both, '--rows', 'ward', '--columns', 'dx', '--person', 'who']
  const merged = JSON.parse(audit(...asked, '--merge', 'dx:x or y=x|y', '--json').stdout)
  expect(merged.n).toBe(24)
  expect(JSON.parse(audit(...asked, '--json').stdout).n).toBe(32)
  const found = audit(...asked, '--suggest', '--moves', '0')
  expect(found.stdout).toMatch(/Some people are in several cells/)
  expect(audit(both, '--release', 'ward,dx', '--person', 'who').stderr).toMatch(
    /several cells of ward, dx.*do not add up/,
  )
  expect(audit(both, '--release', 'ward', '--person', 'who').code).toBe(0)
})

test('a line without its person is refused', () => {
  const blank = write('blank.csv', ['who,a,b', 'p1,x,y', ',x,z'])
  expect(audit(blank, '--rows', 'a', '--columns', 'b', '--person', 'who').stderr).toMatch(
    /no value in the column "who"/,
  )
})

test('counting people agrees with counting by hand on random lines', () => {
  const lines = Array.from(
    { length: 300 },
    (_, i) => `p${(i * 7) % 41},${'abc'[(i * i + 3) % 3]},${'xyz'[(i * 5 + (i >> 3)) % 3]}`,
  )
  const by = new Map<string, Set<string>>()
  for (const line of lines) {
    const [who, a, b] = line.split(',')
    const cell = `${a},${b === 'x' || b === 'y' ? 'xy' : b}`
    by.set(cell, (by.get(cell) ?? new Set()).add(who))
  }
  const file = write('random.csv', ['who,a,b', ...lines])
  const asked = [file, '--rows', 'a', '--columns', 'b', '--person', 'who', '--merge', 'b:xy=x|y', '--json']
  expect(JSON.parse(audit(...asked).stdout).n).toBe([...by.values()].reduce((sum, { size }) => sum + size, 0))
})

const sums = write('firms.csv', [
  'region,branch,turnover,obs_total_q4,cases',
  ...Array.from({ length: 40 }, (_, i) => `R${i % 4},B${i % 5},${93_211 + i * 7919},${4_000 + i * 977},${1 + (i % 9)}`),
])
const FIRMS = [sums, '--rows', 'region', '--columns', 'branch']

test('sums are not taken for counts: refused by name, asked about by values, taken when said', () => {
  const named = audit(...FIRMS, '--count', 'turnover', '--publish', 'firms')
  expect([named.code, existsSync(join(folder, 'firms'))]).toEqual([2, false])
  expect(named.stderr).toMatch(/--count: "turnover" seems to hold sums.*tacet protect.*--lines/)
  const asked = audit(...FIRMS, '--count', 'obs_total_q4')
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(/"obs_total_q4" may hold sums.*--lines/)])
  expect(audit(...FIRMS, '--count', 'obs_total_q4', '--lines', 'people').stdout).toMatch(/[\d,]+ people/)
  expect(audit(...FIRMS, '--count', 'cases').code).toBe(0)
  const groups = tacet(
    ['groups', sums, '--levels', 'region', '--size', 'cases', '--count', 'turnover', '--epsilon', '1'],
    folder,
  )
  expect([groups.code, groups.stderr]).toEqual([2, expect.stringMatching(/"turnover" seems to hold sums/)])
})

test('a search merges no unknown level with a real one, and says what it merged', () => {
  const lines = [
    'town,state',
    ...['Alagoinhas', 'Ilheus', 'Jequie', 'NOT STATED'].flatMap((town, t) =>
      ['1', '2', '3', '99'].flatMap((state, s) =>
        Array.from({ length: 1 + ((3 * t + 5 * s) % 4) * 3 }, () => `${town},${state}`),
      ),
    ),
  ]
  const file = write('towns.csv', lines)
  const asked = [file, '--rows', 'town', '--columns', 'state', '--suggest', '--moves', '0']
  const { safe, frontier } = JSON.parse(audit(...asked, '--json').stdout)
  const merges: string[] = [...safe, ...frontier].flatMap((design: { merges: string[] }) => design.merges)
  expect(merges.length).toBeGreaterThan(0)
  expect(merges.filter((text) => /NOT STATED|99/.test(text))).toEqual([])
  expect(audit(...asked).stdout).toMatch(/merged with no level: town \(NOT STATED\); state \(99\)/)
  const at = safe.findIndex((design: { merges: string[] }) => design.merges.length > 0)
  const published = audit(...asked, '--publish', 'towns', '--choose', String(at + 1))
  expect(published.stdout).toMatch(/Merged in (town|state): .* are ".* or .*"/)
  expect(read('towns/report.html')).toMatch(/Merged in/)
  expect(tacet(['verify', 'towns'], folder).code).toBe(0)
})
