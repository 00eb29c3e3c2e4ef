/** What people do wrong, and what they are told. The table in docs/bad-inputs.md is written by this test. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT, type Case, MEASURE, PEOPLE, SPEC } from './support/bad-input.ts'
import { type Ended, tacet, testFolder } from './support/cli.ts'
import { wrongData } from './support/wrong-data.ts'
import { wrongFacts } from './support/wrong-facts.ts'
import { wrongPlaces } from './support/wrong-places.ts'
import { wrongSpecs } from './support/wrong-specs.ts'

const folder = testFolder()

const cases: readonly Case[] = [
  ...wrongFacts,
  ...wrongData,
  ...wrongSpecs,
  ...wrongPlaces,
  // Flags.
  {
    what: 'an unknown command',
    args: ['messure'],
    code: 2,
    says: /unknown command 'messure'\n\(Did you mean measure\?\)/,
  },
  { what: 'an unknown flag', args: [...AUDIT, '--smal', '3'], code: 2, says: /unknown option '--smal'/ },
  {
    what: 'a flag that is no number',
    args: [...AUDIT, '--small', 'five'],
    code: 2,
    says: /"five" is not a whole number/,
  },
  {
    what: 'anonymize without --k',
    args: ['anonymize', 'people.csv', '--qi', 'sex'],
    code: 2,
    says: /--k: say how many records must be alike/,
  },
  {
    what: 'an output folder that is full',
    args: ['measure', 'town.yaml', '--out', 'full'],
    code: 2,
    says: /never replaces other files/,
  },
  {
    what: 'an output folder that is a file',
    args: ['measure', 'town.yaml', '--out', 'people.csv'],
    code: 2,
    says: /there is a file of that name/,
  },
  {
    what: 'an output folder below a file',
    args: ['measure', 'town.yaml', '--out', 'people.csv/out'],
    code: 2,
    says: /a part of its path is a file|cannot be written/,
  },
  { what: 'init over a file', args: ['init', 'town.yaml'], code: 2, says: /there already/ },
  {
    what: 'an audit without columns',
    args: ['audit', 'people.csv', '--rows', 'sex'],
    code: 2,
    says: /--columns: an audit needs at least one variable that makes columns/,
  },
  {
    what: 'a variable in rows and columns',
    args: ['audit', 'people.csv', '--count', 'n', '--rows', 'sex', '--columns', 'sex'],
    code: 2,
    says: /"sex" is named twice/,
  },
  {
    what: 'an audit of a column nobody has',
    args: ['audit', 'people.csv', '--rows', 'sex', '--columns', 'wealth'],
    code: 2,
    says: /no column "wealth"/,
  },
  { what: 'a merge that is none', args: [...AUDIT, '--merge', 'sex'], code: 2, says: /column:new=old1\|old2/ },
  {
    what: 'a merge of a level nobody has',
    args: [...AUDIT, '--merge', 'sex:all=f|x'],
    code: 2,
    says: /has no level "x". Its levels are: f, m/,
  },
  {
    what: 'shares without their total',
    args: ['audit', 'shares.csv', '--shares', 'a,b', '--rows', 'g'],
    files: { 'shares.csv': 'g,a,b\nx,1/2,1/2\n' },
    code: 2,
    says: /--n: shares need the number/,
  },
  {
    what: 'shares that do not sum to 1',
    args: ['audit', 'shares.csv', '--shares', 'a,b', '--rows', 'g', '--n', '9'],
    files: { 'shares.csv': 'g,a,b\nx,0.33,0.66\n' },
    code: 2,
    says: /sum to 99\/100, not to 1/,
  },
  {
    what: 'shares that no table of that total has',
    args: ['audit', 'shares.csv', '--shares', 'a,b', '--rows', 'g', '--n', '5'],
    files: { 'shares.csv': 'g,a,b\nx,1/7,6/7\n' },
    code: 4,
    says: /No table of 5 records has these shares/,
  },
  {
    what: 'knowledge of a level nobody has',
    args: [...AUDIT, '--known', 'known.csv'],
    files: { 'known.csv': 'district,sex,lower\nwest,f,1\n' },
    code: 2,
    says: /known\.csv, line 2: "district" has no level "west"/,
  },
  {
    what: 'knowledge that contradicts the shares',
    args: [...AUDIT, '--known', 'known.csv'],
    files: { 'known.csv': 'district,sex,lower\nnorth,,7\nsouth,,7\n' },
    code: 4,
    says: /known\.csv, line 2/,
  },
  // The ledger.
  {
    what: 'a ledger that is not named',
    args: ['ledger', 'show'],
    code: 2,
    says: /name the ledger: a file such as tacet-ledger\.jsonl. It may be left out only with --cluster/,
  },
  {
    what: 'a ledger that is not there',
    args: ['ledger', 'show', 'nowhere.jsonl'],
    code: 2,
    says: /There is no ledger/,
  },
  {
    what: 'a ledger that is no ledger',
    args: [...MEASURE],
    files: { 'tacet-ledger.jsonl': 'hello\n' },
    code: 2,
    says: /is not a ledger: .*restore it and its \.head/,
  },
  {
    what: 'a cap in two currencies',
    args: ['ledger', 'cap', 'l.jsonl', '--epsilon', '1', '--rho', '1', '--reason', 'x'],
    files: { 'l.jsonl': '' },
    code: 2,
    says: /one of --epsilon/,
  },
  { what: 'verifying what is no release', args: ['verify', 'full'], code: 2, says: /is not a release/ },
]

function inFreshFolder(i: number, { args, files = {}, links = {} }: Case): Ended & { left: readonly string[] } {
  const home = join(folder, String(i))
  mkdirSync(join(home, 'full'), { recursive: true })
  mkdirSync(join(home, 'folder.csv'))
  for (const [name, content] of Object.entries({ 'people.csv': PEOPLE, 'town.yaml': SPEC, 'full/x': '', ...files })) {
    writeFileSync(join(home, name), content)
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(home, name))
  const before = readdirSync(home)
  const ended = tacet(args, home)
  return { ...ended, left: readdirSync(home).filter((name) => !before.includes(name)) }
}

/** An argument as the table shows it. */
function shown(arg: string): string {
  return arg === '' ? "''" : arg.replace(/(x{9})x{90,}/, '$1...')
}

test('every bad input gets a sentence, the right exit code, and leaves nothing behind', async () => {
  const told: string[] = []
  const ends = cases.map((one, i) => inFreshFolder(i, one))
  cases.forEach(({ what, args, code, says }, i) => {
    const { stderr, left } = ends[i]
    const message = stderr
      .split('\n')
      .filter((line) => !/^(Reading|Counting|Measuring|Making|Writing)/.test(line))
      .join('\n')
      .replace(/^(tacet|error): /, '')
      .replace(/(x{9})x{90,}/g, '$1...')
      .trim()
    expect.soft(ends[i].code, `${what}: ${stderr}`).toBe(code)
    expect.soft(message, what).toMatch(says)
    expect.soft(stderr, what).not.toMatch(/\bat .*\.m?js:\d+|fault in Tacet/)
    expect.soft(left, what).toEqual([])
    told.push(
      `| ${what} | \`tacet ${args.map(shown).join(' ').replaceAll('|', '\\|')}\` | ${code} | ${message.replaceAll('|', '\\|').replaceAll('\n', '<br>')} |`,
    )
  })
  expect(told.length).toBeGreaterThanOrEqual(40)
  const head = `# What bad input is told

Every line is a mistake that a test makes, with what the command answers on stderr. Exit codes: 2 bad input or spec, 3 refused by
the ledger, 4 infeasible. Nothing is left behind, and no answer quotes a record or a true count. Written by
\`test/bad-inputs.test.ts\`.

| mistake | command | exit | answer |
| --- | --- | --- | --- |
`
  await expect(`${head}${told.join('\n')}\n`).toMatchFileSnapshot('../docs/bad-inputs.md')
})

test('a starter spec beside other files finds its data and can be planned', () => {
  const home = join(folder, 'starter')
  mkdirSync(join(home, 'specs'), { recursive: true })
  writeFileSync(join(home, 'people.csv'), PEOPLE)
  expect(tacet(['describe', 'people.csv', '--spec', 'specs/start.yaml'], home).code).toBe(0)
  const planned = tacet(['plan', 'specs/start.yaml'], home)
  expect(planned.code, planned.stderr).toBe(0)
})
