/** `tacet audit --publish`: the table itself, in a folder without anything confidential, or a refusal. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const run = (...args: string[]) => tacet(['audit', ...args], folder)
const verify = (name: string): { ok: boolean; checks: { name: string; ok: boolean }[] } =>
  JSON.parse(tacet(['verify', name, '--json'], folder).stdout)

/** Row B is disclosed: its 3 can be worked out. */
const counts = write('counts.csv', 'g,r,n\nA,a,3\nA,b,4\nB,a,5\nB,b,3\nC,a,6\nC,b,9\nD,a,10\nD,b,8\n')
const TABLE = [counts, '--count', 'n', '--rows', 'g', '--columns', 'r']

test('a table with a small count that can be worked out is refused, and nothing is left behind', () => {
  const { code, stderr } = run(...TABLE, '--publish', 'refused')
  expect(code).toBe(4)
  expect(stderr).toMatch(/--publish: 1 count below 5 can be worked out.*--suggest/)
  expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([])
})

test('exact shares of a safe table are published, and hold nothing confidential', () => {
  expect(run(...TABLE, '--small', '3', '--publish', 'exact').code).toBe(0)
  expect(readdirSync(join(folder, 'exact')).sort()).toEqual([
    'evidence.json',
    'manifest.json',
    'report.html',
    'table.csv',
  ])
  expect(read('exact/table.csv').split('\n').slice(0, 3)).toEqual(['g,r,share', 'A,a,3/7', 'A,b,4/7'])
  const manifest = JSON.parse(read('exact/manifest.json'))
  expect([manifest.stamp, manifest.inputs]).toEqual([null, []])
  expect(read('exact/manifest.json') + read('exact/report.html')).not.toMatch(/counts\.csv|CONFIDENTIAL|bounds/)
  expect(verify('exact').ok).toBe(true)
})

test('rounded shares are printed with their decimals and stand when they are audited as published', () => {
  expect(run(...TABLE, '--small', '2', '--decimals', '1', '--publish', 'rounded').code).toBe(0)
  expect(read('rounded/table.csv').split('\n').slice(1, 5)).toEqual(['A,a,0.4', 'A,b,0.6', 'B,a,0.6', 'B,b,0.4'])
  expect(verify('rounded').ok).toBe(true)
})

test('a level that is listed and printed as 0 everywhere is refused: a reader knows that somebody has it', () => {
  // Of 250 records, 0.00 is 0 or 1. Somebody has c, or it would not be listed: so it is 1.
  write('rare.csv', 'g,r,n\nA,a,150\nA,b,99\nA,c,1\n')
  const rare = ['rare.csv', '--count', 'n', '--rows', 'g', '--columns', 'r', '--decimals', '2']
  const refused = run(...rare, '--publish', 'rare')
  expect([refused.code, existsSync(join(folder, 'rare'))]).toEqual([4, false])
  expect(refused.stderr).toMatch(/"r = c" is printed as 0 everywhere, and a reader knows that somebody has it/)
  const strict = run(...rare, '--strict')
  expect(strict.code).toBe(1)
  expect(strict.stdout).not.toMatch(/No count below 5/)
  const together = JSON.parse(run('rare.csv', '--count', 'n', '--release', 'r|g@2', '--json').stdout)
  expect(together.cells.smallDisclosed).toBe(1)
  expect(run(...rare, '--merge', 'r:b or c=b|c', '--publish', 'merged').code).toBe(0)
})

test('a table is published by a rule that a reader may know, and audited by it', () => {
  // To one decimal 16 and 4 of 20 are known when halves go up, and not when the rule is unknown.
  write('halves.csv', 'g,r,n\nA,a,16\nA,b,4\n')
  const halves = ['halves.csv', '--count', 'n', '--rows', 'g', '--columns', 'r', '--decimals', '1']
  expect(run(...halves, '--publish', 'half-up').code).toBe(4)
  const unknown = run(...halves, '--rounding', 'unknown', '--publish', 'unknown')
  expect([unknown.code, existsSync(join(folder, 'unknown'))]).toEqual([2, false])
  expect(unknown.stderr).toMatch(/--rounding: .*Say half-up or half-even/)
})

test('the first safe design of a search is published; one that was not found is refused', () => {
  const search = [...TABLE, '--suggest', '--moves', '0']
  const { safe } = JSON.parse(run(...search, '--json').stdout)
  expect(run(...search, '--publish', 'chosen', '--choose', '1').code).toBe(0)
  expect(JSON.parse(read('chosen/manifest.json')).result.shape).toEqual(safe[0].shape)
  expect(verify('chosen').ok).toBe(true)
  const beyond = run(...search, '--publish', 'beyond', '--choose', String(safe.length + 1))
  expect(beyond.code).toBe(4)
  expect(beyond.stderr).toMatch(/--choose: the search found \d+ safe designs/)
  expect(existsSync(join(folder, 'beyond'))).toBe(false)
  expect(run(...search, '--publish', 'unsaid').stderr).toMatch(/--choose: say which/)
})

test('a refusal names what is still open, and nothing that was given already', () => {
  write('hidden.csv', 'g,r,n\nA,a,1500\nA,b,900\nA,c,8\nB,a,1400\nB,b,950\nB,c,6\n')
  const asked = ['hidden.csv', '--count', 'n', '--rows', 'g', '--columns', 'r', '--decimals', '1']
  const refused = run(...asked, '--suggest', '--moves', '0', '--choose', '1', '--publish', 'chosen-rounded')
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('"r = c" is printed as 0 everywhere')])
  expect(refused.stderr).toMatch(/Choose another design \(--choose\), or publish more decimals \(--decimals\)\.$/m)
  expect(refused.stderr).not.toMatch(/--suggest/)
  expect(run(...asked, '--publish', 'p').stderr).toMatch(/Merge such levels with others, or publish more decimals/)
})

test('a rule that was set is a reason to refuse; shares and releases are not published', () => {
  const narrow = run(...TABLE, '--small', '3', '--width', '50', '--publish', 'narrow')
  expect(narrow.code).toBe(4)
  expect(narrow.stderr).toMatch(/8 cells break a rule/)
  expect(run(...TABLE, '--out', 'o', '--publish', 'p').stderr).toMatch(/Run once for each/)
  expect(run(...TABLE, '--choose', '1').stderr).toMatch(/--choose does nothing/)
})

test('a spec asks for it too', () => {
  const audit = '{ rows: [g], columns: [r], small: 3, publish: {} }'
  write('publish.yaml', `tacet: 1\nsource: { file: counts.csv, count: n }\naudit: ${audit}\n`)
  expect(run('publish.yaml', '--out', 'from-spec').code).toBe(0)
  expect(read('from-spec/table.csv')).toBe(read('exact/table.csv'))
  expect(verify('from-spec').ok).toBe(true)
})

test('verify works out what a doctored folder discloses', () => {
  const doctored = (change: (manifest: string) => string, table = read('exact/table.csv')): string[] => {
    const name = `doctored-${readdirSync(folder).length}`
    tacet(['audit', ...TABLE, '--small', '3', '--publish', name], folder)
    writeFileSync(join(folder, name, 'table.csv'), table)
    writeFileSync(join(folder, name, 'manifest.json'), change(read(`${name}/manifest.json`)))
    return verify(name)
      .checks.filter((check) => !check.ok)
      .map((check) => check.name)
  }
  const stricter = (text: string): string => text.replace('"small": 3', '"small": 5').replace('below 3', 'below 5')
  expect(doctored(stricter)).toEqual(['evidence', 'request', 'small counts'])
  expect(doctored((text) => text, read('exact/table.csv').replace('A,a,3/7', 'A,a,2/7'))).toEqual(['files', 'shares'])
})
