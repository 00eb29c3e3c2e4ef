/** What a column is called changes nothing of what is published. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()

const LINES = Array.from(
  { length: 24 },
  (_, i) => `${(i * 7) % 90},${'fm'[i % 2]},${'abc'[(i * 5) % 3]},${1 + ((i * 11) % 4)}`,
)

/** The published lines of a run over a file whose columns have these names, and `n`. */
function published(path: string, names: readonly string[], args: readonly string[], file: string): string {
  const home = join(folder, path)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'people.csv'), [[...names, 'n'].join(), ...LINES, ''].join('\n'))
  const made = tacet([...args, '--out', 'out'], home)
  expect(made.code, made.stderr).toBe(0)
  const text = readFileSync(join(home, 'out', file), 'utf8')
  return text.slice(text.indexOf('\n'))
}

const anonymize = ([age, sex, place]: readonly string[]): readonly string[] =>
  `anonymize people.csv --k 3 --qi ${age},${sex} --sensitive ${place}:distinct=2 --others publish --method mondrian`.split(
    ' ',
  )
const audit = ([, sex, place]: readonly string[]): readonly string[] =>
  `audit people.csv --count n --rows ${place} --columns ${sex}`.split(' ')

test.each(['rowid', 'constructor'])(
  'records keep their values where a column is called %s',
  (name) => {
    const plain = ['age', 'sex', 'place']
    const before = published(`${name} plain`, plain, anonymize(plain), 'anonymized.csv')
    plain.forEach((_, i) => {
      const names = plain.with(i, name)
      expect(published(`${name} ${i}`, names, anonymize(names), 'anonymized.csv'), `column ${i + 1}`).toBe(before)
      const verified = tacet(['verify', 'out'], join(folder, `${name} ${i}`))
      expect(verified.code, verified.stdout).toBe(0)
    })
    // A column that is not asked for at all.
    const spare = ['age', 'sex', 'place', name]
    const lines = LINES.map((line, i) => `${line},${100 - (i % 7)}`)
    const home = join(folder, `${name} spare`)
    mkdirSync(home)
    writeFileSync(join(home, 'people.csv'), [['age', 'sex', 'place', 'n', name].join(), ...lines, ''].join('\n'))
    expect(tacet([...anonymize(spare), '--out', 'out'], home).code).toBe(0)
    const kept = readFileSync(join(home, 'out', 'anonymized.csv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
    expect(kept.map((line) => line.slice(0, line.lastIndexOf(','))).join('\n')).toBe(before.trim())
  },
  600_000,
)

test.each(['__proto__', 'constructor'])(
  'an audit of a column called %s',
  (name) => {
    const before = published(`${name} audit`, ['age', 'sex', 'place'], audit(['age', 'sex', 'place']), 'bounds.csv')
    const names = ['age', 'sex', name]
    expect(published(`${name} audited`, names, audit(names), 'bounds.csv')).toBe(before)
  },
  600_000,
)

test('names and values that would act on a terminal are shown, by describe, audit and an error', () => {
  const home = join(folder, 'acting')
  mkdirSync(home)
  writeFileSync(
    join(home, 'people.csv'),
    's\x1b[2Jex,place\nf\x1b[1A,a\u202eb\nf\x1b[1A,c\x9bd\nm,c\x9bd\nm,a\u202eb\nm,a\u202eb\n',
  )
  for (const [args, words] of [
    [['describe', 'people.csv'], 's\\x1b[2Jex'],
    [['audit', 'people.csv', '--rows', 'place', '--columns', 's\x1b[2Jex'], 'a\\u202eb'],
    [['audit', 'people.csv', '--rows', 'place', '--columns', 's\x1b[2Jexx'], 's\\x1b[2Jexx'],
  ] as const) {
    const { stdout, stderr } = tacet(args, home)
    expect(stdout + stderr).toContain(words)
    for (const sign of ['\x1b', '\x9b', '\u202e']) expect(stdout + stderr).not.toContain(sign)
    const json = tacet([...args, '--json'], home).stdout
    expect(JSON.stringify(JSON.parse(json))).toMatch(/\\u001b|\\x1b/) // a message has it in words already
    for (const sign of ['\x1b', '\x9b', '\u202e']) expect(json).not.toContain(sign)
  }
})
