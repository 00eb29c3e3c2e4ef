/** `tacet protect`: every input that is wrong, and what it is answered. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}
let runs = 0
const run = (...args: string[]): ReturnType<typeof tacet> & { out: string } => {
  const out = `release-${++runs}`
  const record = args.includes('--published') || args.includes('compare') ? [] : ['--published', 'none']
  return { ...tacet(['protect', ...args, ...record, '--out', out], folder), out }
}

const SECTORS = ['s1', 's2', 's3', 's4']
const lines = Array.from(
  { length: 60 },
  (_, i) => `${SECTORS[i % 4]},${i % 3 === 0 ? 'big' : 'small'},f${i % 37},${((i * 37) % 101) + 1},1`,
)
const firms = write('firms.csv', `sector,size,firm,turnover,weight\n${lines.join('\n')}\n`)
const magnitude = [firms, '--rows', 'sector', '--columns', 'size', '--value', 'turnover']
const rule = ['--rule', 'count 3']
const TABLE = 'sector,firms,turnover,largest\nTotal,14,100,40\na,5,40,30\nb,2,20,15\nc,7,40,40\n'
const table = write('table.csv', TABLE)
const finished = ['--rows', 'sector', '--value', 'turnover', '--frequency', 'firms', '--largest', 'largest']
const badTable = write('bad.csv', TABLE.replace('b,2,20', 'b,2,21'))

const cases: readonly (readonly [string, readonly string[], number, RegExp])[] = [
  [
    'a total that is not the sum of its parts',
    [badTable, ...finished, ...rule],
    2,
    /bad\.csv: the total .* of line 2 is less than the sum of its parts .*line 3.*--fix totals/,
  ],
  [
    'a code with two parents',
    [
      firms,
      '--rows',
      'sector',
      ...rule,
      '--hierarchy',
      `sector=file:${write('two.csv', 's1,a\ns2,a\ns3,b\ns4,b\ns1,b\n')}`,
    ],
    2,
    /two\.csv, line 5: "s1" is a part of "b", and of "a" in line 1.*two hierarchies/,
  ],
  [
    'codes in a circle',
    [
      firms,
      '--rows',
      'sector',
      ...rule,
      '--hierarchy',
      `sector=file:${write('loop.csv', 's1,p,q\ns2,q,p\ns3,q,q\ns4,q,q\n')}`,
    ],
    2,
    /loop\.csv, line [23]: .* is a part of/,
  ],
  [
    'a code that the hierarchy lacks',
    [firms, '--rows', 'sector', ...rule, '--hierarchy', `sector=file:${write('lacks.csv', 's1,a\ns2,a\ns3,b\n')}`],
    2,
    /hierarchy lacks: s4/,
  ],
  [
    'a level left out of a tau-ARGUS hierarchy',
    [firms, '--rows', 'sector', ...rule, '--hierarchy', `sector=file:${write('jump.hrc', 'a\n@@s1\n')}`],
    2,
    /jump\.hrc, line 2: .*Leave out no level/,
  ],
  [
    'a code that stands in a hierarchy twice',
    [firms, '--rows', 'sector', ...rule, '--hierarchy', `sector=file:${write('twice.hrc', 'a\n@s1\n@s1\n')}`],
    2,
    /twice\.hrc, line 3: "s1" is listed twice/,
  ],
  [
    'a cell that stands in a table twice',
    [write('double.csv', `${TABLE}b,2,20,15\n`), ...finished, ...rule],
    2,
    /double\.csv, line 6: the cell \(sector = b\) stands in line 4 too/,
  ],
  [
    'amounts below 0',
    [
      write('loss.csv', 'sector,firm,turnover\na,f1,-5\na,f2,9\nb,f3,4\n'),
      '--rows',
      'sector',
      '--value',
      'turnover',
      ...rule,
    ],
    2,
    /--negative.*below 0.*--negative absolute/,
  ],
  ...[
    ['p of 0', 'p 0', /--rule no\. 1, percent: must be above 0/],
    ['p below 0', 'p -3', /--rule no\. 1, percent: must be above 0/],
    ['k beyond 100', 'dominance 1 120', /--rule no\. 1, percent: must be at most 100/],
    ['k of 0', 'dominance 1 0', /--rule no\. 1, percent: must be above 0/],
    ['n of 0 in dominance', 'dominance 0 85', /--rule no\. 1, largest: must be at least 1/],
    ['n of 1', 'count 1', /--rule no\. 1, least: must be at least 2/],
    ['q of 0', 'pq 10 0', /--rule no\. 1, known: must be above 0/],
    ['a rule of no kind', 'few 3', /"few 3": write count 3, p 10/],
    ['a rule without its number', 'dominance 1', /"dominance 1": write count 3/],
  ].map(
    ([name, text, message]) =>
      [
        name as string,
        [...magnitude, '--contributor', 'firm', '--rule', text as string],
        2,
        message as RegExp,
      ] as const,
  ),
  ['needs of 0', [...magnitude, ...rule, '--needs', '0'], 2, /--needs: must be above 0/],
  ['a prior of 0', [...magnitude, ...rule, '--prior', '0'], 2, /--prior: must be above 0/],
  [
    'more contributors together than can be',
    [...magnitude, ...rule, '--coalition', '4'],
    2,
    /--coalition: must be at most 3/,
  ],
  ['steps below 0', [...magnitude, ...rule, '--steps', '-1'], 2, /--steps: "-1" is not a whole number/],
  [
    'a base of 1',
    [firms, '--rows', 'sector', ...rule, '--method', 'round', '--base', '1'],
    2,
    /--base: must be at least 2/,
  ],
  [
    'noise beyond what there is a table for',
    [firms, '--rows', 'sector', ...rule, '--method', 'cellkey', '--record', 'id', '--noise', '60'],
    2,
    /--noise: must be at most 50/,
  ],
  [
    'p % without contributors',
    [...magnitude, '--rule', 'p 10'],
    2,
    /--contributor: the rule p looks at the largest contributions/,
  ],
  [
    'dominance of a finished table without them',
    [table, '--rows', 'sector', '--value', 'turnover', '--frequency', 'firms', '--rule', 'dominance 1 85'],
    2,
    /--largest: the rules look at the 1 largest contribution/,
  ],
  [
    'a weight below 1',
    [write('w.csv', 'sector,weight\na,1\na,0.5\n'), '--rows', 'sector', '--weight', 'weight', ...rule],
    2,
    /w\.csv, line 3: the weight in "weight" is missing, no number, or below 1/,
  ],
  [
    'a weight that is missing',
    [write('w3.csv', 'sector,weight\na,1\na,\n'), '--rows', 'sector', '--weight', 'weight', ...rule],
    2,
    /w3\.csv, line 3: the weight/,
  ],
  [
    'a weight that is text',
    [write('w2.csv', 'sector,weight\na,one\n'), '--rows', 'sector', '--weight', 'weight', ...rule],
    2,
    /w2\.csv, line 2: the weight/,
  ],
  [
    'an amount that is text',
    [write('v.csv', 'sector,firm,turnover\na,f1,much\n'), '--rows', 'sector', '--value', 'turnover', ...rule],
    2,
    /v\.csv, line 2: column "turnover" is no number/,
  ],
  [
    'a kept cell that is sensitive',
    [table, ...finished, ...rule, '--keep', write('keep.csv', 'sector\nb\n')],
    4,
    /--keep names cells that are sensitive: \(sector = b\).*--waive/,
  ],
  [
    'cells to keep that leave nothing to protect another with',
    [table, ...finished, ...rule, '--keep', write('keep3.csv', 'sector\na\nc\n')],
    4,
    /\(sector = b\) cannot be protected as long as these are published: \(the total of all\), \(sector = a\), which is under --keep, \(sector = c\), which is under --keep/,
  ],
  [
    'a waiver without a reason',
    [table, ...finished, ...rule, '--waive', write('waive0.csv', 'sector,reason\nb,\n')],
    2,
    /waive0\.csv, line 2: say in the column `?reason/,
  ],
  [
    'a cell of a list that is not there',
    [table, ...finished, ...rule, '--keep', write('keep2.csv', 'sector\nz\n')],
    2,
    /keep2\.csv, line 2: "sector" has no code "z"/,
  ],
  ['everything withheld', [table, ...finished, '--rule', 'count 9'], 4, /Everything but the total would be withheld/],
  ['no rule', [...magnitude], 2, /--rule: say when a cell is sensitive/],
  [
    'a total among records',
    [write('t.csv', 'sector\na\nTotal\n'), '--rows', 'sector', ...rule],
    2,
    /"Total" in it, and records hold no totals/,
  ],
  [
    'a finished table without its total',
    [write('nt.csv', 'sector,n\na,3\nb,4\n'), '--rows', 'sector', '--frequency', 'n', ...rule],
    2,
    /no code "Total"/,
  ],
  [
    'a field of another method',
    [firms, '--rows', 'sector', ...rule, '--base', '3'],
    2,
    /--base does nothing in the suppression of cells/,
  ],
  ['no rows', [firms, ...rule], 2, /--rows: name the variables/],
]

test.each(cases)('%s', (_, args, code, message) => {
  const ended = run(...args)
  expect(ended.stderr).toMatch(message)
  expect(ended.code, ended.stderr).toBe(code)
  expect(existsSync(join(folder, ended.out))).toBe(false)
  expect(existsSync(join(folder, `${ended.out}.private.json`))).toBe(false)
})

test('a variance out of reach is refused with what is in reach', () => {
  const people = write('ids.csv', `id,s\n${Array.from({ length: 20 }, (_, i) => `${i},${'ab'[i % 2]}`).join('\n')}\n`)
  const args = ['protect', people, '--rows', 's', ...rule, '--method', 'cellkey', '--record', 'id', '--noise', '1']
  const ended = tacet([...args, '--variance', '5', '--published', 'none', '--out', 'never'], folder, {
    TACET_CELL_KEY: 'a secret of more than sixteen bytes',
  })
  expect(ended.stderr).toMatch(/--variance: 5 cannot be had for the count 1: it can be from 0 to 1/)
  expect(ended.code).toBe(2)
  expect(existsSync(join(folder, 'never'))).toBe(false)
})

test('totals that do not add up are computed when that is asked for', () => {
  const { code, stderr, out } = run(badTable, ...finished, ...rule, '--fix', 'totals')
  expect(code, stderr).toBe(0)
  expect(readFileSync(join(folder, out, 'table.csv'), 'utf8')).toContain('Total,101')
})

test('a waived cell is published, and the reason is private', () => {
  const { code, stderr, out } = run(
    table,
    ...finished,
    ...rule,
    '--waive',
    write('waive.csv', 'sector,reason\nb,agreed in writing\n'),
  )
  expect(code, stderr).toBe(0)
  expect(readFileSync(join(folder, out, 'table.csv'), 'utf8')).toContain('b,20')
  for (const name of ['manifest.json', 'report.html', 'evidence.json'])
    expect(readFileSync(join(folder, out, name), 'utf8')).not.toContain('agreed')
  expect(readFileSync(join(folder, `${out}.private.json`), 'utf8')).toContain('agreed in writing')
})

test('where nothing is sensitive the table is published as it is, and that is said', () => {
  const { code, stdout, out } = run(table, ...finished, '--rule', 'count 2')
  expect(code).toBe(0)
  expect(stdout).toMatch(/No cell is sensitive: the table is published as it is/)
  expect(readFileSync(join(folder, out, 'table.csv'), 'utf8')).not.toContain('x')
})

test('a search without time still proves every need', () => {
  const { code, stderr, out } = run(...magnitude, '--contributor', 'firm', '--rule', 'count 6', '--time', '0s')
  expect(code, stderr).toBe(0)
  expect(tacet(['verify', out, '--private-part', `${out}.private.json`], folder).code).toBe(0)
})

test('a secret that others can read, or that is short, is refused', () => {
  const args = [firms, '--rows', 'sector', ...rule, '--method', 'cellkey', '--record', 'firm']
  const short = write('short.key', 'abc')
  chmodSync(join(folder, short), 0o600)
  expect(run(...args, '--secret', short).stderr).toMatch(/fewer than 16 bytes/)
  const open = write('open.key', 'abcdefghijklmnopqrstuvwxyz')
  chmodSync(join(folder, open), 0o644)
  if (process.platform !== 'win32') expect(run(...args, '--secret', open).stderr).toMatch(/can be read by others/)
  chmodSync(join(folder, open), 0o600)
  expect(run(...args, '--secret', open).stderr).toMatch(/"firm" does not identify records/)
})

test('an earlier release that was changed in the record is noticed, and so is a record that was cut', () => {
  const record = write('record.jsonl', '')
  const asked = [table, ...finished, '--rule', 'count 3', '--published', record]
  expect(run(...asked).code).toBe(0)
  const text = readFileSync(join(folder, record), 'utf8')
  writeFileSync(join(folder, record), text.replace('"sector","a"', '"sector","b"').replace('release-', 'release_'))
  expect(run(...asked)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/record\.jsonl, line 1: .*was changed or cut/),
  })
  writeFileSync(join(folder, record), '')
  expect(run(...asked)).toMatchObject({ code: 2, stderr: expect.stringMatching(/0 of 1 lines/) })
})
