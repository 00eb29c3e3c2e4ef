/**
 * Error and bias of releases by level, query and size of place, over several draws: Rhode Island with exact and with measured block totals, with and
 * without public facts, and a town that is made here, with a recode. Prints JSON lines when TACET_BENCH_JSON names a file, so that two
 * versions can be compared on the same draws.
 */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

function rhodeIsland(exact: boolean, facts: boolean): Setting {
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

/** 6 districts of 10 wards of 8 blocks, with sizes and ages that fall off geometrically. */
function writeTown(folder: string): void {
  let state = 7
  const random = (): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
  const lines = ['district,ward,block,sex,age,n']
  for (let b = 0; b < 480; b++) {
    const [district, ward] = [Math.floor(b / 80), Math.floor(b / 8)]
    const people = Math.floor(-60 * Math.log(1 - random()) * (random() < 0.2 ? 0 : 1))
    const counts = new Float64Array(36)
    for (let p = 0; p < people; p++)
      counts[Math.floor(random() * 2) * 18 + Math.min(17, Math.floor(random() * random() * 24))]++
    counts.forEach((n, cell) => {
      if (n > 0) lines.push(`d${district},w${ward},b${b},${cell < 18 ? 'f' : 'm'},${cell % 18},${n}`)
    })
  }
  writeFileSync(join(folder, 'town.csv'), `${lines.join('\n')}\n`)
}

export async function sharper(data: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-sharper-'))
  try {
    writeRhodeIsland(data, folder, BLOCKS)
    writeTown(folder)
    const settings = [
      rhodeIsland(false, false),
      rhodeIsland(false, true),
      rhodeIsland(true, false),
      rhodeIsland(true, true),
      TOWN,
    ]
    for (const setting of settings) {
      if (ONLY !== undefined && !ONLY.some((part) => setting.name.includes(part))) continue
      await measure(folder, setting)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(folder: string, { name, spec }: Setting): Promise<void> {
  const sums = new Map<string, { error: number; bias: number }>()
  const add = (key: string, error: number, bias: number): void => {
    const sum = sums.get(key) ?? { error: 0, bias: 0 }
    sums.set(key, { error: sum.error + error / RUNS, bias: sum.bias + bias / RUNS })
  }
  let seconds = 0
  for (let run = 0; run < RUNS; run++) {
    const { evaluation, seconds: took } = await release(folder, spec, `sharper ${run}`, () => undefined)
    seconds += took / RUNS
    for (const q of evaluation?.queries ?? []) add(`${q.places}, ${q.query}`, q.meanAbsolute, q.bias)
    for (const s of evaluation?.sizes ?? []) {
      if (s.places === 'block' && s.query === 'total') add(`block total, people ${s.size}`, s.meanAbsolute, s.bias)
    }
  }
  if (process.env.TACET_BENCH_JSON !== undefined) {
    for (const [key, value] of sums)
      appendFileSync(process.env.TACET_BENCH_JSON, `${JSON.stringify({ name, key, ...value })}\n`)
  }
  console.log(
    `\n${name}: ${RUNS} runs, ${seconds.toFixed(1)} s each\n\n| level, query | mean absolute error | bias |\n| --- | ---: | ---: |`,
  )
  for (const [key, { error, bias }] of sums) console.log(`| ${key} | ${error.toFixed(3)} | ${bias.toFixed(3)} |`)
}
