/**
 * Error and bias of releases by level, query and size of place, over several draws: places that are made here (made-lands.ts), and Rhode Island
 * with exact and with measured block totals, with and without public facts. Of the leaves also by how much their totals weigh. The weight that is
 * the default is chosen on the made places alone, by the cost below; Rhode Island shows how it does on data that had no part in the choice.
 * Prints JSON lines when TACET_BENCH_JSON names a file, so that two versions can be compared on the same draws.
 */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TopdownEvaluation } from 'tacet/jobs'
import { HOMES, LANGUAGES, writeLand, writeTown } from './made-lands.ts'
import { GROUPS, RESIDENCES, writeRhodeIsland } from './rhode-island.ts'
import { release } from './topdown-release.ts'

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 10)
const BLOCKS = Number(process.env.TACET_BENCH_BLOCKS ?? 2500)
const ONLY = process.env.TACET_BENCH_SETTINGS?.split(';')
const EXTRA = process.env.TACET_BENCH_TOPDOWN ?? ''

const quoted = (values: readonly string[]): string => values.map((v) => `"${v}"`).join(', ')

interface Setting {
  readonly name: string
  readonly spec: string
}

export function rhodeIsland(exact: boolean, facts: boolean): Setting {
  const published = [
    ...(exact ? ['  - { name: block population, query: total, level: block, exactly: data }'] : []),
    ...(facts
      ? [
          `  - { name: facilities, query: residence, where: { residence: ["${RESIDENCES[2]}"] }, level: block, atLeast: { file: facilities-24.csv, region: geoid, absent: zero } }`,
        ]
      : []),
  ]
  const queries = [...(exact ? [] : ['total']), 'race', 'residence', 'detailed']
  return {
    name: `${exact ? 'exact' : 'measured'} totals, ${facts ? 'facts' : 'no facts'}`,
    spec: `tacet: 1
source: { file: people-24.csv, count: n }
geography: { top: state, code: { column: geoid, prefixes: { county: 5, tract: 11, block_group: 12, block: 15 }, regions: { file: blocks.csv, column: geoid } } }
attributes:
  - { name: race, levels: [${quoted(GROUPS)}] }
  - { name: residence, levels: [${quoted(RESIDENCES)}] }
privacy: { unit: change-person, rho: 2.56, delta: 1e-10 }
workload: [${queries.map((query) => `{ query: ${query} }`).join(', ')}]
public:${published.length === 0 ? ' []' : `\n${published.join('\n')}`}
topdown: { simulations: 0${EXTRA} }
`,
  }
}

const TOWN: Setting = {
  name: 'made town, recode',
  spec: `tacet: 1
source: { file: town.csv, count: n }
geography: { top: town, columns: [district, ward, block] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: age, levels: [${Array.from({ length: 18 }, (_, i) => `"${i}"`).join(', ')}] }
recodes:
  - { name: life, of: age, groups: { child: ["0", "1", "2"], working: [${quoted(Array.from({ length: 10 }, (_, i) => String(i + 3)))}], old: [${quoted(['13', '14', '15', '16', '17'])}] } }
privacy: { rho: 1, delta: 1e-10 }
workload: [{ query: total }, { query: sex * life }, { query: detailed }]
topdown: { simulations: 0${EXTRA} }
`,
}

function land(rho: string, facts: boolean): Setting {
  const hostels = `
  - { name: hostels, where: { home: [hostel] }, level: hamlet, atLeast: { file: hostels.csv, region: hamlet, count: n, absent: zero } }`
  return {
    name: `made land, rho ${rho}, ${facts ? 'facts' : 'no facts'}`,
    spec: `tacet: 1
source: { file: land.csv, count: n }
geography: { top: land, columns: [shire, parish, hamlet], regions: { file: places.csv } }
attributes:
  - { name: language, levels: [${quoted(LANGUAGES)}] }
  - { name: home, levels: [${quoted(HOMES)}] }
privacy: { unit: change-person, rho: ${rho}, delta: 1e-10 }
workload: [{ query: total }, { query: language }, { query: home }, { query: detailed }]
public:${facts ? hostels : ' []'}
topdown: { simulations: 0${EXTRA} }
`,
  }
}

/** What the weight of the totals is chosen on. */
const MADE = [TOWN, land('2.56', false), land('2.56', true), land('0.256', false)]

export async function sharper(data: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-sharper-'))
  try {
    writeRhodeIsland(data, folder, BLOCKS)
    writeTown(folder)
    writeLand(folder)
    const made: (readonly TopdownEvaluation[])[] = []
    for (const setting of MADE) if (isWanted(setting)) made.push(await measure(folder, setting))
    if (made.length > 0) showChoice(made)
    for (const exact of [false, true]) {
      for (const facts of [false, true]) {
        const setting = rhodeIsland(exact, facts)
        if (isWanted(setting)) await measure(folder, setting)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isWanted({ name }: Setting): boolean {
  return ONLY === undefined || ONLY.some((part) => name.includes(part))
}

interface Found {
  readonly error: number
  readonly bias: number
}

/** Means over the runs, by name of row and of column, in the order in which they came. */
class Means {
  readonly #sums = new Map<string, Map<string, Found>>()

  add(row: string, column: string, error: number, bias: number): void {
    const columns = this.#sums.get(row) ?? new Map<string, Found>()
    this.#sums.set(row, columns)
    const known = columns.get(column) ?? { error: 0, bias: 0 }
    columns.set(column, { error: known.error + error / RUNS, bias: known.bias + bias / RUNS })
  }

  get rows(): readonly (readonly [string, ReadonlyMap<string, Found>])[] {
    return [...this.#sums]
  }

  get columns(): readonly string[] {
    return [...new Set(this.rows.flatMap(([, columns]) => [...columns.keys()]))]
  }
}

async function measure(folder: string, { name, spec }: Setting): Promise<readonly TopdownEvaluation[]> {
  const [above, leaves] = [new Means(), new Means()]
  const found: TopdownEvaluation[] = []
  let seconds = 0
  for (let run = 0; run < RUNS; run++) {
    const { evaluation, seconds: took } = await release(folder, spec, `sharper ${run}`, () => undefined)
    seconds += took / RUNS
    if (evaluation === undefined) continue
    for (const q of evaluation.queries) above.add(`${q.places}, ${q.query}`, 'all', q.meanAbsolute, q.bias)
    for (const { query, size, weight, meanAbsolute, bias } of evaluation.totals) {
      leaves.add(`${query}${size === null ? '' : `, people: ${size}`}`, String(weight), meanAbsolute, bias)
    }
    found.push(evaluation)
  }
  const file = process.env.TACET_BENCH_JSON
  for (const means of [above, leaves]) {
    for (const [key, columns] of means.rows) {
      for (const [column, one] of columns)
        if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, key, column, ...one })}\n`)
    }
  }
  console.log(`\n${name}: ${RUNS} runs, ${seconds.toFixed(1)} s each`)
  console.log('\n| level, query | mean absolute error | bias |\n| --- | ---: | ---: |')
  for (const [key, columns] of above.rows) {
    for (const { error, bias } of columns.values()) console.log(`| ${key} | ${error.toFixed(3)} | ${bias.toFixed(3)} |`)
  }
  if (leaves.rows.length === 0) return found
  console.log(`\n| leaves, weight of the totals | ${leaves.columns.join(' | ')} |`)
  console.log(`| --- |${leaves.columns.map(() => ' ---: |').join('')}`)
  for (const [key, columns] of leaves.rows) {
    const shown = leaves.columns.map((column) => signed(columns.get(column)))
    console.log(`| ${key} | ${shown.join(' | ')} |`)
  }
  return found
}

function signed(found: Found | undefined): string {
  if (found === undefined) return ''
  return `${found.error.toFixed(3)} (${found.bias < 0 ? '' : '+'}${found.bias.toFixed(2)})`
}

/** Sizes of place with fewer leaves than this tell more of the draw than of the weight. */
const ENOUGH_LEAVES = 10

/**
 * What a weight costs: over the sizes of place, the mean of error and bias of the total, as much of one as of the other; and over the other
 * queries of the leaves, the mean of the error. Errors and biases are means over the runs.
 */
function costOf(runs: readonly TopdownEvaluation[], weight: number): number {
  const [{ totals, sizes }] = runs
  const ofLeaves = sizes.filter(({ places, query }) => places === sizes.at(-1)?.places && query === 'total')
  const mean = (of: keyof Found, query: string, size: string | null): number => {
    const own = runs.map((run) => {
      const one = run.totals.find((t) => t.weight === weight && t.query === query && t.size === size)
      return (of === 'error' ? one?.meanAbsolute : one?.bias) ?? 0
    })
    return own.reduce((sum, value) => sum + value, 0) / runs.length
  }
  const bySize = ofLeaves
    .filter(({ answers }) => answers >= ENOUGH_LEAVES)
    .map(({ size }) => mean('error', 'total', size) + Math.abs(mean('bias', 'total', size)))
  const others = [...new Set(totals.map(({ query }) => query))]
    .filter((query) => query !== 'total')
    .map((query) => mean('error', query, null))
  const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  return average(bySize) + average(others)
}

/**
 * The cost of every weight beside that of weight 1 on the same draws, the mean over all made places; and how much more it is than the least, with the
 * standard error of that (jackknife over the runs). The smallest weight that is within one such error of the least is taken: what the noise
 * says is left no further than it pays.
 */
function showChoice(made: readonly (readonly TopdownEvaluation[])[]): void {
  const weights = [...new Set(made[0][0].totals.map(({ weight }) => weight))]
  const costs = (without?: number): readonly number[] =>
    weights.map((weight) => {
      const ratios = made.map((all) => {
        const runs = all.filter((_, run) => run !== without)
        return costOf(runs, weight) / costOf(runs, 1)
      })
      return ratios.reduce((sum, ratio) => sum + ratio, 0) / made.length
    })
  const whole = costs()
  const best = whole.indexOf(Math.min(...whole))
  const parts = Array.from({ length: RUNS }, (_, run) => costs(run))
  const more = weights.map((_, i) => {
    const own = parts.map((part) => part[i] - part[best])
    const mean = own.reduce((sum, value) => sum + value, 0) / RUNS
    const squares = own.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    return { by: whole[i] - whole[best], error: Math.sqrt(((RUNS - 1) / RUNS) * squares) }
  })
  console.log('\n| weight of the totals | cost beside weight 1 | above the least | standard error of that |')
  console.log('| --- | ---: | ---: | ---: |')
  for (const [i, weight] of weights.entries()) {
    console.log(`| ${weight} | ${whole[i].toFixed(4)} | ${more[i].by.toFixed(4)} | ${more[i].error.toFixed(4)} |`)
  }
  console.log(`\nChosen: ${weights[more.findIndex(({ by, error }) => by <= error)]}`)
}
