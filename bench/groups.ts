/**
 * Counts of groups by size: every mechanism on a synthetic census shaped like the paper's, in the form of its Table 7
 * and beside it; then post-processing time against the number of sizes and of regions; then public data. Times are
 * processor seconds of post-processing, which other work on the machine hardly changes.
 *
 * TACET_BENCH_RUNS sets the repetitions (3; the paper has 30), TACET_BENCH_EPSILON the epsilons ("0.1,0.5,1.0"),
 * TACET_BENCH_PARTS the parts ("census,scaling,data,sharper"; the last has at least 10 runs, and its data
 * sets are named by TACET_BENCH_SETS: households, schools, taxis, census), TACET_DATA the folder of public data.
 */
import { parseRational } from 'tacet/exact'
import {
  errorsByLevel,
  type GroupFrame,
  type GroupOptions,
  measureGroups,
  planGroups,
  solveRelease,
  tableFromLeaves,
} from 'tacet/groups'
import { seededEntropy } from 'tacet/noise'
import { confidential } from 'tacet/privacy'
import { type CensusShape, PAPER_CENSUS, syntheticCensus } from './groups-census.ts'
import { californiaSchools, type PublicGroups, sanFrancisco } from './groups-data.ts'
import { PUBLISHED } from './groups-published.ts'
import { sharper } from './groups-sharper.ts'

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 3)
const EPSILONS = (process.env.TACET_BENCH_EPSILON ?? '0.1,0.5,1.0').split(',')
const PARTS = new Set((process.env.TACET_BENCH_PARTS ?? 'census,scaling,data,sharper').split(','))

interface Contestant {
  readonly name: string
  readonly options: Pick<GroupOptions, 'mechanism' | 'asPublished'>
  readonly rounding?: 'counts' | 'cumulative'
  readonly shrink?: true
  /** Seconds allowed for one repetition of the census, where a goal was set. */
  readonly goal?: number
}

const CONTESTANTS: readonly Contestant[] = [
  { name: 'mh-relaxed', options: { mechanism: 'mh-relaxed' } },
  { name: 'mh-dp', options: { mechanism: 'mh-dp' }, goal: 5 },
  { name: 'topdown', options: { mechanism: 'topdown' } },
  { name: 'mc-relaxed', options: { mechanism: 'mc-relaxed' } },
  { name: 'mc-dp', options: { mechanism: 'mc-dp' }, goal: 5 },
  { name: 'mc-chain', options: { mechanism: 'mc-chain' }, goal: 1 },
  { name: 'mc-chain as published', options: { mechanism: 'mc-chain', asPublished: true }, goal: 1 },
  { name: 'cumulative', options: { mechanism: 'cumulative' }, rounding: 'counts', goal: 30 },
  { name: 'cumulative by rows', options: { mechanism: 'cumulative' }, rounding: 'cumulative', goal: 30 },
  { name: 'cumulative, shrunk', options: {}, shrink: true, goal: 30 },
]

interface Line {
  readonly name: string
  /** Mean and standard deviation of the L1 error by level. */
  readonly errors: readonly { readonly mean: number; readonly deviation: number }[]
  readonly earthMover: readonly number[]
  readonly violations: number
  readonly seconds: number
  readonly goal: number | undefined
}

/** One mechanism on one table, repeated with fresh noise; only post-processing is timed. */
async function contest(
  frame: GroupFrame,
  leaves: Float64Array,
  contestant: Contestant,
  epsilon: string,
  runs: number,
): Promise<Line> {
  const truth = tableFromLeaves(frame, leaves).layers
  const plan = planGroups(frame, { ...contestant.options, budget: { kind: 'pure', epsilon: parseRational(epsilon) } })
  const box = confidential(leaves)
  const [l1, earth, seconds, broken] = [[] as number[][], [] as number[][], [] as number[], [] as number[]]
  for (let run = 0; run < runs; run++) {
    const measurements = measureGroups(frame, box, plan, seededEntropy(`groups ${epsilon}`, run + 1))
    const before = process.cpuUsage()
    const release = await solveRelease(measurements, plan.mechanism, {
      ...(contestant.rounding && { rounding: contestant.rounding }),
      ...(contestant.shrink === true && { shrink: true }),
    })
    const { user, system } = process.cpuUsage(before)
    seconds.push((user + system) / 1e6)
    const errors = errorsByLevel(release.layers, truth, frame.sizes)
    l1.push(errors.map((error) => error.l1))
    earth.push(errors.map((error) => error.earthMover))
    broken.push(release.checks.inconsistentCells)
  }
  const levels = [...truth.keys()]
  return {
    name: contestant.name,
    errors: levels.map((l) => spread(l1.map((errors) => errors[l]))),
    earthMover: levels.map((l) => spread(earth.map((errors) => errors[l])).mean),
    violations: spread(broken).mean,
    seconds: spread(seconds).mean,
    goal: contestant.goal,
  }
}

function spread(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, values.length - 1)
  return { mean, deviation: Math.sqrt(variance) }
}

const thousands = (x: number): string => (x / 1000).toFixed(2)
const padded = (cells: readonly (string | number)[], width = 14): string =>
  cells.map((cell, k) => (k === 0 ? String(cell).padEnd(22) : String(cell).padStart(width))).join(' ')

function printCensus(lines: readonly Line[], epsilon: string): void {
  console.log(
    `\nepsilon ${epsilon}: L1 error in thousands (mean ± deviation), ${RUNS} runs; ` +
      "the paper's on its own data in brackets",
  )
  console.log(
    padded(['mechanism', 'level 1', 'level 2', 'level 3', 'violations', 'cpu seconds', 'earth mover, thousands'], 22),
  )
  for (const { name, errors, earthMover, violations, seconds, goal } of lines) {
    const paper = PUBLISHED[epsilon]?.[name]
    const cells = errors.map(
      ({ mean, deviation }, l) => `${thousands(mean)} ± ${thousands(deviation)}${paper ? ` [${paper[l]}]` : ''}`,
    )
    const broken = `${Math.round(violations)}${paper ? ` [${paper[3]}]` : ''}`
    const met = goal === undefined ? '' : seconds <= goal ? ` <= ${goal}` : ` > ${goal} MISSED`
    const time = `${seconds.toFixed(2)}${met}`
    const earth = earthMover.map((x) => (x / 1000).toFixed(1)).join(' / ')
    console.log(padded([name, ...cells, broken, time, earth], 22))
  }
  verdict(lines)
}

/** The default against every honestly private mechanism, level by level. */
function verdict(lines: readonly Line[]): void {
  const ours = lines.find(({ name }) => name === 'cumulative')!
  const rivals = lines.filter(({ name }) => !name.startsWith('cumulative') && !name.endsWith('as published'))
  ours.errors.forEach(({ mean }, l) => {
    const best = rivals.reduce((a, b) => (b.errors[l].mean < a.errors[l].mean ? b : a))
    const ratio = mean / best.errors[l].mean
    const allowed = l === ours.errors.length - 1 ? 1.02 : 1
    const met = ratio <= allowed ? 'met' : `MISSED (goal ${allowed})`
    console.log(`  level ${l + 1}: cumulative / ${best.name} = ${ratio.toFixed(4)} ${met}`)
  })
}

async function census(): Promise<void> {
  const { hierarchy, leaves, sizes } = syntheticCensus(PAPER_CENSUS)
  const counts = hierarchy.levels.map(({ name, regions }) => `${regions.length} ${name}`).join(', ')
  console.log(
    `Synthetic census: ${counts}; ${PAPER_CENSUS.groups} groups, sizes 1 to ${sizes}, seed ${PAPER_CENSUS.seed}`,
  )
  for (const epsilon of EPSILONS) {
    const lines: Line[] = []
    for (const contestant of CONTESTANTS)
      lines.push(await contest({ hierarchy, sizes }, leaves, contestant, epsilon, RUNS))
    printCensus(lines, epsilon)
  }
}

/** Post-processing seconds as one measure of the problem doubles, and the slope on a log-log plot by least squares. */
async function slope(
  what: string,
  shapes: readonly CensusShape[],
  size: (shape: CensusShape) => number,
): Promise<void> {
  console.log(`\nProcessor seconds of post-processing against ${what}, epsilon 1`)
  console.log(padded(['mechanism', ...shapes.map(size), 'slope'], 9))
  for (const contestant of CONTESTANTS.filter(
    ({ name }) => !name.endsWith('as published') && !name.endsWith('by rows'),
  )) {
    const seconds: number[] = []
    for (const shape of shapes) {
      const { hierarchy, leaves, sizes } = syntheticCensus(shape)
      await contest({ hierarchy, sizes }, leaves, contestant, '1', 1) // warm
      seconds.push((await contest({ hierarchy, sizes }, leaves, contestant, '1', 2)).seconds)
    }
    const fitted = fittedSlope(shapes.map(size).map(Math.log), seconds.map(Math.log))
    console.log(padded([contestant.name, ...seconds.map((s) => s.toFixed(3)), fitted.toFixed(2)], 9))
  }
}

function fittedSlope(x: readonly number[], y: readonly number[]): number {
  const [mx, my] = [spread(x).mean, spread(y).mean]
  const above = x.reduce((sum, xi, i) => sum + (xi - mx) * (y[i] - my), 0)
  return above / x.reduce((sum, xi) => sum + (xi - mx) ** 2, 0)
}

async function scaling(): Promise<void> {
  const base: CensusShape = { ...PAPER_CENSUS, counties: 600, sizes: 250 }
  const sizes = [125, 250, 500, 1000, 2000].map((count) => ({ ...base, sizes: count }))
  await slope('the number of sizes (600 counties)', sizes, (shape) => shape.sizes)
  const counties = [300, 600, 1200, 2400, 4800].map((count) => ({ ...base, counties: count }))
  await slope('the number of regions (250 sizes)', counties, (shape) => shape.counties)
}

async function publicData(): Promise<void> {
  for (const read of [sanFrancisco, () => californiaSchools()]) {
    const found = read()
    if (typeof found === 'string') console.log(`\n${found}`)
    else await printPublic(found)
  }
}

async function printPublic({ name, frame, leaves }: PublicGroups): Promise<void> {
  const levels = frame.hierarchy.levels.map((level) => `${level.regions.length} ${level.name}`).join(', ')
  console.log(
    `\n${name}: ${levels}; sizes 1 to ${frame.sizes}. ` +
      `L1 error by level (earth mover's in brackets), epsilon 1, ${RUNS} runs`,
  )
  for (const contestant of CONTESTANTS) {
    const line = await contest(frame, leaves, contestant, '1', RUNS)
    const cells = line.errors.map(({ mean }, l) => `${Math.round(mean)} (${Math.round(line.earthMover[l])})`)
    console.log(
      padded([line.name, ...cells, `${Math.round(line.violations)} broken`, `${line.seconds.toFixed(3)} s`], 20),
    )
  }
}

if (PARTS.has('census')) await census()
if (PARTS.has('scaling')) await scaling()
if (PARTS.has('data')) await publicData()
if (PARTS.has('sharper')) await sharper(EPSILONS, Math.max(RUNS, 10), process.env.TACET_BENCH_SETS?.split(','))
