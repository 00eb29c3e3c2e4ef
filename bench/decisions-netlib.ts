/**
 * The classic linear programs of Netlib with some right-hand sides private: read, solved, checked in exact arithmetic against the
 * true sides, compared with the optimum at the measured sides, and timed (CPU) against the bare solve (model and solve in doubles).
 * TACET_DATA is the folder of public data; TACET_BENCH_RUNS the number of timed pairs (11 unless given).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  brokenBy,
  type Decision,
  decide,
  declarePrivate,
  type PrivateProgram,
  type Program,
  prepareDecision,
  readMps,
  solverModel,
  solveWith,
  withValues,
} from 'tacet/decisions'
import { add, compare, multiply, parseRational, type Rational, rational, subtract, toNumber } from 'tacet/exact'
import { seededEntropy } from 'tacet/noise'
import { Solver } from 'tacet/optimize'

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 11)
const MOST_PRIVATE = 20
const solver = new Solver()
const QUIET = { timeLimit: 60, explain: false } as const

const sizeOf = (side: Rational): Rational => add(rational(1n), side.num < 0n ? { num: -side.num, den: side.den } : side)

/** Sides tightened by a share of their size. */
function tightened(program: Program, rows: readonly number[], share: Rational) {
  const rowLower = [...program.rowLower]
  const rowUpper = [...program.rowUpper]
  for (const i of rows) {
    const upper = rowUpper[i]
    const lower = rowLower[i]
    if (upper !== null) rowUpper[i] = subtract(upper, multiply(share, sizeOf(upper)))
    else if (lower !== null) rowLower[i] = add(lower, multiply(share, sizeOf(lower)))
  }
  return { rowLower, rowUpper }
}

/** Floors are tighter than the true sides by this share of their size. */
const ROOM = rational(1n, 100n)

/** Inequalities whose sides are taken to be private: twenty at most, chosen so that all of them can be at their floors together. */
async function privateRows(program: Program): Promise<number[]> {
  const rows = program.rows.flatMap((_, i) =>
    (program.rowLower[i] === null) !== (program.rowUpper[i] === null) ? [i] : [],
  )
  const chosen: number[] = []
  for (const row of rows.slice(0, 3 * MOST_PRIVATE)) {
    const together = tightened(program, [...chosen, row], ROOM)
    const outcome = await solveWith(solver, solverModel(program), together, QUIET)
    if (outcome.status === 'optimal') chosen.push(row)
    if (chosen.length === MOST_PRIVATE) break
  }
  return chosen
}

function closed(program: Program, rows: readonly number[]): PrivateProgram {
  const floors = tightened(program, rows, ROOM)
  const least = rows.map((i) => sizeOf((program.rowUpper[i] ?? program.rowLower[i])!)).sort(compare)[0]
  // About a third of the way to the nearest floor: fourteen sensitivities at this budget.
  const sensitivity = multiply(multiply(ROOM, least), rational(1n, 40n))
  return declarePrivate(program, {
    private: rows.map((i) => program.rows[i]),
    floor: rows.map((i) => [program.rows[i], (floors.rowUpper[i] ?? floors.rowLower[i])!] as const),
    sensitivity,
  })
}

function bare(program: Program, sides: Parameters<typeof solveWith>[2]) {
  return solveWith(solver, solverModel(program), sides, QUIET)
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return [(user + system) / 1000, result]
}

interface Line {
  readonly rows: number
  readonly gap: string
  readonly loss: string
  readonly cost: string
  readonly broken: number
  readonly status: string
  readonly route: string
  readonly bare: number
  readonly closed: number
  readonly ratio: number
}

async function tryProgram(program: Program, name: string): Promise<Line> {
  const rows = await privateRows(program)
  const kept = closed(program, rows)
  const budget = { mechanism: 'truncated', epsilon: rational(1n), delta: parseRational('1e-6') } as const
  const prepared = await prepareDecision(kept, { ...budget, solver })
  const pairs: { plain: number; closed: number }[] = []
  let decision: Decision | undefined
  for (let run = 0; run < RUNS; run++) {
    const [plain] = await timed(() => bare(program, program))
    const [private_, found] = await timed(() => decide(prepared, seededEntropy(name, run)))
    pairs.push({ plain, closed: private_ })
    decision ??= found
  }
  const { measured, printed, objective, certificate, status } = decision!
  const point = printed.map((text) => parseRational(text))
  const broken = brokenBy(program, program, point).length
  const best = await bare(program, withValues(kept, measured.values)).catch(() => null)
  const truth = await bare(program, program)
  const reached = toNumber(subtract(objective, program.constant))
  const turn = program.sense === 'minimise' ? 1 : -1
  const behind = (outcome: typeof best): string => {
    if (outcome?.status !== 'optimal') return 'unknown'
    const share = (turn * (reached - outcome.objective)) / Math.max(1, Math.abs(outcome.objective))
    return Math.abs(share) < 1e-9 ? '0' : share.toExponential(1)
  }
  const proved = (decision as { gap?: { relative: number | null } }).gap?.relative
  const middle = pairs.sort((a, b) => a.closed / a.plain - b.closed / b.plain)[pairs.length >> 1]
  return {
    rows: rows.length,
    gap: proved === undefined ? '-' : proved === null ? 'none' : proved === 0 ? '0' : proved.toExponential(1),
    loss: behind(best),
    cost: behind(truth),
    broken,
    status,
    route: certificate.route,
    bare: middle.plain,
    closed: middle.closed,
    ratio: middle.closed / middle.plain,
  }
}

const folder = resolve(process.env.TACET_DATA ?? '../shared/data', 'netlib')
if (!existsSync(folder)) {
  console.log(`netlib: skipped, since there is no ${folder} (set TACET_DATA to the folder of public data)`)
  process.exit(0)
}
console.log(
  'model       rows  columns  private  status    how         broken  behind  proved gap  cost of privacy  bare ms  private ms  ratio',
)
const ratios: number[] = []
let failed = 0
for (const file of readdirSync(folder).filter((name) => name.endsWith('.mps'))) {
  const name = file.replace(/\.mps$/, '')
  try {
    const program = readMps(readFileSync(join(folder, file), 'utf8'))
    const line = await tryProgram(program, name)
    ratios.push(line.ratio)
    console.log(
      `${name.padEnd(10)} ${String(program.rows.length).padStart(5)} ${String(program.variables.length).padStart(8)} ` +
        `${String(line.rows).padStart(8)}  ${line.status.padEnd(9)} ${line.route.padEnd(10)} ` +
        `${String(line.broken).padStart(7)} ${line.loss.padStart(7)} ${line.gap.padStart(11)} ${line.cost.padStart(16)} ` +
        `${line.bare.toFixed(1).padStart(8)} ${line.closed.toFixed(1).padStart(11)} ${line.ratio.toFixed(2).padStart(6)}`,
    )
    if (line.broken > 0) process.exitCode = 1
  } catch (error) {
    failed++
    console.log(`${name.padEnd(10)} refused: ${(error as Error).message.split('\n')[0]}`)
  }
}
ratios.sort((a, b) => a - b)
console.log(
  `\n${ratios.length} decided, ${failed} refused; median of private over bare ${ratios[ratios.length >> 1]?.toFixed(2)}`,
)
