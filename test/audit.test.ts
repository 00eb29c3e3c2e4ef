/** `tacet audit` from the command line. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { dataFile, testNeeding } from './support/needs.ts'

const folder = testFolder()
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}
// biome-ignore lint/suspicious/noExplicitAny: what a command prints is looked into freely here
type Json = any
const run = (...args: string[]): { code: number | null; json: Json; stderr: string; stdout: string } => {
  const ended = tacet(['audit', ...args], folder)
  return { ...ended, json: ended.stdout.startsWith('{') ? JSON.parse(ended.stdout) : {} }
}

/** Table 2 of Wright and Smucker (2014), as counts, as exact shares long and wide, and as two records a line. */
const counts = write('counts.csv', 'g,r,n\nA,a,3\nA,b,4\nB,a,5\nB,b,3\nC,a,6\nC,b,9\nD,a,10\nD,b,8\n')
const long = write('long.csv', 'g,r,p\nA,a,3/7\nA,b,4/7\nB,a,5/8\nB,b,3/8\nC,a,2/5\nC,b,3/5\nD,a,5/9\nD,b,4/9\n')
const wide = write('wide.csv', 'g,a,b\nA,3/7,4/7\nB,5/8,3/8\nC,2/5,3/5\nD,5/9,4/9\n')
const TABLE_6 = [
  [
    [3, 9],
    [4, 12],
  ],
  [
    [5, 5],
    [3, 3],
  ],
  [
    [4, 6],
    [6, 9],
  ],
  [
    [5, 10],
    [4, 8],
  ],
]

test.each([
  ['counts', [counts, '--count', 'n', '--rows', 'g', '--columns', 'r']],
  ['long shares', [long, '--share', 'p', '--n', '48', '--rows', 'g', '--columns', 'r']],
  ['wide shares', [wide, '--shares', 'a,b', '--n', '48', '--rows', 'g']],
])('Table 6 from %s', (_, args) => {
  const { code, json } = run(...args, '--json')
  expect(code).toBe(0)
  expect(json.table.map((row: { bounds: unknown }) => row.bounds)).toEqual(TABLE_6)
  expect(json).toMatchObject({ n: 48, reducedTotal: 29, slack: 19, shape: { rows: 4, columns: 2 } })
  expect(json.rows).toMatchObject({ zero: 0, disclosed: 1 })
  expect(json.cells).toMatchObject({ disclosed: 2, smallDisclosed: 1 })
  expect(json.findings[0]).toMatchObject({ row: 'g = B', kind: 'disclosed', lower: 5, upper: 5 })
})

test('knowing one row settles the table, and the file says which line did it', () => {
  const known = write('known.csv', 'g,r,lower,upper\nA,a,4,\n')
  const { json } = run(counts, '--count', 'n', '--rows', 'g', '--columns', 'r', '--known', known, '--json')
  expect(json.rows.disclosed).toBe(4)
  expect(json.findings.find((f: { row: string }) => f.row === 'g = A').reason).toMatch(
    /known beforehand: known\.csv, line 2/,
  )
})

test('knowledge that contradicts the shares is infeasible, by line', () => {
  const known = write('clash.csv', 'g,r,lower,upper\nB,,9,\nC,a,,3\nA,a,4,\n')
  const { code, stderr } = run(counts, '--count', 'n', '--rows', 'g', '--columns', 'r', '--known', known)
  expect(code).toBe(4)
  expect(stderr).toMatch(/clash\.csv, line [23]/)
  expect(stderr).not.toMatch(/line 4/)
})

test('rounded shares: from counts and from the printed table alike', () => {
  const printed = write('printed.csv', 'g,a,b\nA,0.43,0.57\nB,0.63,0.38\nC,0.40,0.60\nD,0.56,0.44\n')
  const fromCounts = run(counts, '--count', 'n', '--rows', 'g', '--columns', 'r', '--decimals', '2', '--json').json
  const fromPrint = run(printed, '--shares', 'a,b', '--n', '48', '--rows', 'g', '--decimals', '2', '--json').json
  expect(fromCounts.exact).toBe(true)
  expect(fromPrint.table.map((row: { bounds: unknown }) => row.bounds)).toEqual(
    fromCounts.table.map((row: { bounds: unknown }) => row.bounds),
  )
  fromCounts.table.forEach((row: { bounds: [number, number][] }, i: number) => {
    row.bounds.forEach(([lower, upper], c) => {
      expect(lower).toBeLessThanOrEqual(TABLE_6[i][c][0])
      expect(upper).toBeGreaterThanOrEqual(TABLE_6[i][c][1])
    })
  })
})

test('a reader who knows how halves are rounded works out more', () => {
  const table = write('halves.csv', 'g,r,n\nA,a,1\nB,a,1\nB,b,0\nC,a,1\n')
  const shares = write('whole.csv', 'g,a,b\nA,1,0\nB,1,0\nC,1,0\n')
  const made = ['--count', 'n', '--rows', 'g', '--columns', 'r', '--decimals', '0', '--json']
  const read = ['--shares', 'a,b', '--n', '4', '--rows', 'g', '--decimals', '0', '--json']
  expect(run(table, ...made).json.rounding).toBe('half-up')
  expect(run(table, ...made, '--rounding', 'half-even').json.rounding).toBe('half-even')
  // Two halves would be printed as 1 and 1, or as 0 and 0: only a reader who knows neither rule must reckon with them.
  const zeros = (...flags: string[]) => run(shares, ...read, ...flags).json.cells.zero
  expect(run(shares, ...read).json.rounding).toBe('unknown')
  expect([zeros(), zeros('--rounding', 'half-up'), zeros('--rounding', 'half-even')]).toEqual([0, 3, 3])
  const idle = run(table, '--count', 'n', '--rows', 'g', '--columns', 'r', '--rounding', 'half-up')
  expect(idle.code).toBe(2)
  expect(idle.stderr).toMatch(/--rounding: nothing is rounded/)
})

test('several releases together give away more than each alone', () => {
  const cells = write('cells.csv', 'a,b,c,n\n0,0,0,3\n0,0,1,1\n0,1,0,0\n0,1,1,5\n1,0,0,2\n1,0,1,4\n1,1,0,6\n1,1,1,0\n')
  const one = run(cells, '--count', 'n', '--release', 'a,b', '--cells', 'a,b,c', '--json').json
  const two = run(cells, '--count', 'n', '--release', 'a,b', '--release', 'b,c', '--cells', 'a,b,c', '--json').json
  const all = run(
    cells,
    '--count',
    'n',
    '--release',
    'a,b',
    '--release',
    'b,c',
    '--release',
    'a,c',
    '--cells',
    'a,b,c',
    '--json',
  ).json
  const width = (found: typeof one): number =>
    found.table.reduce((sum: number, cell: Json) => sum + cell.upper - cell.lower, 0)
  expect(width(one)).toBeGreaterThan(width(two))
  expect(width(two)).toBeGreaterThan(width(all))
  const truth = [3, 1, 0, 5, 2, 4, 6, 0]
  all.table.forEach((cell: { lower: number; upper: number; exact: boolean }, i: number) => {
    expect(cell.exact).toBe(true)
    expect(cell.lower).toBeLessThanOrEqual(truth[i])
    expect(cell.upper).toBeGreaterThanOrEqual(truth[i])
  })
})

test('a spec says in which order levels are listed: in the JSON, the bounds, the published table and its report', () => {
  const head = 'tacet: 1\nsource: { file: counts.csv, count: n }\naudit:\n  rows: [g]\n  columns: [r]\n'
  const changes = '  merge: { g: { lower: [A, B] } }\n  order:\n    g: [D, lower]\n    r: [b, a]\n'
  write('order.yaml', `${head}${changes}`)
  const { json } = run('order.yaml', '--json')
  expect(json.table.map(({ row }: Json) => row.g)).toEqual(['D', 'lower', 'C'])
  expect(json.columns).toEqual([{ r: 'b' }, { r: 'a' }])
  const plain = run(counts, '--count', 'n', '--rows', 'g', '--columns', 'r', '--merge', 'g:lower=A|B', '--json').json
  const byLevel = ({ table, columns }: Json): unknown =>
    Object.fromEntries(
      table.flatMap((line: Json) =>
        columns.map((column: Json, c: number) => [`${line.row.g} ${column.r}`, line.bounds[c]]),
      ),
    )
  expect(byLevel(json)).toEqual(byLevel(plain))
  const published = run('order.yaml', '--publish', 'ordered')
  expect(published.code, published.stderr).toBe(0)
  const lines = readFileSync(join(folder, 'ordered', 'table.csv'), 'utf8')
    .split('\n')
    .slice(1, 7)
  expect(lines.map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
    'D b',
    'D a',
    'lower b',
    'lower a',
    'C b',
    'C a',
  ])
  expect(readFileSync(join(folder, 'ordered', 'report.html'), 'utf8')).toMatch(/>b<.*>a<.*>D<.*>lower<.*>C</s)
  expect(tacet(['verify', 'ordered'], folder).code).toBe(0)

  write(
    'linked-order.yaml',
    `${head.replace(/audit.*/s, 'audit:\n  releases: [g, "r|g"]\n  cells: [g, r]\n')}${changes}`,
  )
  const linked = run('linked-order.yaml', '--json')
  expect(linked.code, linked.stderr).toBe(0)
  expect(linked.json.table.map(({ cell }: Json) => `${cell.g} ${cell.r}`)).toEqual([
    'D b',
    'D a',
    'lower b',
    'lower a',
    'C b',
    'C a',
  ])

  const wrong = (order: string): string => {
    write('wrong-order.yaml', `${head}  order: ${order}\n`)
    const ended = run('wrong-order.yaml')
    expect(ended.code).toBe(2)
    return ended.stderr
  }
  expect(wrong('{ g: [A, X] }')).toMatch(
    /wrong-order\.yaml:6: audit\.order\.g: "g" has no level "X"\. Its levels are: A, B, C, D\./,
  )
  expect(wrong('{ h: [A] }')).toMatch(
    /wrong-order\.yaml:6: audit\.order\.h: there is no variable "h" in this audit\. It has: g, r\./,
  )
  expect(wrong('{ g: [A, B, A] }')).toMatch(
    /wrong-order\.yaml:6: audit\.order\.g\[2\]: the level "A" is listed twice\. List it once\./,
  )
})

test('levels that are ranges are listed by where they begin', () => {
  const ages = write('ages.csv', 'age,r,n\n18-64,a,3\n5-17,a,4\n65+,a,9\n<5,a,1\n<5,b,2\n')
  const { json } = run(ages, '--count', 'n', '--rows', 'age', '--columns', 'r', '--json')
  expect(json.table.map(({ row }: Json) => row.age)).toEqual(['<5', '5-17', '18-64', '65+'])
})

test('an audit as a folder, from a spec, with its report; --strict tells a script', () => {
  write('audit.yaml', 'tacet: 1\nsource: { file: counts.csv, count: n }\naudit: { rows: [g], columns: [r] }\n')
  const { code, stdout } = run('audit.yaml', '--out', 'audited', '--strict')
  expect(code).toBe(1)
  expect(stdout).toMatch(/1 count below \d+ can be worked out/)
  expect(readdirSync(join(folder, 'audited')).sort()).toEqual([
    'bounds.csv',
    'evidence.json',
    'manifest.json',
    'report.html',
  ])
  expect(readFileSync(join(folder, 'audited', 'bounds.csv'), 'utf8').split('\n')[1]).toBe(
    'A,a,3,9,2,3 x (1 3),CONFIDENTIAL',
  )
  expect(tacet(['verify', 'audited', '--json'], folder).code).toBe(0)
})

const COLUMNS = ['X1_age', 'X2_employment', 'X3_education', 'X4_marital', 'X5_race', 'X6_sex', 'X7_hours', 'X8_salary']
const MERGES: Readonly<Record<string, readonly string[]>> = {
  a: ['X3_education:Bachelor degree=Bachelor|Bachelor+', 'X3_education:No Bachelor degree=<HS|HS|College'],
  b: ['X3_education:No college=<HS|HS', 'X3_education:At least some college=College|Bachelor|Bachelor+'],
  c: ['X1_age:55 or under=<25|25-55'],
  d: ['X7_hours:40 or more=40|>40'],
}
/** rows, columns, merges; then I, J, zero rows, unit rows, disclosed rows, zero cells, small disclosed cells. */
const TABLE_13: readonly [string, string, string, ...number[]][] = [
  ['1234567', '8', '', 1440, 2, 302, 581, 0, 1185, 0],
  ['123456', '78', '', 480, 6, 52, 36, 30, 1185, 17],
  ['23456', '78', '', 160, 6, 1, 1, 13, 149, 3],
  ['13456', '78', '', 120, 6, 1, 3, 4, 133, 1],
  ['12456', '78', '', 96, 6, 2, 1, 20, 112, 8],
  ['12356', '78', '', 240, 6, 11, 7, 38, 413, 22],
  ['12346', '78', '', 240, 6, 11, 8, 17, 382, 12],
  ['12345', '78', '', 240, 6, 14, 12, 18, 432, 10],
  ['123456', '78', 'a', 192, 6, 11, 6, 89, 327, 79],
  ['123456', '78', 'b', 192, 6, 7, 7, 5, 324, 1],
  ['123456', '78', 'ca', 128, 6, 2, 3, 92, 126, 100],
  ['123456', '78', 'cb', 128, 6, 1, 3, 44, 133, 25],
  ['123456', '78', 'd', 480, 4, 52, 39, 1, 695, 0],
]

testNeeding('data', 'all thirteen lines of Table 13, from the command line', () => {
  const names = (digits: string): string => [...digits].map((digit) => COLUMNS[Number(digit) - 1]).join(',')
  for (const [rows, columns, merges, ...figures] of TABLE_13) {
    const flags = [...merges].flatMap((key) => MERGES[key].flatMap((merge) => ['--merge', merge]))
    const table = dataFile('adult/adult_8way_table.csv')
    const { json } = run(
      table,
      '--count',
      'count',
      '--rows',
      names(rows),
      '--columns',
      names(columns),
      ...flags,
      '--json',
    )
    const found = [
      json.shape.rows,
      json.shape.columns,
      json.rows.zero,
      json.rows.unit,
      json.rows.disclosed,
      json.cells.zero,
      json.cells.smallDisclosed,
    ]
    expect(found, `rows ${rows}, columns ${columns}, merges ${merges}`).toEqual(figures)
  }
})

testNeeding(
  'data',
  '--suggest finds designs with nothing small disclosed, and every one of them stands when audited',
  () => {
    const table = dataFile('adult/adult_8way_table.csv')
    const base = ['--count', 'count', '--rows', COLUMNS.slice(0, 6).join(','), '--columns', 'X7_hours,X8_salary']
    const { json } = run(table, ...base, '--suggest', '--moves', '0', '--ordered', 'X7_hours:<40|40|>40', '--json')
    expect(json.start.smallDisclosed).toBe(17)
    expect(json.complete).toBe(true)
    const best = json.safe[0]
    const merges = best.merges.flatMap((merge: string) => ['--merge', merge])
    const again = run(
      table,
      '--count',
      'count',
      '--rows',
      best.rows.join(),
      '--columns',
      best.columns.join(),
      ...merges,
      '--json',
    ).json
    expect(again.cells.smallDisclosed).toBe(0)
    expect(again.shape).toEqual(best.shape)
    // The paper's own way out is to merge the hours of 40 and more: one merge, 92.5 % of the detail. This is better.
    expect(best).toMatchObject({ changes: 1, shape: { rows: 320, columns: 6 } })
    expect(best.kept).toBeGreaterThan(0.94)
  },
)

/** Three districts by two diseases, with a line of totals and a column of totals. */
const TOTALS = [
  ...['N,a,3,N,b,4,N,all,7', 'S,a,5,S,b,3,S,all,8', 'O,a,6,O,b,9,O,all,15', 'all,a,14,all,b,16,all,all,30'],
].map((line) => line.replace(/(\d+),/g, '$1\n'))

test('totals among the levels are pointed out, on the terminal and in the report, and only where every line adds up', () => {
  const totals = write('totals.csv', `g,r,n\n${TOTALS.join('\n')}\n`)
  const asked = [totals, '--count', 'n', '--rows', 'g', '--columns', 'r']
  // The lines at the end are left out, and that is said; the totals of each district stay.
  const words = '"all" of r is the sum of the others: leave out the totals, or everything in them is counted twice.'
  const made = run(...asked, '--out', 'with totals')
  expect(made.code, made.stderr).toBe(0)
  expect(made.stderr).toContain(words)
  expect(made.stderr).toMatch(
    /totals\.csv: Left out: 3 lines of totals or notes at the end\. Otherwise: .*--total-lines/s,
  )
  const kept = run(...asked, '--total-lines', '0').stderr
  expect(kept).toContain('"all" of g and "all" of r are the sums of the others')
  expect(kept).not.toContain('Left out')
  expect(run(...asked, '--total-lines', '3').stderr).not.toContain('Left out')
  const report = readFileSync(join(folder, 'with totals', 'report.html'), 'utf8').replaceAll('&quot;', '"')
  expect(report).toContain(words)
  for (const flags of [['--suggest'], ['--decimals', '2'], ['--publish', 'refused']])
    expect(run(...asked, ...flags).stderr, flags.join(' ')).toContain(words)
  expect(run(totals, '--count', 'n', '--release', 'g,r').stderr).toContain(words)
  expect(run(...asked, '--total-lines', '0', '--merge', 'g:NS=N|S').stderr).toContain('"all" of g and')
  const other = write('other.csv', readFileSync(join(folder, totals), 'utf8').replace('all,a,14', 'all,a,15'))
  expect(run(other, ...asked.slice(1), '--total-lines', '0').stderr).not.toContain('"all" of g')
  expect(run(counts, '--count', 'n', '--rows', 'g', '--columns', 'r').stderr).not.toContain('sum')
})

test('where the least possible counts are the true ones, the verdict says how many small ones a reader guesses', () => {
  const lines = ['ward,diagnosis,n']
  for (let ward = 0; ward < 12; ward++)
    for (const [diagnosis, n] of [
      ['a', ward % 4 === 0 ? 2 : 1],
      ['b', 23 + ward],
      ['c', 41 + 3 * ward],
    ] as const)
      lines.push(`w${ward},${diagnosis},${n}`)
  writeFileSync(join(folder, 'wards.csv'), `${lines.join('\n')}\nwhole,a,90\nwhole,b,90\nwhole,c,0\n`)
  const audited = tacet(
    ['audit', 'wards.csv', '--count', 'n', '--rows', 'ward', '--columns', 'diagnosis', '--json'],
    folder,
  )
  const { cells, guesses, table } = JSON.parse(audited.stdout)
  expect(cells.smallDisclosed).toBe(0)
  expect(2 * guesses.right).toBeGreaterThan(guesses.small)
  expect(table.length).toBe(13)
  const shown = tacet(['audit', 'wards.csv', '--count', 'n', '--rows', 'ward', '--columns', 'diagnosis'], folder)
  expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `${guesses.right} of ${guesses.small} counts below 5 are the least that is possible`,
  )
})
