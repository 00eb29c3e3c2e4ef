/** What people do wrong, and what they are told. The table in docs/bad-inputs.md is written by this test. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Case, SPEC, spec } from './support/bad-input.ts'
import { type Ended, tacetAsync, testFolder } from './support/cli.ts'
import { wrongFacts } from './support/wrong-facts.ts'

const folder = testFolder()
const PEOPLE = 'district,sex,age,n\nnorth,f,3,1\nnorth,m,40,2\nsouth,f,70,1\nsouth,m,12,4\n'
const AUDIT = ['audit', 'people.csv', '--count', 'n', '--rows', 'district', '--columns', 'sex']
const MEASURE = ['measure', 'town.yaml', '--out', 'out']

const cases: readonly Case[] = [
  ...wrongFacts,
  // Files.
  { what: 'a file that is not there', args: ['describe', 'poeple.csv'], code: 2, says: /no such file/ },
  { what: 'an empty file', args: ['describe', 'people.csv'], files: { 'people.csv': '' }, code: 2, says: /is empty/ },
  {
    what: 'a header and no records',
    args: MEASURE,
    files: { 'people.csv': 'district,sex,age,n\n' },
    code: 2,
    says: /holds no records/,
  },
  { what: 'a folder for a file', args: ['describe', 'folder.csv'], code: 2, says: /is not a file/ },
  {
    what: 'an unknown format',
    args: ['describe', 'people.xlsx'],
    files: { 'people.xlsx': 'x' },
    code: 2,
    says: /ending of the name/,
  },
  {
    what: 'a Parquet file cut short',
    args: ['describe', 'cut.parquet'],
    files: { 'cut.parquet': 'PAR1' },
    code: 2,
    says: /not a complete Parquet file/,
  },
  {
    what: 'a gzip file that is none',
    args: ['describe', 'p.csv.gz'],
    files: { 'p.csv.gz': PEOPLE },
    code: 2,
    says: /not a complete gzip/,
  },
  {
    what: 'two columns of one name',
    args: AUDIT,
    files: { 'people.csv': 'sex,district,sex,n\nf,a,f,1\n' },
    code: 2,
    says: /both called "sex"/,
  },
  {
    what: 'a line with too many values',
    args: AUDIT,
    files: { 'people.csv': `${PEOPLE}north,f,3,1,9\n` },
    code: 2,
    says: /line 6: the line has another number/,
  },
  {
    what: 'a quote that never ends',
    args: AUDIT,
    files: { 'people.csv': `${PEOPLE}"north,f,3,1\n` },
    code: 2,
    says: /quoted value never ends/,
  },
  {
    what: 'text that is not UTF-8',
    args: AUDIT,
    files: { 'people.csv': Buffer.from(`${PEOPLE}n\xf6rd,f,3,1\n`, 'latin1') },
    code: 2,
    says: /not UTF-8/,
  },
  {
    what: 'a spec whose data are not there',
    args: MEASURE,
    files: spec('people.csv', 'poeple.csv'),
    code: 2,
    says: /poeple\.csv: there is no such file/,
  },
  // Values.
  {
    what: 'a missing column',
    args: MEASURE,
    files: { 'people.csv': PEOPLE.replace('sex', 'gender') },
    code: 2,
    says: /no column "sex". Its columns are: district, gender/,
  },
  {
    what: 'a level nobody declared',
    args: MEASURE,
    files: { 'people.csv': `${PEOPLE}north,x,3,1\n` },
    code: 2,
    says: /line 6 .*none of the declared levels/,
  },
  {
    what: 'a missing value',
    args: MEASURE,
    files: { 'people.csv': `${PEOPLE}north,,3,1\n` },
    code: 2,
    says: /a value is missing/,
  },
  {
    what: 'a number outside the bins',
    args: MEASURE,
    files: { 'people.csv': `${PEOPLE}north,f,300,1\n` },
    code: 2,
    says: /not a number from 0 to below 120/,
  },
  {
    what: 'NaN in a number column',
    args: MEASURE,
    files: { 'people.csv': `${PEOPLE}north,f,NaN,1\n` },
    code: 2,
    says: /not a number from 0/,
  },
  {
    what: 'a negative count',
    args: MEASURE,
    files: { 'people.csv': `${PEOPLE}north,f,3,-1\n` },
    code: 2,
    says: /not whole numbers from 0/,
  },
  {
    what: 'half a person',
    args: AUDIT,
    files: { 'people.csv': `${PEOPLE}north,f,3,1.5\n` },
    code: 2,
    says: /not whole numbers/,
  },
  {
    what: 'counts beyond what is exact',
    args: MEASURE,
    files: { 'people.csv': `${PEOPLE}north,f,3,9007199254740991\n` },
    code: 2,
    says: /more than 9007199254740991/,
  },
  {
    what: '10^15 records in an audit',
    args: AUDIT,
    files: { 'people.csv': `${PEOPLE}north,f,3,1000000000000000\n` },
    code: 2,
    says: /more than 2147483647|0 to 2147483647/,
  },
  {
    what: 'a record without a place',
    args: MEASURE,
    files: { 'people.csv': `${PEOPLE},f,3,1\n` },
    code: 2,
    says: /no region/,
  },
  // Specs.
  { what: 'no spec', args: ['plan', 'nowhere.yaml'], code: 2, says: /no such file. A spec is/ },
  { what: 'an empty spec', args: ['plan', 'town.yaml'], files: { 'town.yaml': '' }, code: 2, says: /is empty/ },
  {
    what: 'YAML that breaks off',
    args: ['plan', 'town.yaml'],
    files: { 'town.yaml': 'tacet: [1' },
    code: 2,
    says: /town\.yaml:1:\d+: this is not valid YAML/,
  },
  {
    what: 'a misspelt field',
    args: ['plan', 'town.yaml'],
    files: spec('workload:', 'workloads:'),
    code: 2,
    says: /no field called "workloads"/,
  },
  {
    what: 'an unquoted code',
    args: ['plan', 'town.yaml'],
    files: spec('levels: [f, m]', 'levels: [01, 02]'),
    code: 2,
    says: /town\.yaml:5: attributes\[0\]\.levels\[0\].*in quotes/,
  },
  {
    what: 'a level listed twice',
    args: ['plan', 'town.yaml'],
    files: spec('[f, m]', '[f, f]'),
    code: 2,
    says: /"f" is listed twice/,
  },
  {
    what: 'bins that fall',
    args: ['plan', 'town.yaml'],
    files: spec('[0, 18, 65, 120]', '[0, 65, 18]'),
    code: 2,
    says: /must rise/,
  },
  {
    what: 'an unknown query',
    args: ['plan', 'town.yaml'],
    files: spec('sex * age', 'sex * wealth'),
    code: 2,
    says: /"wealth" is no attribute or recode/,
  },
  { what: 'no privacy', args: MEASURE, files: spec('privacy: { epsilon: 1 }\n', ''), code: 2, says: /no `privacy`/ },
  { what: 'an epsilon of 0', args: MEASURE, files: spec('epsilon: 1', 'epsilon: 0'), code: 2, says: /above 0/ },
  {
    what: 'an epsilon that is no number',
    args: MEASURE,
    files: spec('epsilon: 1', 'epsilon: much'),
    code: 2,
    says: /"much" is not a number/,
  },
  { what: 'rho without delta', args: MEASURE, files: spec('epsilon: 1', 'rho: 1'), code: 2, says: /at which `delta`/ },
  {
    what: 'a delta above 1',
    args: MEASURE,
    files: spec('epsilon: 1', 'rho: 1, delta: 2'),
    code: 2,
    says: /between 0 and 1/,
  },
  {
    what: 'shares that do not sum to 1',
    args: MEASURE,
    files: spec('epsilon: 1', 'epsilon: 1, levels: { town: 0.3, district: 0.6 }'),
    code: 2,
    says: /sum to 9\/10, not to 1. In the same proportions: 1\/3, 2\/3/,
  },
  {
    what: 'a budget for a level nobody has',
    args: MEASURE,
    files: spec('epsilon: 1', 'epsilon: 1, levels: { county: 1 }'),
    code: 2,
    says: /no level "county". The levels are: town, district/,
  },
  {
    what: 'a public fact at a level nobody has',
    args: MEASURE,
    files: spec('workload:', 'public: [{ level: ward, exactly: data }]\nworkload:'),
    code: 2,
    says: /no level "ward"/,
  },
  {
    what: 'a query asked twice',
    args: MEASURE,
    files: spec('{ query: total }', '{ query: total }, { query: total }'),
    code: 2,
    says: /asked twice/,
  },
  {
    what: 'regions that go round in a circle',
    args: MEASURE,
    files: {
      ...spec(
        'columns: [district]',
        'parents: { column: district, levels: [part, district], regions: { file: tree.csv, column: place, parent: within } }',
      ),
      'tree.csv': 'place,within\nnorth,south\nsouth,north\n',
    },
    code: 2,
    says: /in a circle: north lies in south lies in north/,
  },
  {
    what: 'codes of another length than the levels',
    args: MEASURE,
    files: { ...spec('columns: [district]', 'code: { column: district, prefixes: { part: 2, place: 4 } }') },
    code: 2,
    says: /a code has 5 characters where level "place" takes 4/,
  },
  {
    what: 'a PostgreSQL server that is not there',
    args: MEASURE,
    files: spec('file: people.csv', 'postgres: { url: "postgresql://x@127.0.0.1:1/y", from: people }'),
    code: 2,
    says: /cannot be reached/,
  },
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
    says: /'--k <n>' not specified/,
  },
  {
    what: 'an output folder that is full',
    args: ['measure', 'town.yaml', '--out', 'full'],
    code: 2,
    says: /never written over/,
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
    says: /needs --rows and --columns/,
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
    says: /need --n/,
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
    says: /damaged at line 1: it is not JSON/,
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

async function inFreshFolder(i: number, { args, files = {} }: Case): Promise<Ended & { left: readonly string[] }> {
  const home = join(folder, String(i))
  mkdirSync(join(home, 'full'), { recursive: true })
  mkdirSync(join(home, 'folder.csv'))
  for (const [name, content] of Object.entries({ 'people.csv': PEOPLE, 'town.yaml': SPEC, 'full/x': '', ...files })) {
    writeFileSync(join(home, name), content)
  }
  const before = readdirSync(home)
  const ended = await tacetAsync(args, home)
  return { ...ended, left: readdirSync(home).filter((name) => !before.includes(name)) }
}

test('every bad input gets a sentence, the right exit code, and leaves nothing behind', async () => {
  const told: string[] = []
  const lanes = [...cases.keys()]
  const ends: (Ended & { left: readonly string[] })[] = []
  await Promise.all(
    [0, 1].map(async () => {
      for (let i = lanes.shift(); i !== undefined; i = lanes.shift()) ends[i] = await inFreshFolder(i, cases[i])
    }),
  )
  cases.forEach(({ what, args, code, says }, i) => {
    const { stderr, left } = ends[i]
    const message = stderr
      .split('\n')
      .filter((line) => !/^(Reading|Counting|Measuring|Making|Writing)/.test(line))
      .join('\n')
      .replace(/^(tacet|error): /, '')
      .trim()
    expect.soft(ends[i].code, `${what}: ${stderr}`).toBe(code)
    expect.soft(message, what).toMatch(says)
    expect.soft(stderr, what).not.toMatch(/\bat .*\.m?js:\d+|fault in Tacet/)
    expect.soft(left, what).toEqual([])
    told.push(
      `| ${what} | \`tacet ${args.join(' ').replaceAll('|', '\\|')}\` | ${code} | ${message.replaceAll('|', '\\|').replaceAll('\n', '<br>')} |`,
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
}, 180_000)

test('a starter spec beside other files finds its data and can be planned', async () => {
  const home = join(folder, 'starter')
  mkdirSync(join(home, 'specs'), { recursive: true })
  writeFileSync(join(home, 'people.csv'), PEOPLE)
  expect((await tacetAsync(['describe', 'people.csv', '--spec', 'specs/start.yaml'], home)).code).toBe(0)
  const planned = await tacetAsync(['plan', 'specs/start.yaml'], home)
  expect(planned.code, planned.stderr).toBe(0)
})
