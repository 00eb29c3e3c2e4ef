/** What public facts imply above the places that they speak of is shown: Example 1 of the paper, in plan, report and facts.csv. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { folderWith } from './support/topdown.ts'

const folder = testFolder()
/** Two regions of 98: a dormitory for women or for both, and one for men or for both. */
const path = folderWith(join(folder, 'dorms'), {
  'students.csv': 'region,sex,dorm,n\nA,f,F,40\nA,m,C,28\nA,f,C,30\nB,m,M,60\nB,f,C,38\n',
  'dorms.yaml': `tacet: 1
source: { file: students.csv, count: n, lines: students }
geography: { top: town, columns: [region] }
attributes: [{ name: dorm, levels: [F, C, M] }]
privacy: { epsilon: 1 }
workload: [{ query: dorm }]
public:
  - { name: students, query: total, level: region, exactly: 98 }
  - { name: no men's house in A, query: dorm, where: { dorm: [M] }, level: region, atMost: { file: men.csv, region: region } }
  - { name: no women's house in B, query: dorm, where: { dorm: [F] }, level: region, atMost: { file: women.csv, region: region } }
topdown: { simulations: 0 }
`,
  'men.csv': 'region,dorm,count\nA,M,0\n',
  'women.csv': 'region,dorm,count\nB,F,0\n',
})

test('the plan shows F + C >= 98 as a line', () => {
  const plan = tacet(['plan', 'dorms.yaml'], path)
  expect(plan.code, plan.stderr).toBe(0)
  expect(plan.stdout).toMatch(/What they imply above:[\s\S]*town +town +dorm: F or C +at least 98/)
  const { topdown } = JSON.parse(tacet(['plan', 'dorms.yaml', '--json'], path).stdout)
  expect(topdown.bounds).toContainEqual({ level: 'town', region: 'town', sum: 'dorm: C or M', lower: 98, upper: null })
  expect(topdown.bounds).toContainEqual({ level: 'town', region: 'town', sum: 'dorm: F', lower: 0, upper: 98 })
})

test('a release has it in facts.csv and in the report, in its own words, and verifies', () => {
  const run = tacet(['topdown', 'dorms.yaml', '--out', 'release', '--seed', '1'], path)
  expect(run.code, run.stderr).toBe(0)
  const facts = readFileSync(join(path, 'release', 'facts.csv'), 'utf8')
  expect(facts).toMatch(/^implied,implied,implied,town,town,"?dorm: F or C"?,98,,NOT PRIVATE$/m)
  const report = readFileSync(join(path, 'release', 'report.html'), 'utf8')
  expect(report).toMatch(/What the facts imply[\s\S]*dorm: F or C[\s\S]*at least 98/)
  expect(report).toMatch(/Students by region/)
  expect(report).not.toMatch(/People|>people</)
  expect(tacet(['verify', 'release'], path).code).toBe(0)
})

test('a count that is implied has a planned error of 0', () => {
  const spec = readFileSync(join(path, 'dorms.yaml'), 'utf8')
    .replace('[{ query: dorm }]', '[{ query: dorm }, { query: housed }]')
    .replace('privacy:', 'recodes: [{ name: housed, of: dorm, groups: { some: [F, C, M] } }]\nprivacy:')
  const whole = folderWith(join(folder, 'whole'), {
    'students.csv': 'region,sex,dorm,n\nA,f,F,40\nA,m,C,28\nA,f,C,30\nB,m,M,60\nB,f,C,38\n',
    'men.csv': 'region,dorm,count\nA,M,0\n',
    'women.csv': 'region,dorm,count\nB,F,0\n',
    'dorms.yaml': spec.replace('exactly: 98', 'atLeast: 98, atMost: 98'),
  })
  const { topdown } = JSON.parse(tacet(['plan', 'dorms.yaml', '--json'], whole).stdout)
  const errorOf = (query: string, level: string): number =>
    topdown.errors.find((one: { query: string; level: string }) => one.query === query && one.level === level)
      .standardError
  expect([errorOf('total', 'region'), errorOf('total', 'town'), errorOf('housed', 'region')]).toEqual([0, 0, 0])
  expect(errorOf('dorm', 'region')).toBeGreaterThan(0)
})
