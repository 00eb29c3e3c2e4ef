import type { Highs, InitOptions } from 'highs'
import { expect, test } from 'vitest'
import { formatRational } from '../../exact/rational.ts'
import type { Entropy } from '../../noise/entropy.ts'
import { seededEntropy } from '../../noise/seeded.ts'
import { Solver } from '../../optimize/index.ts'
import { solveWith } from '../solve/solve-with.ts'
import { readLp } from './lp-text.ts'
import { readMps } from './mps-text.ts'
import type { Bound, Program } from './program.ts'
import { solverModel } from './solver-model.ts'

const shown = (bounds: readonly Bound[]) => bounds.map((bound) => bound && formatRational(bound))

function rowOf(program: Program, name: string): Record<string, string> {
  const row = program.rows.indexOf(name)
  const entries: Record<string, string> = {}
  for (let e = program.starts[row]; e < program.starts[row + 1]; e++) {
    entries[program.variables[program.columns[e]]] = formatRational(program.values.at(e))
  }
  return entries
}

test('every number of an LP file is the decimal that was written', () => {
  const program = readLp(`\\ a comment
Maximize
 obj: 0.1 x + 2 y - 3.00000000000000000001 z + 5
Subject To
 cap: x + 2 y - x + x <= 10.25
 need: 1e-3 x + y >= -2
 range: -5 <= x + y + z <= 8
 3 >= x
 fixed: x - y = 0
Bounds
 -inf <= y <= 4.5
 1 <= z
 w free
General
 z
Binary
 k
End`)
  expect(program.sense).toBe('maximise')
  expect(formatRational(program.constant)).toBe('5')
  expect(program.variables).toEqual(['x', 'y', 'z', 'w', 'k'])
  expect(program.variables.map((_, j) => formatRational(program.cost.at(j)))).toEqual([
    '1/10',
    '2',
    '-300000000000000000001/100000000000000000000',
    '0',
    '0',
  ])
  expect(program.rows).toEqual(['cap', 'need', 'range', 'c4', 'fixed'])
  expect(shown(program.rowLower)).toEqual([null, '-2', '-5', null, '0'])
  expect(shown(program.rowUpper)).toEqual(['41/4', null, '8', '3', '0'])
  expect(rowOf(program, 'cap')).toEqual({ x: '1', y: '2' })
  expect(rowOf(program, 'need')).toEqual({ x: '1/1000', y: '1' })
  expect(shown(program.lower)).toEqual(['0', null, '1', null, '0'])
  expect(shown(program.upper)).toEqual([null, '9/2', null, null, '1'])
  expect([...program.integer]).toEqual([0, 0, 1, 0, 1])
})

test('a quadratic objective is halved as the format says', () => {
  const { quadratic } = readLp('min\n x + [ 2 x ^ 2 + 3 x * y + y^2 ] / 2\nst\n x + y >= 1\nend')
  expect(quadratic.map(({ first, second, coefficient }) => [first, second, formatRational(coefficient)])).toEqual([
    [0, 0, '1'],
    [0, 1, '3/2'],
    [1, 1, '1/2'],
  ])
})

test.each([
  ['x + y <= 3', /Line 1.*Minimize/],
  ['min\n x\nst\n x + y < z\nend', /Line 4.*"z" stands where it cannot be read.*a number/],
  ['min\n x\nst\n c: 3 <= 4\nend', /Line 4.*no variable/],
  ['min\n x\nst\n c: 1 <= x >= 2\nend', /Line 4.*two different relations/],
  ['min\n x\nst\n c: x + <= 2\nend', /Line 4.*number or a variable/],
  ['min\n x\nst\n c: [ x ^ 2 ] <= 2\nend', /Line 4.*linear constraints only/],
  ['min\n [ x ^ 2 ]\nst\n x >= 1\nend', /no "\/ 2"/],
  ['min\n x\nst\n x >= 1\nsos\n x:1\nend', /Line 5.*not solved here/],
  ['min\n x\nst\n x >= 1\n y | 3 >= 2\nend', /Line 5.*"\|"/],
])('a faulty LP file is refused with its line: %j', (text, message) => {
  expect(() => readLp(text)).toThrow(message)
})

test('no error tells a right-hand side', () => {
  for (const text of ['min\n x\nst\n c: x <= 987654 y\nend', 'min\n x\nst\n c: x <= 987654 987\n <= 3\nend']) {
    let message = ''
    try {
      readLp(text)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toMatch(/Line/)
    expect(message).not.toMatch(/98765/)
  }
})

const MPS = `NAME test
OBJSENSE
    MAX
ROWS
 N  cost
 L  cap
 G  need
 E  fix
COLUMNS
    x  cost  1.5  cap  1
    x  need  0.1
    MARKER  'MARKER'  'INTORG'
    y  cost  2  cap  3
    y  fix  1
    MARKER  'MARKER'  'INTEND'
    z  cost  -1  need  1
    z  fix  1
RHS
    RHS  cap  10.5  need  1
    RHS  fix  4  cost  -7
RANGES
    R  cap  2.5  fix  -1
BOUNDS
 UP BND  x  8
 MI BND  z
 UP BND  y  6
ENDATA`

test('an MPS file with ranges, bounds and markers', () => {
  const program = readMps(MPS)
  expect(program.sense).toBe('maximise')
  expect(formatRational(program.constant)).toBe('7')
  expect(shown(program.rowLower)).toEqual(['8', '1', '3'])
  expect(shown(program.rowUpper)).toEqual(['21/2', null, '4'])
  expect(shown(program.lower)).toEqual(['0', '0', null])
  expect(shown(program.upper)).toEqual(['8', '6', null])
  expect([...program.integer]).toEqual([0, 1, 0])
})

test('quadratic parts: a triangle of Q, or all of it', () => {
  const head = 'ROWS\n N c\n L r\nCOLUMNS\n x r 1\n y r 1\n'
  for (const part of ['QUADOBJ\n x x 4\n x y 3', 'QMATRIX\n x x 4\n x y 3\n y x 3']) {
    const { quadratic } = readMps(`${head}${part}\nENDATA`)
    expect(quadratic.map(({ coefficient }) => formatRational(coefficient))).toEqual(['2', '3'])
  }
})

test('names with blanks are read by the columns of the fixed format', () => {
  const lines = [
    'NAME',
    'ROWS',
    ' N  COST',
    ' L  ROW ONE',
    'COLUMNS',
    '    COL ONE   ROW ONE             3.5',
    'RHS',
    '    RHS       ROW ONE             7.0',
    'ENDATA',
  ]
  const program = readMps(lines.join('\n'))
  expect([program.variables, program.rows, shown(program.rowUpper)]).toEqual([['COL ONE'], ['ROW ONE'], ['7']])
})

test.each([
  ['ROWS\n N c\nCOLUMNS\n x c 1\n', /without ENDATA/],
  ['ROWS\n N c\n L r\nCOLUMNS\n x r zz\nENDATA', /Line 5.*a number cannot be read/],
  ['ROWS\n N c\n L r\nCOLUMNS\n x q 1\nENDATA', /Line 5.*"q" is not a row/],
  ['ROWS\n N c\n L r\nCOLUMNS\n x r 1\nBOUNDS\n SC b x 3\nENDATA', /Line 7.*bound type "SC"/],
  ['ROWS\n N c\n L c\nENDATA', /Line 3.*twice/],
  ['CONES\nENDATA', /Line 1.*"CONES" is not known/],
])('a faulty MPS file is refused with its line: %j', (text, message) => {
  expect(() => readMps(text)).toThrow(message)
})

/** A random model as both texts. Whole numbers and short decimals, all kinds of rows and bounds. */
function randomTexts(entropy: Entropy): { lp: string; plain: string; mps: string } {
  const draw = (n: number): number => entropy.belowSmall(n)
  const [n, m] = [2 + draw(4), 1 + draw(5)]
  const number = (): number => (draw(401) - 200) / 4
  const costs = Array.from({ length: n }, number)
  const quadratic = draw(3) === 0
  const whole = !quadratic && draw(3) === 0
  const lp = [`Minimize\n obj: ${costs.map((c, j) => `${signed(c)} x${j}`).join(' ')}`]
  if (quadratic) lp[0] += ` + [ ${costs.map((_, j) => `${2 + j} x${j} ^ 2`).join(' + ')} ] / 2`
  lp.push('Subject To')
  const mps = ['NAME t', 'ROWS', ' N obj']
  const columns = costs.map((c, j) => [`    x${j}  obj  ${c}`])
  const [rhs, ranges]: [string[], string[]] = [[], []]
  for (let i = 0; i < m; i++) {
    const entries = costs.map((_, j) => [j, draw(4) === 0 ? 0 : number()] as const).filter(([, value]) => value !== 0)
    const side = number()
    const kind = 'LGR'[draw(3)]
    const terms = entries.map(([j, value]) => `${signed(value)} x${j}`).join(' ') || '0 x0'
    const width = 1 + draw(40)
    if (kind === 'R')
      lp.push(
        ` r${i}: ${side - width} <= ${terms} <= ${side}`,
        `\\two ${terms} >= ${side - width}\n ${terms} <= ${side}`,
      )
    else lp.push(` r${i}: ${terms} ${kind === 'L' ? '<=' : '>='} ${side}`)
    mps.push(` ${kind === 'R' ? 'L' : kind} r${i}`)
    for (const [j, value] of entries) columns[j].push(`    x${j}  r${i}  ${value}`)
    rhs.push(`    RHS  r${i}  ${side}`)
    if (kind === 'R') ranges.push(`    RNG  r${i}  ${width}`)
  }
  lp.push('Bounds', ...costs.map((_, j) => ` -10 <= x${j} <= ${10 + j}`))
  if (whole) lp.push('General', ' x0')
  const marker = (kind: string): string => `    M  'MARKER'  'INT${kind}'`
  const body = columns.flatMap((lines, j) => (whole && j === 0 ? [marker('ORG'), ...lines, marker('END')] : lines))
  mps.push('COLUMNS', ...body, 'RHS', ...rhs, 'RANGES', ...ranges, 'BOUNDS')
  costs.forEach((_, j) => {
    mps.push(` LO BND  x${j}  -10`, ` UP BND  x${j}  ${10 + j}`)
  })
  if (quadratic) mps.push('QUADOBJ', ...costs.map((_, j) => `    x${j}  x${j}  ${2 + j}`))
  // HiGHS reads a range as two constraints, the first without its variables: it is given them one by one.
  const plain = lp.filter((line) => !/^ r\d+: \S+ <=/.test(line)).map((line) => line.replace('\\two', ''))
  const ours = lp.filter((line) => !line.startsWith('\\two'))
  return {
    lp: [...ours, 'End', ''].join('\n'),
    plain: [...plain, 'End', ''].join('\n'),
    mps: [...mps, 'ENDATA', ''].join('\n'),
  }
}

function signed(value: number): string {
  return value < 0 ? `- ${-value}` : `+ ${value}`
}

test('the same optimum as by the solver’s own readers, on random models', async () => {
  const { default: load } = (await import('highs')) as unknown as { default: (options?: InitOptions) => Promise<Highs> }
  const highs = await load({})
  const solver = new Solver()
  const entropy = seededEntropy('texts')
  let solved = 0
  for (let k = 0; k < 120; k++) {
    const { lp, plain, mps } = randomTexts(entropy)
    for (const [format, data, program] of [
      ['lp', plain, readLp(lp)],
      ['mps', mps, readMps(mps)],
    ] as const) {
      const theirs = highs.withModel({ format, data }, (model) => {
        model.options.set({ output_flag: false, mip_rel_gap: 0 })
        const { modelStatus } = model.run()
        return modelStatus === highs.constants.modelStatus.optimal
          ? Number(model.info.get('objective_function_value'))
          : null
      })
      const ours = await solveWith(solver, solverModel(program), program, { explain: false })
      if (theirs === null) expect(ours.status).not.toBe('optimal')
      else {
        expect(ours.status).toBe('optimal')
        const found = ours.status === 'optimal' ? ours.objective : Number.NaN
        expect(Math.abs(found - theirs)).toBeLessThan(1e-5 * (1 + Math.abs(theirs)))
        solved++
      }
    }
  }
  expect(solved).toBeGreaterThan(100)
})

test('a row without a name takes none that another row has', () => {
  expect(readLp('min\n x\nst\n x >= 1\n c1: x >= 2\n x >= 3\n c3_2: x >= 4\n c3: x >= 5\nend').rows).toEqual([
    'c1_2',
    'c1',
    'c3_3',
    'c3_2',
    'c3',
  ])
})

test('a section is called what it is called in files', () => {
  expect(() => readLp('min\n x\nst\n c1: x >=\nend')).toThrow(/"End" stands where it cannot be read/)
  expect(() => readLp('min\n x\nst\n c1: x >=\nbounds\nend')).toThrow(/"Bounds" stands where/)
})
