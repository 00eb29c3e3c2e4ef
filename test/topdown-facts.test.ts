/** Public facts that cannot be true or cannot be read: what people are told, before anything is spent. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { countsCsv, countyPeople, folderWith } from './support/topdown.ts'

const folder = testFolder()
mkdirSync(join(folder, 'run'))
mkdirSync(join(folder, 'plan'))
const PEOPLE = countsCsv(countyPeople(), 'region,block,sex,kind,n')
const COUNT = /A count is a whole number from 0 up, below 2\^53/

interface Case {
  readonly what: string
  /** The list under `public`. */
  readonly facts?: string
  /** The file `table.csv`. */
  readonly table?: string
  readonly impossible?: string
  readonly topdown?: string
  readonly code: 2 | 4
  readonly says: readonly RegExp[]
}

/** A fact from `table.csv`. */
const listed = (more = ''): string =>
  `{ name: listed, level: block, atLeast: { file: table.csv, region: [region, block] }${more} }`
const blocks = (line: string): string => `region,block,count\nnorth,b1,4\n${line}\n`
const children = (name: string, level: string, says: string): string =>
  `{ name: ${name}, where: { kind: [child] }, level: ${level}, ${says} }`

const clashes: readonly Case[] = [
  {
    what: 'a total of the county that its blocks exceed',
    facts: `{ name: county total, level: county, exactly: 5 }, { name: block totals, level: block, exactly: { file: table.csv, region: [region, block] } }`,
    table: blocks('south,b2,3'),
    code: 4,
    says: [/"county total" says exactly 5/, /must add up to at least 7 \("block totals"\)/],
  },
  {
    what: 'a total of the county that the published totals of blocks exceed',
    facts: `{ name: county total, level: county, exactly: 5 }, { name: population, level: block, exactly: data }`,
    code: 4,
    says: [/these cannot hold together: "county total", "population"/],
  },
  {
    what: 'a lower bound above an exact total',
    facts: `{ name: small blocks, level: block, exactly: 10 }, { name: big dorms, where: { kind: [dorm] }, level: block, atLeast: 11 }`,
    code: 4,
    says: [/In block "[^"]+": "small blocks" says exactly 10, but "big dorms" asks for at least 11/],
  },
  {
    what: 'lower bounds that together exceed an exact total',
    facts: `{ name: small blocks, level: block, exactly: 10 }, ${children('some children', 'block', 'atLeast: 6')}, { name: some dorms, where: { kind: [dorm] }, level: block, atLeast: 5 }`,
    code: 4,
    says: [/"small blocks" says exactly 10/, /"some children" asks for at least 6/, /"some dorms" asks for at least 5/],
  },
  {
    what: 'at least more than at most, in two facts',
    facts: `${children('many', 'region', 'atLeast: 9')}, ${children('few', 'region', 'atMost: 8')}`,
    code: 4,
    says: [/In region "[^"]+": "many" asks for at least 9, but "few" allows at most 8/],
  },
  {
    what: 'at least more than at most, in one fact',
    facts: children('both', 'region', 'atLeast: 9, atMost: 8'),
    code: 4,
    says: [/"both" asks for at least 9 and at most 8/],
  },
  {
    what: 'a region with less than its blocks have',
    facts: `${children('few in a region', 'region', 'atMost: 3')}, ${children('one in a block', 'block', 'atLeast: 1')}`,
    code: 4,
    says: [/"few in a region" allows at most 3/, /at least 4 \("one in a block"\)/],
  },
  {
    what: 'somebody who is impossible',
    facts: `{ name: husbands, where: { sex: [m], kind: [spouse] }, level: block, atLeast: 1 }`,
    impossible: '[{ sex: [m], kind: [spouse] }]',
    code: 4,
    says: [/"husbands" asks for at least 1/, /impossible|structural zero/],
  },
  {
    what: 'crossing facts that no table meets',
    facts: `{ name: women, where: { sex: [f] }, level: block, exactly: 5 }, { name: men, where: { sex: [m] }, level: block, exactly: 5 }, ${children('children', 'block', 'exactly: 11')}`,
    code: 4,
    says: [/"women" says exactly 5/, /"men" says exactly 5/, /"children" says exactly 11/],
  },
  {
    what: 'a ratio that cannot hold',
    facts: `${children('children', 'block', 'atLeast: 1')}, { name: no adults, where: { kind: [householder] }, level: block, atMost: 0 }, ${children('cared for', 'block', 'atMostTimes: { times: 3, of: { kind: [householder] } }')}`,
    code: 4,
    says: [/"no adults"/, /"children" asks for at least 1/, /"cared for" must hold/],
  },
]

const tables: readonly Case[] = [
  { what: 'a table that is not there', facts: listed(), code: 2, says: [/table\.csv: there is no such file/] },
  {
    what: 'a table without the count',
    facts: listed(),
    table: 'region,block,people\nnorth,b1,4\n',
    code: 2,
    says: [/public\[0\]\.atLeast: .*no column "count"\. It has 3 columns/],
  },
  {
    what: 'a region that is not there',
    facts: listed(),
    table: blocks('north,b7,1'),
    code: 2,
    says: [/table\.csv, line 3: level "block" has no region "north\/b7"\. It has, for example, "\w+\/b\d"/],
  },
  {
    what: 'a label that is no level',
    facts: listed(', query: kind'),
    table: 'region,block,kind,count\nnorth,b1,butler,1\n',
    code: 2,
    says: [/table\.csv, line 2: "kind" has no answer "butler"\. It has, for example, "householder"/],
  },
  {
    what: 'a label that the fact does not speak of',
    facts: listed(', query: kind, where: { kind: [dorm] }'),
    table: 'region,block,kind,count\nnorth,b1,child,1\n',
    code: 2,
    says: [/table\.csv, line 2: .*"child"/],
  },
  { what: 'a negative count', facts: listed(), table: blocks('north,b2,-4'), code: 2, says: [/line 3.*"-4"/, COUNT] },
  { what: 'half a person', facts: listed(), table: blocks('north,b2,4.5'), code: 2, says: [/line 3.*"4\.5"/, COUNT] },
  { what: 'no number', facts: listed(), table: blocks('north,b2,NaN'), code: 2, says: [/line 3.*"NaN"/, COUNT] },
  {
    what: 'an empty count',
    facts: listed(),
    table: blocks('north,b2,'),
    code: 2,
    says: [/line 3.*count is ""/, COUNT],
  },
  {
    what: 'ten quadrillion people',
    facts: listed(),
    table: blocks(`north,b2,1${'0'.repeat(16)}`),
    code: 2,
    says: [COUNT],
  },
  {
    what: 'the same place twice',
    facts: listed(),
    table: blocks('north,b1,4'),
    code: 2,
    says: [/table\.csv, line 3: north\/b1 is counted twice\. Keep one line/],
  },
  {
    what: 'no column of the region where there are many',
    facts: `{ name: listed, level: block, atLeast: { file: table.csv } }`,
    table: 'count\n4\n',
    code: 2,
    says: [/public\[0\]\.atLeast\.region: say which column names the region: level "block" has many/],
  },
  {
    what: 'counts whose sum is no exact number',
    facts: `{ name: vast, level: block, atLeast: 9007199254740991 }`,
    code: 2,
    says: [/vast|public\[0\]/],
  },
]

const words: readonly Case[] = [
  {
    what: 'an unknown level of places',
    facts: '{ name: t, level: street, atLeast: 1 }',
    code: 2,
    says: [/public\[0\].*no level "street"\. The levels are: county, region, block/],
  },
  {
    what: 'an unknown attribute in a query',
    facts: '{ name: t, query: colour, level: block, atLeast: 1 }',
    code: 2,
    says: [/"colour" is no attribute or recode\. There are: total, detailed, sex, kind/],
  },
  {
    what: 'an unknown level in where',
    facts: '{ name: t, where: { kind: [butler] }, level: block, atLeast: 1 }',
    code: 2,
    says: [/public\[0\]\.where: "kind" has no level "butler"\. It has: householder, spouse, child, dorm/],
  },
  {
    what: 'an unknown attribute in where',
    facts: '{ name: t, where: { colour: [red] }, level: block, atLeast: 1 }',
    code: 2,
    says: [/public\[0\]\.where/, /"colour" is no attribute or recode\. There are: .*sex, kind/],
  },
  {
    what: 'the true counts of some',
    facts: children('t', 'block', 'exactly: data'),
    code: 2,
    says: [/county\.yaml:\d+: public\[0\]: `exactly: data` takes no `where`/],
  },
  {
    what: 'two ways at once',
    facts: '{ name: t, level: block, exactly: 4, atLeast: 1 }',
    code: 2,
    says: [/public\[0\]: say what is public by one of `exactly`, `atLeast` and `atMost`, and `atMostTimes`/],
  },
  {
    what: 'a fact that says nothing',
    facts: '{ name: t, level: block }',
    code: 2,
    says: [/say what is public by one/],
  },
  {
    what: 'a bound below 0',
    facts: '{ level: block, atLeast: -1 }',
    code: 2,
    says: [/public\[0\]\.atLeast/, /at least 0|from 0 up/],
  },
  {
    what: 'a bound that is not whole',
    facts: '{ level: block, atLeast: 1.5 }',
    code: 2,
    says: [/public\[0\]\.atLeast/, /whole number|int/],
  },
  {
    what: 'a negative ratio',
    facts: children('t', 'block', 'atMostTimes: { times: -1, of: { kind: [householder] } }'),
    code: 2,
    says: [/public\[0\]\.atMostTimes\.times: it is negative\. Give a number from 0 up/],
  },
  {
    what: 'an impossible level that is not there',
    impossible: '[{ kind: [butler] }]',
    code: 2,
    says: [/impossible\[0\]: "kind" has no level "butler"/],
  },
  {
    what: 'a later attribute that is here already',
    topdown: 'later: { attributes: [{ name: kind, levels: [a, b] }] }',
    code: 2,
    says: [/"kind" names two attributes or recodes\. Give each its own name/],
  },
  {
    what: 'a pass for a query that is not asked',
    topdown: 'passes: [[sex], [detailed]]',
    code: 2,
    says: [/topdown\.passes: "sex" is not in the workload\. There are: total, kind, detailed/],
  },
  {
    what: 'an unknown mode',
    facts: '{ level: block, atLeast: 1, mode: maybe }',
    code: 2,
    says: [/public\[0\]\.mode: must be "enforced" or "tried" or "checked"/],
  },
]

function home(path: string, { facts, table, impossible, topdown }: Case): string {
  const spec = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: county, columns: [region, block] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: kind, levels: [householder, spouse, child, dorm] }
privacy: { epsilon: 2 }
workload: [{ query: total }, { query: kind }, { query: detailed }]
public: [${facts ?? ''}]
impossible: ${impossible ?? '[]'}
topdown: { simulations: 0${topdown === undefined ? '' : `, ${topdown}`} }
`
  return folderWith(path, {
    'people.csv': PEOPLE,
    'county.yaml': spec,
    ...(table !== undefined && { 'table.csv': table }),
  })
}

test.each([...clashes, ...tables, ...words])('$what: told, nothing spent, nothing left', (wrong) => {
  const path = home(join(folder, 'run', wrong.what), wrong)
  const before = readdirSync(path).sort()
  const run = tacet(['topdown', 'county.yaml', '--out', 'release', '--quiet'], path)
  expect(run.stderr).not.toMatch(/fault in Tacet/)
  for (const part of wrong.says) expect(run.stderr).toMatch(part)
  expect(run.code, run.stderr).toBe(wrong.code)
  expect(run.stdout).toBe('')
  expect(readdirSync(path).sort()).toEqual(before)
})

test.each(clashes.filter(({ facts }) => facts?.includes('data') !== true))('the plan tells it too: $what', (wrong) => {
  const path = home(join(folder, 'plan', wrong.what), wrong)
  const run = tacet(['plan', 'county.yaml', '--quiet'], path)
  for (const part of wrong.says) expect(run.stderr).toMatch(part)
  expect(run.code, run.stderr).toBe(wrong.code)
})
