/** Answers of 0 are listed with their errors, and a release from which one is taken does not pass. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runSpec } from '../../test/support/jobs.ts'
import { homeWith, type Tampering, wrongAfter } from '../../test/support/tampering.ts'

const home = homeWith({
  'people.csv': 'town,sex,age,kind,n\na,f,old,x,900\nb,m,old,y,800\nb,f,young,x,700\n',
  'town.yaml': `tacet: 1
source: { file: people.csv, count: n }
geography: { top: all, columns: [town] }
attributes: [{ name: sex, levels: [f, m] }, { name: age, levels: [young, old, none] }, { name: kind, levels: [x, y] }]
privacy: { epsilon: 9 }
workload: [{ query: total }, { query: sex * age }]
impossible: [{ age: [none] }]
`,
})
const release = join(home, 'release')

beforeAll(() => runSpec('topdown', join(home, 'town.yaml'), { out: release, ledgerReason: 'a test' }))

test('every answer is listed; a 0 has an error, unless it can be nothing else', () => {
  const lines = readFileSync(join(release, 'answers.csv'), 'utf8').trim().split('\n').slice(1)
  expect(lines.length).toBe(3 * (1 + 6))
  const zeros = lines.map((line) => line.split(',').slice(-3)).filter(([, count]) => count === '0')
  expect(zeros.length).toBeGreaterThanOrEqual(6)
  for (const [age, , error] of zeros) expect(Number(error) > 0, `${age}: ${error}`).toBe(age !== 'none')
})

const answers =
  (change: (text: string) => string): Tampering =>
  ({ edit }) =>
    edit('answers.csv', change)

test.each<[string, Tampering, readonly string[]]>([
  ['nothing', () => {}, []],
  ['a line of 0 taken away', answers((text) => text.replace(/^town,.*,none,0,.*\n/m, '')), ['answers']],
  ['a line of 0 twice', answers((text) => text.replace(/^(town,.*,none,0,.*\n)/m, '$1$1')), ['answers']],
  ['a 0 that is another count', answers((text) => text.replace(/^(town,.*,none),0,/m, '$1,1,')), ['answers']],
  ['a 0 below 0', answers((text) => text.replace(/^(town,.*,none),0,/m, '$1,-1,')), ['answers']],
  ['said to be without zeros', ({ manifest }) => void (manifest.result.zeros = 'left out'), ['answers']],
])('%s', async (_, change, wrong) => {
  expect(await wrongAfter(release, change)).toEqual(wrong)
})
