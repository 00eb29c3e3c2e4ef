/** `tacet protect` and `tacet audit --table`, from file to release: figures, the private part, the record, and faults that must be caught. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { dataFile, testNeeding } from './support/needs.ts'
import { wrongAfter } from './support/tampering.ts'

const folder = testFolder()
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}
const read = (...names: string[]): string => readFileSync(join(folder, ...names), 'utf8')
const run = (out: string, ...args: string[]): ReturnType<typeof tacet> =>
  tacet(['protect', ...args, '--out', out], folder)
const done = (out: string, ...args: string[]): string => {
  const { code, stdout, stderr } = run(out, ...args)
  expect(code, stderr).toBe(0)
  return stdout
}
const verified = (out: string, ...more: string[]): ReturnType<typeof tacet> =>
  tacet(['verify', out, '--private-part', `${out}.private.json`, ...more], folder)

/** Counts in two groupings that do not nest; together K follows unless N is withheld too. */
const PLACES =
  'place,county,size,n\nA,c1,small,2\nB,c1,small,2\nI,c1,small,8\nJ,c1,small,8\nK,c2,small,3\nL,c2,big,3\nM,c2,big,3\nN,c2,small,7\n'
const places = write('places.csv', PLACES)
const COUNTS = [places, '--count', 'n', '--rows', 'place', '--rule', 'count 4', '--needs', '10', '--cost', 'value']
const county = ['--hierarchy', 'place=columns:county']
const size = ['--hierarchy', 'place=columns:size']

const FIRMS = Array.from(
  { length: 120 },
  (_, i) =>
    `${['s1', 's2', 's3', 's4', 's5'][(i * 7) % 5]},${['big', 'mid', 'low'][(i * 11) % 3]},f${(i * 17) % 71},${(((i * 7919) % 997) ** 2 / 100).toFixed(1)}`,
)
const firms = write('firms.csv', `sector,size,firm,turnover\n${FIRMS.join('\n')}\n`)
const AMOUNTS = [
  firms,
  '--rows',
  'sector',
  '--columns',
  'size',
  '--value',
  'turnover',
  '--contributor',
  'firm',
  '--rule',
  'p 45',
  '--rule',
  'dominance 1 35',
]

test('two groupings that do not nest: exactly one further cell, whoever is in which order', () => {
  done('both', ...COUNTS, ...county, ...size, '--published', 'none')
  const lines = read('both', 'table.csv').trim().split('\n')
  expect(
    lines
      .filter((line) => line.endsWith(',x'))
      .map((line) => line.split(',')[0])
      .sort(),
  ).toEqual([...'ABKLMN'])
  expect(verified('both').code).toBe(0)
})

test('the public part tells no rule, need or sensitive cell; the private part is for its owner alone', () => {
  done('public', ...AMOUNTS, '--published', 'none')
  for (const name of ['manifest.json', 'evidence.json', 'report.html', 'table.csv', 'codes.csv']) {
    expect(read('public', name)).not.toMatch(/dominance|"p"|\b45\b.*percent|sensitive|needUp|firms\.csv.*contributor/)
  }
  expect(JSON.parse(JSON.parse(read('public', 'manifest.json')).spec.text).protect.rules).toBeUndefined()
  if (process.platform !== 'win32') expect(statSync(join(folder, 'public.private.json')).mode & 0o777).toBe(0o600)
  const part = JSON.parse(read('public.private.json'))
  expect(part.sensitive.length).toBeGreaterThan(0)
  expect(part.spec).toContain('dominance')
  const evidence = JSON.parse(read('public', 'evidence.json'))
  expect(evidence.guarantee.definition).toMatch(/^Interval protection: .* It is not differential privacy\.$/)
})

test('the same input gives the same bytes, and steps repeat a search', () => {
  done('again', ...AMOUNTS, '--published', 'none')
  expect(read('again', 'table.csv')).toBe(read('public', 'table.csv'))
  done('steps', ...AMOUNTS, '--published', 'none', '--steps', '0')
  done('steps2', ...AMOUNTS, '--published', 'none', '--steps', '0')
  expect(read('steps', 'table.csv')).toBe(read('steps2', 'table.csv'))
  expect(verified('steps').code).toBe(0)
})

const putBack = (text: string): void => writeFileSync(join(folder, 'public.private.json'), text)

test('planted faults are caught: a mark, a total, a need, a proof, a rule, a prior', async () => {
  const whole = read('public.private.json')
  const privatePart = join(folder, 'public.private.json')
  const path = join(folder, 'public')
  const part = JSON.parse(whole)
  expect(await wrongAfter(path, () => {}, { privatePart })).toEqual([])
  const [line] = part.withheld
  const shown = (text: string): string =>
    text
      .split('\n')
      .map((one, l) => (l === line + 1 ? one.replace(/,x$/, `,${(part.value[line] / 10).toFixed(1)}`) : one))
      .join('\n')
  const markGone = await wrongAfter(path, (release) => release.edit('table.csv', shown), { privatePart })
  expect(markGone).toContain('cells')
  expect(markGone).toContain('private part')
  const total = await wrongAfter(
    path,
    (release) =>
      release.edit('table.csv', (text) =>
        text.replace(/^(Total,Total,)(\d)/m, (_, head, digit) => `${head}${(Number(digit) % 9) + 1}`),
      ),
    { privatePart },
  )
  expect(total).toContain('private part')
  const told = await wrongAfter(path, ({ manifest }) => {
    manifest.spec.text = manifest.spec.text.replace('"rows"', '"rules":[{"kind":"count","least":3}],"rows"')
  })
  expect(told).toContain('rules')
  const changed = async (change: (part: ReturnType<typeof JSON.parse>) => void): Promise<readonly string[]> => {
    const copy = JSON.parse(whole)
    change(copy)
    putBack(JSON.stringify(copy))
    const wrong = await wrongAfter(path, () => {}, { privatePart })
    putBack(whole)
    return wrong
  }
  expect(await changed((copy) => (copy.sensitive[0].up = Math.floor(copy.sensitive[0].up / 2)))).toContain('needs')
  expect(await changed((copy) => copy.sensitive.pop())).toContain('needs')
  expect(await changed((copy) => copy.proofs.splice(0, 1))).toContain('proofs')
  expect(await changed((copy) => (copy.proofs[0].moves[0][1] = '1/3'))).toContain('proofs')
  expect(await changed((copy) => (copy.upper[copy.sensitive[0].cell] += 10))).toContain('known beforehand')
  expect(await changed((copy) => (copy.runId = 'other'))).toContain('private part')
})

test('what is published stays published: later tables adapt, or are refused', async () => {
  const record = ['--published', 'out.jsonl']
  done('first', ...COUNTS, ...county, ...record)
  const second = run('second', ...COUNTS, ...size, ...record)
  expect(second.code, second.stderr).toBe(0)
  // N is out, so the new totals are withheld, from which K would follow.
  expect(read('second', 'table.csv')).toMatch(/^small,x$/m)
  expect(read('second', 'table.csv')).toMatch(/^N,7$/m)
  const checks = { privatePart: join(folder, 'second.private.json'), published: join(folder, 'out.jsonl') }
  expect(await wrongAfter(join(folder, 'second'), () => {}, checks)).toEqual([])
  const leftOut = await wrongAfter(join(folder, 'second'), ({ manifest }) => (manifest.result.earlier = []), checks)
  expect(leftOut).toContain('record')
  const stricter = run('third', places, '--count', 'n', '--rows', 'place', '--rule', 'count 8', ...county, ...record)
  expect(stricter.code).toBe(3)
  expect(stricter.stderr).toMatch(
    /The release first of .* is out already: \(place = N\) is published there, and would have to be withheld now/,
  )
  const rounded = run(
    'fourth',
    places,
    '--count',
    'n',
    '--rows',
    'place',
    '--rule',
    'count 4',
    '--method',
    'round',
    ...record,
  )
  expect(rounded.code).toBe(3)
  expect(rounded.stderr).toMatch(/In another form they would tell more/)
})

test('a sum that was protected stays so in later tables, and contributors who were thought of stay thought of', () => {
  const sums = write(
    'sums.csv',
    'place,county,size,n\nA,c1,s,2\nB,c1,t,2\nC,c1,big,9\nD,c2,big,20\nE,c2,s,30\nF,c2,t,40\n',
  )
  const record = ['--published', 'sums.jsonl']
  const asked = [sums, '--count', 'n', '--rows', 'place', '--rule', 'count 5', '--needs', '10', '--cost', 'value']
  done('sums1', ...asked, ...county, ...record)
  // A and B are 4 together, so C is withheld too.
  expect(read('sums1', 'table.csv')).toMatch(/^C,x$/m)
  done('sums2', ...asked, ...size, ...record)
  // With this total C would follow, and with C the 4.
  expect(read('sums2', 'table.csv')).toMatch(/^big,x$/m)
  expect(verified('sums2', '--published', 'sums.jsonl').code).toBe(0)
  const readers = ['--published', 'readers.jsonl']
  done('readers1', ...asked, ...county, ...readers, '--coalition', '1')
  const fewer = run('readers2', ...asked, ...size, ...readers)
  expect(fewer.code).toBe(3)
  expect(fewer.stderr).toMatch(/readers1 of .* holds against 1 contributor who is alone in cells.*--coalition 1/)
})

test('a table by a coarser variable is refused unless the two are one', () => {
  const record = ['--published', 'coarse.jsonl']
  done('fine', places, '--count', 'n', '--rows', 'place', '--rule', 'count 3', ...record)
  const coarse = run('coarse', places, '--count', 'n', '--rows', 'county', '--rule', 'count 3', ...record)
  expect(coarse.code).toBe(3)
  expect(coarse.stderr).toMatch(/each "place" is a part of one "county"/)
})

test('a private part of another run is never replaced', () => {
  write('taken.private.json', '{"runId":"other"}')
  const { code, stderr } = run('taken', ...COUNTS, '--published', 'none')
  expect(code).toBe(2)
  expect(stderr).toMatch(/taken\.private\.json: there is a file already, the private part of another run/)
  expect(read('taken.private.json')).toBe('{"runId":"other"}')
})

test('a contributor in several parts of a total is one contributor to it', () => {
  const shared = write('shared.csv', 'a,who,v\nx,one,5\ny,one,5\nx,two,9\ny,three,9\nz,one,50\nz,four,60\nz,five,70\n')
  done(
    'shared',
    shared,
    '--rows',
    'a',
    '--value',
    'v',
    '--contributor',
    'who',
    '--rule',
    'count 2',
    '--published',
    'none',
  )
  const part = JSON.parse(read('shared.private.json'))
  expect(part.contributors).toEqual([5, 2, 2, 3])
})

test('rounded tables add up and hold what they say; cell keys survive a new extract', () => {
  const people = Array.from({ length: 400 }, (_, i) => `${i},${'abcd'[(i * 3) % 4]},${'wxyz'[(i * i) % 4]}`)
  const one = write('people.csv', `id,region,kind\n${people.join('\n')}\n`)
  const other = write(
    'shuffled.csv',
    `kind,region,id\n${people
      .map((line) => line.split(',').reverse().join(','))
      .reverse()
      .join('\n')}\n`,
  )
  const asked = ['--rows', 'region', '--columns', 'kind', '--rule', 'count 3', '--published', 'none']
  done('round', one, ...asked, '--method', 'round', '--base', '5')
  expect(verified('round').code).toBe(0)
  const env = { TACET_CELL_KEY: 'a secret of more than sixteen bytes' }
  const keyed = ['--method', 'cellkey', '--record', 'id']
  for (const [file, out] of [
    [one, 'key1'],
    [other, 'key2'],
  ]) {
    const { code, stderr } = tacet(['protect', file, ...asked, ...keyed, '--out', out], folder, env)
    expect(code, stderr).toBe(0)
  }
  expect(read('key1', 'table.csv')).toBe(read('key2', 'table.csv'))
  expect(verified('key1').code).toBe(0)
  expect(read('key1.private.json')).not.toContain('sixteen')
  const { code, stdout } = tacet(
    [
      'protect',
      one,
      '--rows',
      'region',
      '--columns',
      'kind',
      '--rule',
      'count 3',
      '--method',
      'compare',
      '--time',
      '5s',
      '--out',
      'all',
    ],
    folder,
  )
  expect(code).toBe(0)
  for (const method of ['suppress', 'round 3', 'round 5', 'round 10', 'private counts'])
    expect(stdout).toContain(method)
  expect(tacet(['verify', 'all'], folder).code).toBe(0)
})

/** Every row and column holds two or more withheld cells, and one count is exact all the same. */
const GRID = [[30, 47, 64, 89], [90, 124, 5, 31], [92, 100, 59, 85], [800, 991, 651, 685]] // biome-ignore format: a table
const grid = (marks: string, mark = 'x'): string => {
  const rows = GRID.flatMap((row, r) =>
    row.map((n, c) => `${'wxyz'[r]},${'abcd'[c]},${marks.includes(`${'wxyz'[r]}${'abcd'[c]}`) ? mark : n}`),
  )
  const sums = [
    ...GRID.map((row, r) => `${'wxyz'[r]},Total,${row.reduce((a, b) => a + b)}`),
    ...GRID[0].map((_, c) => `Total,${'abcd'[c]},${GRID.reduce((sum, row) => sum + row[c], 0)}`),
  ]
  return `row,col,n\n${[...rows, ...sums, `Total,Total,${GRID.flat().reduce((a, b) => a + b)}`].join('\n')}\n`
}
const SEEN = 'wa wb wc xa xc yb yd zb zd'

test.each(['x', '..', 'c', '', '*'])(
  'an audit of a finished table with the mark "%s": two withheld in every line is not safety',
  (mark) => {
    const args = (file: string): string[] => [
      'audit',
      file,
      '--rows',
      'row',
      '--columns',
      'col',
      '--table',
      'n',
      '--strict',
      '--json',
    ]
    const exact = tacet(args(write('grid.csv', grid(SEEN, mark))), folder)
    expect(exact.code).toBe(1)
    const found = JSON.parse(exact.stdout)
    expect(found).toMatchObject({ withheld: 9, exact: 1, wholeByTheorem: true })
    expect(found.table.find(({ verdict }: { verdict: string }) => verdict === 'exact')).toMatchObject({
      cell: 'row = w, col = b',
      lower: '47',
      upper: '47',
    })
    expect(tacet(args(write('grid2.csv', grid(`${SEEN} xb`, mark))), folder).code).toBe(0)
  },
)

test('an audit of a table refuses what is no mark, what is missing, and sums that fail', () => {
  const args = ['--rows', 'row', '--columns', 'col', '--table', 'n']
  expect(tacet(['audit', write('odd.csv', grid(SEEN, 'hidden')), ...args], folder).stderr).toMatch(
    /odd\.csv, line 2: the figure is neither a number nor a mark/,
  )
  expect(tacet(['audit', write('gap.csv', grid(SEEN).replace('x,b,124\n', '')), ...args], folder).stderr).toMatch(
    /--absent: 1 cells have no line/,
  )
  expect(tacet(['audit', write('sum.csv', grid('').replace('x,b,124', 'x,b,125')), ...args], folder).stderr).toMatch(
    /the total .* is less than the sum of its parts/,
  )
})

testNeeding(
  'data',
  'the published optimum of a business table is found and proved from its file, sums of withheld parts included',
  () => {
    const hierarchy = `ACTIVITY=file:${dataFile('protect/activity_corr_table.csv')}`
    const args = [
      dataFile('protect/turnover_act_size.csv'),
      '--rows',
      'ACTIVITY',
      '--columns',
      'SIZE',
      '--value',
      'TOT',
      '--frequency',
      'N_OBS',
      '--largest',
      'MAX',
      '--hierarchy',
      hierarchy,
    ]
    const asked = [
      '--rule',
      'count 3',
      '--rule',
      'dominance 1 85',
      '--needs',
      '10',
      '--cost',
      'value',
      '--published',
      'none',
      '--json',
    ]
    const found = JSON.parse(done('act-size', ...args, ...asked))
    expect(found).toMatchObject({ sensitive: 77, secondary: 64, search: { optimal: true } })
    expect(found.byRule['count 3']).toBe(52)
    expect(verified('act-size').code).toBe(0)
  },
)
