/** The modes of `tacet audit`: what each takes, what `--strict` says of it, and what is refused. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}
const run = (...args: string[]) => tacet(['audit', ...args, '--quiet'], folder)
const counts = write('counts.csv', 'g,r,n\nA,a,3\nA,b,4\nB,a,5\nB,b,3\nC,a,6\nC,b,9\nD,a,10\nD,b,8\n')
const COUNTED = [counts, '--count', 'n']
const TABLE = [...COUNTED, '--rows', 'g', '--columns', 'r']

test('a flag that does nothing ends with 2', () => {
  const { code, stderr } = run(...TABLE, '--suggest', '--decimals', '2')
  expect(code).toBe(2)
  expect(stderr).toMatch(/--decimals does nothing in the search for designs \(--suggest\)/)
})

test('the number of records may be said beside data, and must be theirs', () => {
  expect(run(...TABLE, '--n', '48').code).toBe(0)
  expect(run(...TABLE, '--n', '49')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/another number of records/),
  })
})

test('--strict speaks of releases and of the table that designs are sought for', () => {
  expect(run(...COUNTED, '--release', 'g,r', '--strict')).toMatchObject({ code: 1 })
  expect(run(...COUNTED, '--release', 'g,r', '--strict', '--small', '3').code).toBe(0)
  const suggest = run(...TABLE, '--suggest', '--strict')
  expect(suggest.code).toBe(1)
  expect(suggest.stderr).toMatch(/--strict: the table discloses 1 small count\./)
  expect(run(...TABLE, '--suggest', '--strict', '--small', '3').code).toBe(0)
})

test('--strict does not take bounds that only hold for safety', () => {
  const cube = write(
    'cube.csv',
    `a,b,c,n\n${Array.from({ length: 27 }, (_, k) => `${Math.floor(k / 9)},${Math.floor(k / 3) % 3},${k % 3},${1 + ((k * 7) % 5)}`).join('\n')}\n`,
  )
  const releases = [cube, '--count', 'n', '--release', 'a,b', '--release', 'b,c', '--release', 'a,c']
  const { code, stderr, stdout } = run(...releases, '--time', '0s', '--strict')
  expect(code).toBe(1)
  expect(stderr).toMatch(/could not be shown to be safe/)
  expect(stdout).toMatch(/Bounds that hold but may not be the tightest: 0, 0, 0;/)
  expect(run(...releases, '--strict').code).toBe(0)
})

test('what a reader knows beside several releases: any sum of cells, by level; the verdict says what it takes', () => {
  const releases = [...COUNTED, '--release', 'g', '--release', 'r']
  interface Cell {
    readonly cell: Readonly<Record<string, string>>
    readonly lower: number
    readonly upper: number
    readonly verdict: { readonly by: string } | null
  }
  const bounds = (...args: string[]): unknown => {
    const { table }: { table: Cell[] } = JSON.parse(run(...releases, '--json', ...args).stdout)
    return Object.fromEntries(
      table.map(({ cell, lower, upper, verdict }) => [`${cell.g} ${cell.r}`, [lower, upper, verdict?.by ?? null]]),
    )
  }
  expect(bounds()).toMatchObject({ 'A a': [0, 7, null], 'A b': [0, 7, null] })
  const cell = write('cell.csv', 'g,r,lower,upper\nA,a,3,3\n')
  expect(bounds('--known', cell)).toMatchObject({ 'A a': [3, 3, 'known'], 'A b': [4, 4, 'known'] })
  const sum = write('sum.csv', 'r,lower\na,24\n')
  expect(bounds('--known', sum)).toEqual(bounds())

  write(
    'known.yaml',
    'tacet: 1\nsource: { file: counts.csv, count: n }\naudit: { releases: [g, r], known: cell.csv }\n',
  )
  const { code, stdout } = run('known.yaml', '--out', 'with-known')
  expect(code).toBe(0)
  expect(stdout).toMatch(/2 counts below 5 can be worked out from these releases and what is known\./)
  expect(stdout).toMatch(/A, a +3 +3 +tightest +releases and what is known disclose this cell/)
  expect(readFileSync(join(folder, 'with-known', 'report.html'), 'utf8')).toMatch(
    /The reader knows one fact beforehand/,
  )
  expect(tacet(['verify', 'with-known'], folder).code).toBe(0)

  const clash = write('clash.csv', 'g,r,lower,upper\nA,a,8,\n')
  expect(run(...releases, '--known', clash)).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/No table of whole numbers agrees with all of these:.*clash\.csv, line 2/s),
  })
  const refused = (text: string): string => {
    const ended = run(...releases, '--known', write('wrong.csv', text))
    expect(ended.code).toBe(2)
    return ended.stderr
  }
  expect(refused('g,lower\nX,1\n')).toMatch(/wrong\.csv, line 2: "g" has no level "X"\. Its levels are: A, B, C, D\./)
  expect(refused('g,r,lower\n,,1\n')).toMatch(/wrong\.csv, line 2: it names no level\. Fill in at least one variable\./)
  expect(refused('g,age,lower\nA,x,1\n')).toMatch(
    /column 2 is no variable of this table\. Its columns are g, r, lower and upper/,
  )
})

test('several releases are written to a folder, with the cells that margins alone disclose', () => {
  const releases = ['--release', 'g', '--release', 'r', '--release', 'r|g', '--cells', 'g,r']
  const { code, stdout } = run(...COUNTED, ...releases, '--out', 'linked')
  expect(code, stdout).toBe(0)
  expect(stdout).toMatch(/3 counts below 5 can be worked out from these releases\./)
  expect(stdout).toMatch(/A, a +3 +3 +tightest +releases together disclose this cell/)
  const page = readFileSync(join(folder, 'linked', 'report.html'), 'utf8')
  expect(page).toMatch(/releases together disclose this cell/)
  expect(readFileSync(join(folder, 'linked', 'bounds.csv'), 'utf8')).toMatch(
    /g,r,lower,upper,proved,method,verdict.*\nA,a,3,3,tightest,[a-z ]+,releases together disclose this cell/,
  )
  const verified = tacet(['verify', 'linked'], folder)
  expect(verified.code, verified.stdout).toBe(0)

  // The counts of the cells are one of the releases: shares add nothing.
  const holes = write('holes.csv', 'g,r,n\nA,b,4\nB,a,5\nB,b,3\n')
  const margins = run(holes, '--count', 'n', '--release', 'g', '--release', 'r', '--release', 'g,r', '--release', 'r|g')
  expect(margins.stdout).toMatch(/A, b +4 +4 +tightest +margins disclose this cell/)
  expect(margins.stdout).toMatch(/Margins \(tables of counts\) alone disclose 3 cells\./)
  const { result } = JSON.parse(readFileSync(join(folder, 'linked', 'manifest.json'), 'utf8'))
  expect(result.cells).toMatchObject({ disclosed: 8, smallDisclosed: 3, byMargins: { disclosed: 0, small: 0 } })
})

test('margins that bound a cell below 5 say so', () => {
  const few = write('few.csv', 'g,r,n\nA,a,2\nA,b,1\nB,a,50\nB,b,60\n')
  const { stdout } = run(few, '--count', 'n', '--release', 'g', '--release', 'r')
  expect(stdout).toMatch(/No count below 5 was worked out from these releases\./)
  expect(stdout).toMatch(/A, a +0 +3 +tightest +margins show that this cell is small/)
  expect(stdout).toMatch(/2 more cells must be below 5\./)
})

const visits = write(
  'visits.csv',
  'dx,sex,n\nA01,f,3\nA01,m,40\nA02,f,22\nA02,m,17\nB01,f,12\nB01,m,2\nB02,f,31\nB02,m,44\nC01,f,9\nC01,m,13\n',
)
// As ARX writes it: no line of names. The first line is a value like the others.
const chapters = write('chapters.csv', 'A01;A;AB;*\nA02;A;AB;*\nB01;B;AB;*\nB02;B;AB;*\nC01;C;C;*\n')
const DIAGNOSES = [visits, '--count', 'n', '--rows', 'dx', '--columns', 'sex', '--suggest', '--moves', '0']

interface Designs {
  readonly safe: readonly { readonly merges: readonly string[] }[]
  readonly frontier: readonly { readonly merges: readonly string[] }[]
}

test('designs merge levels along a hierarchy only, and call them by its names', () => {
  const { code, stdout, stderr } = run(...DIAGNOSES, '--hierarchy', `dx=file:${chapters}`, '--json')
  expect(code, stderr).toBe(0)
  const { safe, frontier }: Designs = JSON.parse(stdout)
  expect(safe[0].merges).toEqual(['dx:A=A01|A02', 'dx:B=B01|B02'])
  const node = /^dx:(A=A01\|A02|B=B01\|B02|AB=A01\|A02\|B01\|B02)$/
  for (const { merges } of [...safe, ...frontier]) for (const merge of merges) expect(merge).toMatch(node)
  write(
    'visits.yaml',
    `tacet: 1\nsource: { file: visits.csv, count: n }\naudit: { rows: [dx], columns: [sex], suggest: { moves: 0, hierarchies: { dx: { file: chapters.csv, header: absent } } } }\n`,
  )
  const fromSpec: Designs = JSON.parse(run('visits.yaml', '--suggest', '--json').stdout)
  expect(fromSpec.safe[0].merges).toEqual(safe[0].merges)
  const prefix: Designs = JSON.parse(run(...DIAGNOSES, '--hierarchy', 'dx=prefix:1', '--json').stdout)
  expect(prefix.safe[0].merges).toEqual(['dx:A**=A01|A02', 'dx:B**=B01|B02'])
})

test('a hierarchy says alone which levels merge, and must be that of a variable', () => {
  const refused = (...flags: string[]) => run(...DIAGNOSES, '--hierarchy', `dx=file:${chapters}`, ...flags)
  expect(refused('--ordered', 'dx:A01|A02|B01|B02|C01')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--hierarchy: "dx" has a tree and an order/),
  })
  expect(refused('--hierarchy', 'age=prefix:1')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--hierarchy: "age" is not among the rows and columns/),
  })
  expect(refused('--hierarchy-header', 'present').stderr).toMatch(/has no line for 1 of the 5 values in the data/)
})

test('missing values are merged with a level only when told', () => {
  const blank = write('blank.csv', `${readFileSync(join(folder, 'visits.csv'), 'utf8')},f,50\n,m,1\n`)
  const search = [blank, ...DIAGNOSES.slice(1)]
  const merges = (...flags: string[]): string[] => {
    const { safe, frontier }: Designs = JSON.parse(run(...search, ...flags, '--json').stdout)
    return [...safe, ...frontier].flatMap((design) => design.merges)
  }
  const withMissing = (list: readonly string[]): string[] => list.filter((text) => text.includes('(missing)'))
  expect(withMissing(merges())).toEqual([])
  expect(withMissing(merges('--ordered', 'dx:A01|A02|B01|B02|C01'))).toEqual([])
  expect(withMissing(merges('--hierarchy', `dx=file:${chapters}`))).toEqual([])
  expect(withMissing(merges('--merge-missing'))).not.toEqual([])
  expect(run(...search).stdout).toMatch(
    /Missing or unknown values were merged with no level: dx \(\(missing\)\)\. --merge-missing allows it\./,
  )
  const lined = write('lined.csv', `${readFileSync(join(folder, 'chapters.csv'), 'utf8')}(missing);C;C;*\n`)
  const told = merges('--hierarchy', `dx=file:${lined}`, '--merge-missing')
  expect([...new Set(withMissing(told))]).toEqual(['dx:C=(missing)|C01'])
})

test('a spec may stand beside --suggest, and its format is that of the files', () => {
  write(
    'audit.yaml',
    'tacet: 1\nsource: { file: counts.csv, count: n }\naudit: { rows: [g], columns: [r] }\noutput: { format: parquet }\n',
  )
  expect(run('audit.yaml', '--suggest', '--moves', '0', '--strict').code).toBe(1)
  expect(run('audit.yaml', '--out', 'as-spec').code).toBe(0)
  expect(existsSync(join(folder, 'as-spec', 'bounds.parquet'))).toBe(true)
  expect(run('audit.yaml', '--out', 'as-flag', '--format', 'csv').code).toBe(0)
  expect(existsSync(join(folder, 'as-flag', 'bounds.csv'))).toBe(true)
  write(
    'rounded.yaml',
    'tacet: 1\nsource: { file: counts.csv, count: n }\naudit: { rows: [g], columns: [r], decimals: 2 }\n',
  )
  expect(run('rounded.yaml', '--suggest')).toMatchObject({ code: 2, stderr: expect.stringMatching(/decimals/) })
})

test('the manifest of shares says which they were', () => {
  const wide = write('wide.csv', 'g,a,b\nA,3/7,4/7\nB,5/8,3/8\nC,2/5,3/5\nD,5/9,4/9\n')
  expect(run(wide, '--shares', 'a,b', '--n', '48', '--rows', 'g', '--out', 'shares').code).toBe(0)
  const { spec } = JSON.parse(readFileSync(join(folder, 'shares', 'manifest.json'), 'utf8'))
  expect(parse(spec.text).audit).toEqual({ shares: ['a', 'b'], n: 48, rows: ['g'] })
})

test('a row twice in wide shares, and a bound that is no decimal number, are refused', () => {
  const twice = write('twice.csv', 'g,a,b\nA,1/2,1/2\nA,1/2,1/2\n')
  expect(run(twice, '--shares', 'a,b', '--n', '48', '--rows', 'g')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/line 3: this row has a line already/),
  })
  const known = write('known.csv', 'g,r,lower,upper\nA,a,0x3,\n')
  expect(run(...TABLE, '--known', known)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/lower: a bound is a whole number, and this is none/),
  })
})

test.each([
  ['g|r@400', /15 decimals at most/],
  ['g|,@2', /a name is missing/],
  ['g|,', /a name is missing/],
  ['g,g', /"g" is named twice/],
  ['g|g', /"g" is named twice/],
])('--release %s is refused', (release, words) => {
  expect(run(...COUNTED, '--release', release)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) })
})

test('--cells with a variable twice is refused', () => {
  const { code, stderr } = run(...COUNTED, '--release', 'g,r', '--cells', 'g,g')
  expect([code, /"g" is named twice/.test(stderr)]).toEqual([2, true])
})

test('a table too large to hold is refused before it is made', () => {
  const lines = Array.from({ length: 1000 }, (_, k) => `a${k},b${k},c${k},${k % 2}`)
  const large = write('large.csv', `a,b,c,d\n${lines.join('\n')}\n`)
  const words = /1000\) x b \(1000\) x c \(1000\).* cells; 2097152 is the limit/
  expect(run(large, '--rows', 'a,b,c', '--columns', 'd')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(words),
  })
  expect(run(large, '--release', 'a,b', '--release', 'b,c')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(words),
  })
})

test('a merge may not take the name of another level', () => {
  expect(run(...TABLE, '--merge', 'g:C=A|B')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/has a level of this name/),
  })
  expect(run(...TABLE, '--merge', 'g:A=A|B').code).toBe(0)
})

test('every suggested design can be given back, whatever its levels are called', () => {
  const levels = ['<=50K', 'a|b', 'c\\d', '<=50K or a|b', 'e:f']
  const lines = levels.flatMap((level, i) =>
    ['w', 'x', 'y'].map((g, j) => `${g},${level},${1 + ((i * 5 + j * 7) % 13)}`),
  )
  const odd = write('odd.csv', `g,c,n\n${lines.join('\n')}\n`)
  const base = [odd, '--count', 'n', '--merge', 'c:one=e:f|c\\\\d']
  const found = JSON.parse(run(...base, '--rows', 'g', '--columns', 'c', '--suggest', '--json').stdout)
  const designs = [...found.safe, ...found.frontier]
  expect(designs.some(({ merges }) => merges.length > 1)).toBe(true)
  for (const { rows, columns, merges, shape, smallDisclosed } of designs) {
    const flags = merges.flatMap((merge: string) => ['--merge', merge])
    const again = run(odd, '--count', 'n', '--rows', rows.join(), '--columns', columns.join(), ...flags, '--json')
    expect(again.code, again.stderr).toBe(0)
    expect(JSON.parse(again.stdout)).toMatchObject({ shape, cells: { smallDisclosed } })
  }
})
