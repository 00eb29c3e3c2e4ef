/** Public facts that are wrong, or contradict each other. */
import { type Case, SPEC, spec } from './bad-input.ts'

const TOPDOWN = ['topdown', 'town.yaml', '--out', 'out']

/** The spec with public facts, and a public table where one is given. */
const facts = (text: string, table?: string): Record<string, string> => ({
  'town.yaml': `${SPEC}public: [${text}]\n`,
  ...(table !== undefined && { 'table.csv': table }),
})
const WOMEN = '{ name: women, query: sex, level: district, atLeast: { file: table.csv, region: district } }'

export const wrongFacts: readonly Case[] = [
  {
    what: 'facts of two levels that clash',
    args: TOPDOWN,
    files: facts('{ name: town, level: town, exactly: 5 }, { name: districts, level: district, exactly: 3 }'),
    code: 4,
    says: /"town" says exactly 5 .*must add up to/,
  },
  {
    what: 'a lower bound above an upper one',
    args: TOPDOWN,
    files: facts('{ name: many, level: district, atLeast: 9 }, { name: few, level: district, atMost: 4 }'),
    code: 4,
    says: /"many".*"few"|"few".*"many"/,
  },
  {
    what: 'parts that exceed an exact whole',
    args: TOPDOWN,
    files: facts(`{ name: all, level: district, exactly: 5 }, ${WOMEN}`, 'district,sex,count\nnorth,f,4\nnorth,m,3\n'),
    code: 4,
    says: /"all" says exactly 5.*4 \(f\)/,
  },
  {
    what: 'people where nobody can be',
    args: TOPDOWN,
    files: {
      'town.yaml': `${SPEC}impossible: [{ sex: [f] }]\npublic: [{ name: women, where: { sex: [f] }, level: town, atLeast: 1 }]\n`,
    },
    code: 4,
    says: /nobody can be there/,
  },
  {
    what: 'a table of facts that is not there',
    args: TOPDOWN,
    files: facts(WOMEN),
    code: 2,
    says: /table\.csv: there is no such file/,
  },
  {
    what: 'a fact of a level nobody has',
    args: TOPDOWN,
    files: facts('{ level: province, exactly: 5 }'),
    code: 2,
    says: /no level "province"/,
  },
  {
    what: 'a fact of an unknown attribute',
    args: TOPDOWN,
    files: facts('{ where: { colour: [red] }, level: town, atMost: 5 }'),
    code: 2,
    says: /"colour" is no attribute/,
  },
  {
    what: 'a fact of an unknown level of an attribute',
    args: TOPDOWN,
    files: facts('{ where: { sex: [x] }, level: town, atMost: 5 }'),
    code: 2,
    says: /"sex" has no level "x"/,
  },
  {
    what: 'a table with an unknown region',
    args: TOPDOWN,
    files: facts(WOMEN, 'district,sex,count\neast,f,1\n'),
    code: 2,
    says: /line 2: level "district" has no region "east"/,
  },
  {
    what: 'a table with an unknown label',
    args: TOPDOWN,
    files: facts(WOMEN, 'district,sex,count\nnorth,x,1\n'),
    code: 2,
    says: /has no answer "x"/,
  },
  {
    what: 'a table without its count',
    args: TOPDOWN,
    files: facts(WOMEN, 'district,sex\nnorth,f\n'),
    code: 2,
    says: /has no column "count"/,
  },
  {
    what: 'a table with a negative count',
    args: TOPDOWN,
    files: facts(WOMEN, 'district,sex,count\nnorth,f,-1\n'),
    code: 2,
    says: /count is "-1"/,
  },
  {
    what: 'a table with a count of 1.5',
    args: TOPDOWN,
    files: facts(WOMEN, 'district,sex,count\nnorth,f,1.5\n'),
    code: 2,
    says: /whole number from 0 up/,
  },
  {
    what: 'a table with a line twice',
    args: TOPDOWN,
    files: facts(WOMEN, 'district,sex,count\nnorth,f,1\nnorth,f,2\n'),
    code: 2,
    says: /counted twice/,
  },
  {
    what: 'a table without a column for its regions',
    args: TOPDOWN,
    files: facts('{ level: district, exactly: { file: table.csv } }', 'count\n1\n'),
    code: 2,
    says: /say which column names the region/,
  },
  {
    what: 'true counts of some people only',
    args: TOPDOWN,
    files: facts('{ where: { sex: [f] }, level: town, exactly: data }'),
    code: 2,
    says: /takes no `where`/,
  },
  {
    what: 'a fact that says two things',
    args: TOPDOWN,
    files: facts('{ level: town, exactly: 5, atLeast: 2 }'),
    code: 2,
    says: /one of `exactly`/,
  },
  {
    what: 'two facts of one name about other people',
    args: TOPDOWN,
    files: facts(
      '{ name: some, where: { sex: [f] }, level: town, atLeast: 2 }, { name: some, where: { sex: [m] }, level: town, atLeast: 1 }',
    ),
    code: 2,
    says: /public\[1\]\.name: "some" is also the name of number 1/,
  },
  {
    what: 'true counts that are not kept',
    args: TOPDOWN,
    files: facts('{ level: town, exactly: data, mode: checked }'),
    code: 2,
    says: /leave `mode` out/,
  },
  {
    what: 'a query for a comparison of two counts',
    args: TOPDOWN,
    files: facts('{ query: sex, level: town, where: { sex: [f] }, atMostTimes: { of: { sex: [m] } } }'),
    code: 2,
    says: /leave `query` out/,
  },
  {
    what: 'true counts of what only a later release will have',
    args: TOPDOWN,
    files: {
      'town.yaml': `${SPEC}topdown: { later: { attributes: [{ name: work, levels: [a, b] }], public: [{ query: work, level: town, exactly: data }] } }\n`,
    },
    code: 2,
    says: /is for what this release publishes/,
  },
  {
    what: 'a pass with a query that is not asked',
    args: TOPDOWN,
    files: { 'town.yaml': `${SPEC}topdown: { passes: [[age], [total]] }\n` },
    code: 2,
    says: /"age" is not in the workload/,
  },
  {
    what: 'an attribute called like a column of the release',
    args: TOPDOWN,
    files: spec('{ name: sex,', '{ name: count, column: sex,'),
    code: 2,
    says: /cannot be the name of an attribute/,
  },
  {
    what: 'extending what is no release',
    args: [...TOPDOWN, '--extend', 'folder.csv'],
    code: 2,
    says: /is not a release/,
  },
]
