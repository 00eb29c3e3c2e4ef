/**
 * Tables that may be published: business tables with published results (tau-ARGUS, GaussSuppression), the search without and with its exact part,
 * rounding, intervals, perturbation tables. TACET_DATA is the folder of public data, TACET_BENCH_PARTS picks from business, counts, small, gap,
 * audit, round, keys; TACET_BENCH_SECONDS is how long a search may take (10), TACET_BENCH_RUNS how many made tables are solved (200).
 */

import { tableSystem } from 'tacet/model'
import { publicIntervals } from 'tacet/optimize'
import { perturbationTable, roundTable, type Suppression, type SuppressionProblem, suppress } from 'tacet/protection'
import { type COSTS, flat, isThere, monthlyCounts, pizzas, problemOf, turnover } from './protect-data.ts'
import { madeProblem, madeSystem, madeTable, nested } from './protect-random.ts'

const SECONDS = Number(process.env.TACET_BENCH_SECONDS ?? 10)
const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 200)
const PARTS = process.env.TACET_BENCH_PARTS?.split(',')

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

interface Solved {
  readonly found: Suppression
  readonly seconds: number
}

async function solved(problem: SuppressionProblem, seconds: number, exactUpTo = 2000): Promise<Solved> {
  const begun = cpu()
  const found = await suppress(problem, {
    shouldStop: () => cpu() - begun > seconds,
    seconds: Math.max(1, seconds),
    exactUpTo,
    readers: { cells: [], coalition: 0 },
  })
  return { found, seconds: cpu() - begun }
}

const gapOf = ({ cost, bound, optimal }: Suppression): string =>
  optimal ? 'least' : bound > 0 ? `${(100 * (cost / bound - 1)).toFixed(1)} %` : '-'
const allProved = ({ pattern, impossible }: Suppression): string =>
  impossible.length === 0 && pattern.proofs.every((proof) => proof?.exact !== undefined) ? 'all' : 'NOT ALL'

function line(name: string, problem: SuppressionProblem, unit: number, peer: string, { found, seconds }: Solved): void {
  const secondary = found.pattern.secondary()
  const value = secondary.reduce((sum, cell) => sum + problem.value[cell], 0) / unit
  console.log(
    [
      name.padEnd(22),
      String(problem.sensitive.length).padStart(9),
      String(secondary.length).padStart(9),
      value.toPrecision(6).padStart(11),
      gapOf(found).padStart(8),
      allProved(found).padStart(7),
      seconds.toFixed(1).padStart(7),
      `  ${peer}`,
    ].join(' '),
  )
}

const HEAD = `${'table, cost'.padEnd(22)} sensitive secondary  their value    above  proved   CPU s   published: secondary`

const TABLES = ['act_size', 'act_cj', 'nuts_size', 'nuts_cj']
const PEERS: Readonly<Record<string, string>> = {
  act_size: 'tau-ARGUS optimal 64; an exact run: 64 (value), 60 (count), 60 (log)',
  act_cj: 'an exact run: 1.06043e8 to 1.06864e8 (value)',
  nuts_size: 'an exact run: 74, 3.16024e7 (value)',
  nuts_cj: 'an exact run: at least 3.930e7 (value)',
}

async function business(): Promise<void> {
  console.log(HEAD)
  for (const cost of ['value', 'count', 'log'] as const) {
    for (const name of TABLES) await businessLine(name, [name], cost, PEERS[name])
    await businessLine('four linked', TABLES, cost, 'tau-ARGUS modular, table by table: 354 marks over the tables')
    const table = pizzas()
    const problem = problemOf(table, cost, table.marked)
    const peer = 'tau-ARGUS: 265 (306 s), 278 (45 s)'
    line(`datatest1, ${cost}`, problem, table.unit, peer, await solved(problem, SECONDS))
  }
}

async function businessLine(
  name: string,
  tables: readonly string[],
  cost: keyof typeof COSTS,
  peer: string,
): Promise<void> {
  const table = turnover(tables)
  const problem = problemOf(table, cost)
  line(`${name}, ${cost}`, problem, table.unit, peer, await solved(problem, SECONDS))
}

async function counts(): Promise<void> {
  const problem = monthlyCounts()
  console.log(HEAD)
  line('d3, log', problem, 1, 'GaussSuppression 171, value 1,483', await solved(problem, SECONDS))
}

/** Three golden results that fit on a line. */
async function small(): Promise<void> {
  const grid = tableSystem([flat('a', ['01', '02', '06']), flat('t', ['tr1', 'tr2'])], [[0, 1]])
  const at = (a: string, t: string): number =>
    grid.cellOf([grid.variables[0].codes.indexOf(a), grid.variables[1].codes.indexOf(t)]) as number
  const value = new Float64Array(grid.cells)
  const inner = { '01': [100, 50], '02': [30, 20], '06': [60, 40] }
  for (const [a, row] of Object.entries(inner))
    row.forEach((x, t) => {
      for (const cell of [at(a, `tr${t + 1}`), at(a, 'Total'), at('Total', `tr${t + 1}`), at('Total', 'Total')])
        value[cell] += x
    })
  const sensitive = [at('02', 'tr1'), at('06', 'tr2')]
  const need = new Float64Array(grid.cells)
  for (const cell of sensitive) need[cell] = Math.ceil(value[cell] / 10)
  const { found } = await solved(
    {
      value,
      equations: grid.equations,
      lower: new Float64Array(grid.cells),
      upper: value.map((x) => 2 * x),
      sensitive,
      needUp: need,
      needDown: need,
      cost: value,
      fixed: new Uint8Array(grid.cells),
    },
    SECONDS,
  )
  const name = (cell: number): string => grid.variables.map(({ codes }, v) => codes[grid.codes[2 * cell + v]]).join(',')
  console.log(
    `act_size, 12 cells: secondary (${found.pattern.secondary().map(name).join(') (')}); published (02,tr2) (06,tr1)`,
  )
  const figures = [[30, 47, 64, 89], [90, 124, 5, 31], [92, 100, 59, 85], [800, 991, 651, 685]].flat() // biome-ignore format: a table
  const square = tableSystem([flat('r', [...'wxyz']), flat('c', [...'abcd'])], [[0, 1]])
  const full = new Float64Array(square.cells)
  for (let cell = 0; cell < square.cells; cell++)
    for (let i = 0; i < 16; i++) {
      const [r, c] = [square.codes[2 * cell], square.codes[2 * cell + 1]]
      if ([0, 1 + (i >> 2)].includes(r) && [0, 1 + (i & 3)].includes(c)) full[cell] += figures[i]
    }
  for (const marks of ['wa wb wc xa xc yb yd zb zd', 'wa wb wc xa xb xc yb yd zb zd']) {
    const withheld = new Uint8Array(square.cells)
    for (const [r, c] of marks.split(' ')) withheld[square.cellOf([1 + 'wxyz'.indexOf(r), 1 + 'abcd'.indexOf(c)])!] = 1
    const seen = await publicIntervals({ equations: square.equations, value: full, withheld, mayBeNegative: false })
    const place = seen?.cells.indexOf(square.cellOf([1, 2]) as number) ?? 0
    console.log(`4 x 4, ${marks.split(' ').length} withheld: (w,b) is ${seen?.lower[place]} to ${seen?.upper[place]}`)
  }
}

async function gap(): Promise<void> {
  const gaps: number[] = []
  let [times, exactTimes, open] = [0, 0, 0]
  for (let run = 0; run < RUNS; run++) {
    const seed = `table ${run}`
    const problem = madeProblem(seed, madeTable(seed, madeSystem(4 + (run % 10)), 1e6))
    const quick = await solved(problem, SECONDS, 0)
    const best = await solved(problem, SECONDS)
    if (best.found.impossible.length > 0) continue
    times += quick.seconds
    exactTimes += best.seconds
    if (best.found.optimal && best.found.cost > 0) gaps.push(quick.found.cost / best.found.cost - 1)
    else open++
  }
  gaps.sort((a, b) => a - b)
  const percent = (x: number): string => `${(100 * x).toFixed(1)} %`
  const mean = gaps.reduce((sum, x) => sum + x, 0) / gaps.length
  console.log(
    `${gaps.length} tables of 125 to 395 cells whose least cost was proved in ${SECONDS} s: start and clean-up above it by ${percent(mean)} on average, ${percent(gaps[gaps.length >> 1])} in the middle, ${percent(gaps[gaps.length - 1])} at most; ${open} not proved`,
  )
  console.log(
    `CPU s, exact against start and clean-up: ${exactTimes.toFixed(1)} / ${times.toFixed(1)} = ${(exactTimes / times).toFixed(1)}`,
  )
}

/** Every withheld cell of a protected table, by kept programs and by a program of its own for each end. */
async function audit(): Promise<void> {
  const table = turnover(TABLES)
  const problem = problemOf(table, 'value')
  const { found } = await solved(problem, 0)
  const begun = cpu()
  const all = await publicIntervals({
    equations: problem.equations,
    value: problem.value,
    withheld: found.withheld,
    mayBeNegative: false,
  })
  const seconds = cpu() - begun
  const cells = all?.cells.length ?? 0
  console.log(
    `four linked: ${cells} withheld cells bounded in ${seconds.toFixed(2)} CPU s, ${Math.round(cells / seconds)} a second, largest component ${all?.largestComponent}`,
  )
}

async function round(): Promise<void> {
  const sizes: readonly (readonly [string, ReturnType<typeof tableSystem>, number])[] = [
    ['two variables', tableSystem([nested('r', 100, 10), flat('c', Array.from({ length: 19 }, (_, i) => `c${i}`))], [[0, 1]]), 5],
    ['two variables', tableSystem([nested('r', 450, 10), flat('c', Array.from({ length: 19 }, (_, i) => `c${i}`))], [[0, 1]]), 5],
    ['three variables', tableSystem([nested('r', 5, 4), nested('s', 3, 3), flat('c', [...'abcdefgh'])], [[0, 1, 2]]), 5],
  ] // biome-ignore format: three tables
  for (const [name, system, base] of sizes) {
    const { value } = madeTable(name, system, 1e4)
    const begun = cpu()
    const rounded = await roundTable({ value, equations: system.equations, base }, { seconds: SECONDS, gap: 1e-6 })
    const seconds = cpu() - begun
    const above =
      rounded === undefined
        ? 'none found'
        : `${(100 * (rounded.distance / rounded.bound - 1)).toFixed(2)} % above the bound`
    const nearest = value.reduce((sum, x) => sum + Math.min(x % base, base - (x % base)), 0)
    console.log(
      `${name}, ${system.cells} cells, base ${base}: ${above}, ${rounded?.twoSteps.length} cells two steps, ${seconds.toFixed(1)} CPU s; sum of changes ${((rounded?.distance ?? 0) / nearest).toFixed(2)} of each to its nearest`,
    )
  }
}

function keys(): void {
  const begun = cpu()
  for (const options of [
    { most: 5, variance: 3, notBelow: 0, keys: 256 },
    { most: 5, variance: 3, notBelow: 2, keys: 256 },
    { most: 2, variance: 1, notBelow: 0, keys: 256 },
  ]) {
    const { rows } = perturbationTable(options)
    const exact = rows.filter(({ noise, keys }) => {
      const moment = (k: number): number => keys.reduce((sum, n, i) => sum + n * noise[i] ** k, 0)
      return moment(1) === 0 && moment(2) === options.variance * options.keys
    })
    console.log(
      `D ${options.most}, V ${options.variance}, js ${options.notBelow}: ${exact.length} of ${rows.length} rows with exactly mean 0 and variance V`,
    )
  }
  console.log(`${(cpu() - begun).toFixed(3)} CPU s`)
}

const ALL = { business, counts, small, gap, audit, round, keys }
const WITH_DATA = ['business', 'counts', 'audit']
for (const [name, part] of Object.entries(ALL)) {
  if (PARTS !== undefined && !PARTS.includes(name)) continue
  console.log(`\n-- ${name}`)
  if (WITH_DATA.includes(name) && !isThere())
    console.log('Skipped: there is no folder "protect" of public data. Set TACET_DATA.')
  else await part()
}
