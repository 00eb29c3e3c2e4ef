/** `tacet anonymize`: what it refuses before it reads, what it never overwrites, rounds or renames. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}
let runs = 0
/** These files are all to be published; what a spec says of its columns it says itself. */
const others = (args: readonly string[]): readonly string[] =>
  /\.(ya?ml|json)$/.test(args[0]) ? [] : ['--others', 'publish']
const run = (...args: string[]): ReturnType<typeof tacet> & { out: string } => {
  const out = `release-${++runs}`
  return { ...tacet(['anonymize', ...args, ...others(args), '--out', out], folder), out }
}
const published = (out: string): string[] =>
  readFileSync(join(folder, out, 'anonymized.csv'), 'utf8')
    .trim()
    .split('\n')

const SICK = 'line,age,dis\na,30,flu\nb,30,hiv\nc,31,flu\nd,31,ok\ne,99,hiv\nf,32,ok\n'
const sick = write('sick.csv', SICK)
const people = write(
  'people.csv',
  `zip,age\n${Array.from({ length: 24 }, (_, i) => `${['10115', '10117', '20095'][i % 3]},${20 + i}`).join('\n')}\n`,
)
const plain = [sick, '--k', '3', '--qi', 'age', '--method', 'greedy']

test.each([1, 2, 3, 4])('with --suppress %i no suppressed record stands alone, and verify looks', (most) => {
  const rules = ['--sensitive', 'dis:distinct=2', '--suppress', String(most), '--method', 'anytime', '--time', '1s']
  const { code, stderr, out } = run(sick, '--k', '3', '--qi', 'age', ...rules)
  expect(code, stderr).toBe(0)
  const sizes = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  for (const line of published(out).slice(1)) {
    const [, age, disease] = line.split(',')
    counts.set(age, (counts.get(age) ?? 0) + 1)
    sizes.set(age, (sizes.get(age) ?? new Set()).add(disease))
  }
  expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(3)
  expect(Math.min(...[...sizes.values()].map((set) => set.size))).toBeGreaterThanOrEqual(2)
  const manifest = JSON.parse(readFileSync(join(folder, out, 'manifest.json'), 'utf8'))
  expect(manifest.privacy.statement.join(' ')).toContain('none, or at least 3 under the same rules')
  expect(tacet(['verify', out], folder).code).toBe(0)
})

test.each<[string, string[], RegExp]>([
  ['the input', ['--classes', sick], /there is such a file already/],
  ['another file', ['--classes', write('mine.csv', 'precious\n')], /there is such a file already/],
  ['a folder that is not there', ['--classes', 'nowhere/classes.csv'], /there is no such folder/],
  ['a freeform method', ['--classes', 'c.csv', '--method', 'doka-greedy'], /makes no classes/],
  ['the wrong ending', ['--classes', 'c.csv', '--format', 'parquet'], /ends in \.parquet/],
])('--classes with %s is refused before anything is read', (_, flags, message) => {
  const { code, stderr, out } = run(...plain, ...flags)
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
  expect(existsSync(join(folder, out))).toBe(false)
  expect(readFileSync(join(folder, sick), 'utf8')).toBe(SICK)
  expect(readFileSync(join(folder, 'mine.csv'), 'utf8')).toBe('precious\n')
})

test('--classes writes a new file and leaves nothing beside it', () => {
  const { code, stderr, out } = run(...plain, '--classes', 'new.csv')
  expect(code, stderr).toBe(0)
  expect(readFileSync(join(folder, 'new.csv'))).toEqual(readFileSync(join(folder, out, 'classes.csv')))
  expect(readdirSync(folder).filter((name) => name.startsWith('new.csv'))).toEqual(['new.csv'])
})

test.each([
  ['beyond 2^53', '9007199254740993', '9007199254740995'],
  ['of many decimals', '0.12345678901234567891', '0.5'],
])('numbers %s are refused, not rounded', (_, first, second) => {
  const file = write('long.csv', `line,tel\na,1\nb,${first}\nc,${second}\n`)
  const refused = run(file, '--k', '2', '--qi', 'tel', '--method', 'greedy')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/column "tel", line 3 of long.csv: the number has more digits.*--categorical/)
  expect(refused.stderr).not.toContain(first)
  const kept = run(file, '--k', '3', '--qi', 'tel', '--method', 'greedy', '--categorical', 'tel')
  expect(kept.code, kept.stderr).toBe(0)
  expect(published(kept.out)[1]).toContain(first)
})

test('numbers that doubles hold are taken however they are written', () => {
  const file = write('forms.csv', 'a\n1.50\n1e22\n-0.0\n007\n9007199254740992\n0.30000000000000004\n1E-7\n+5\n')
  const { code, stderr } = run(file, '--k', '2', '--qi', 'a', '--method', 'greedy')
  expect(code, stderr).toBe(0)
})

test('--split renames no other column, and gives the two ends of an interval', () => {
  const clash = run(write('clash.csv', 'a,A_low,a_high\n1,x,y\n2,x,y\n'), '--k', '2', '--qi', 'a', '--split')
  expect(clash.code).toBe(2)
  expect(clash.stderr).toMatch(/two columns would be called "a_low"/)
  const flags = ['--hierarchy', 'age=interval:0,5,2,2', '--nodes', '--split', '--method', 'greedy', '--order', 'input']
  const ends = run(people, '--k', '3', '--qi', 'age', ...flags)
  expect(ends.code, ends.stderr).toBe(0)
  const [header, ...lines] = published(ends.out)
  expect(header).toBe('zip,age_low,age_high')
  lines.forEach((line, i) => {
    const [, low, high] = line.split(',')
    if (low !== '*') expect(Number(low) <= 20 + i && 20 + i < Number(high), line).toBe(true)
    else expect(high).toBe('*')
  })
  expect(lines.some((line) => !line.includes('*'))).toBe(true)
  expect(tacet(['verify', ends.out], folder).code).toBe(0)
})

test('full-domain with --nodes publishes one level of each tree', () => {
  const trees = ['--hierarchy', 'zip=prefix:3,1', '--hierarchy', 'age=interval:0,5,2,2', '--categorical', 'zip']
  const full = run(people, '--k', '4', '--qi', 'zip,age', ...trees, '--method', 'full-domain', '--nodes', '--json')
  expect(full.code, full.stderr).toBe(0)
  const result = JSON.parse(full.stdout)
  expect(result.levels).toMatchObject({
    of: { zip: expect.any(Number), age: expect.any(Number) },
    cost: 'loss',
    proved: true,
  })
  expect(result.levels.value).toBeGreaterThanOrEqual(result.loss)
  const widths = new Set<number | string>()
  for (const line of published(full.out).slice(1)) {
    const match = /\[(\d+), (\d+)\)/.exec(line)
    widths.add(match === null ? '*' : Number(match[2]) - Number(match[1]))
  }
  expect(widths.size).toBe(1)
})

test.each<[string[], RegExp]>([
  [['--weights', 'age='], /--weights: "age=": write name=number/],
  [['--weights', 'age=-1'], /numbers from 0/],
  [['--weights', 'age=1e16'], /--weights age: must be at most 1000000000000000/],
  [['--method', 'split-carry', '--split-carry', 'sets=0'], /--split-carry sets: must be at least 2/],
  [['--method', 'split-carry', '--split-carry', 'carry=0'], /--split-carry carry: must be at least 1/],
  [['--hierarchy', 'age=interval:0,0.00001,10'], /more than 1,000,000/],
])('%s is refused', (flags, message) => {
  const { code, stderr } = run(people, '--k', '3', '--qi', 'age', ...flags)
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})

test('dates have a hierarchy of their own, missing ones beside it; a tree of ARX has no line of names', () => {
  const lines = Array.from({ length: 60 }, (_, i) => {
    const day = new Date(Date.UTC(2021, 0, 1 + i * 9)).toISOString().slice(0, 10).split('-').reverse().join('.')
    return `${i % 12 === 0 ? 'NULL' : day};${'ABC'[i % 3]}0${1 + (i % 2)}`
  })
  writeFileSync(join(folder, 'visits.csv'), `visit;dx\n${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'arx.csv'), 'A01;A;*\nA02;A;*\nB01;B;*\nB02;B;*\nC01;C;*\nC02;C;*\n')
  const trees = [
    '--hierarchy',
    'visit=dates:month,quarter,year',
    '--hierarchy',
    'dx=file:arx.csv',
    '--missing',
    'level',
  ]
  const flags = ['--k', '3', '--qi', 'visit,dx', '--method', 'mondrian', '--nodes', ...trees]
  const { code, stderr } = tacet(['anonymize', 'visits.csv', ...flags, '--out', 'dated'], folder)
  expect(code, stderr).toBe(0)
  const rows = readFileSync(join(folder, 'dated', 'anonymized.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const visit = /^(20\d\d-\d\d|20\d\d Q[1-4]|20\d\d|\*|\(missing\))$/
  const dx = /^([ABC]0[12]|[ABC]|\*)$/
  for (const row of rows) {
    const [when, what] = row.split(/[,;]/)
    expect(when).toMatch(visit)
    expect(what).toMatch(dx)
  }
  expect(new Set(rows.map((row) => row.split(/[,;]/)[0].length)).size).toBeGreaterThan(1)
  expect(readFileSync(join(folder, 'dated', 'report.html'), 'utf8')).toMatch(/month, quarter, year, nodes published/)
  expect(tacet(['verify', 'dated'], folder).code).toBe(0)
  const numbers = tacet(
    ['anonymize', 'visits.csv', '--k', '3', '--qi', 'dx', '--hierarchy', 'dx=dates', '--others', 'drop', '--out', 'no'],
    folder,
  )
  expect(numbers).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--hierarchy dx: this is a hierarchy of dates/),
  })
})

test('digits with a leading zero are codes and keep it, unless intervals say that they are numbers', () => {
  const lines = Array.from({ length: 12 }, (_, i) => `${['0101', '0102', '9'][i % 3]},${['07', '7'][i % 2]}`)
  const file = write('codes.csv', `station,dose\n${lines.join('\n')}\n`)
  const asked = [file, '--k', '5', '--qi', 'station', '--steps', '50']
  const values = (out: string): string[] =>
    published(out)
      .slice(1)
      .flatMap((line) => line.match(/\d+/g) ?? [])
  const coded = run(...asked, '--sensitive', 'dose:distinct=2')
  expect(coded.code, coded.stderr).toBe(0)
  expect(new Set(values(coded.out))).toEqual(new Set(['0101', '0102', '9', '07', '7']))
  expect(published(coded.out).join(' ')).toMatch(/\{0101, 0102(, 9)?\}/)
  const report = readFileSync(join(folder, coded.out, 'report.html'), 'utf8')
  expect(report).toMatch(/station<\/t[dh]>\s*<td[^>]*>categories</)
  const verified = tacet(['verify', coded.out], folder)
  expect(verified.code, verified.stdout).toBe(0) // where 07 and 7 are two values too
  const numbers = run(...asked, '--hierarchy', 'station=interval:0,50,4')
  expect(numbers.code, numbers.stderr).toBe(0)
  expect(published(numbers.out).join(' ')).toMatch(/101-102|9-10[12]/)
})
