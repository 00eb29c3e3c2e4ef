/**
 * Workloads that leave cells free, on Providence County of the 2018 test (PL 94-171): 1 county, 7 tracts, 28 block groups and 569 blocks in 28
 * cells. The error of the released answers, what is stated of it, and how often an interval of 90 % holds the truth.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capabilities, localContext, readSpec } from 'tacet'
import { jobFrom } from 'tacet/jobs'
import { readLines } from './topdown-truth.ts'

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 3)
const RACES = ['white', 'black', 'aian', 'asian', 'nhpi', 'other', 'two']
const NINE_IN_TEN = 1.645

const HEAD = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: county, columns: [tract, group, block] }
topdown: { simulations: 2 }
`
const HR = `  - { name: hispanic, levels: ["no", "yes"] }
  - { name: race, levels: [${RACES.join(', ')}] }
`
const AGE = '  - { name: votingage, levels: [minor, adult] }\n'
const spec = (attributes: string, rho: string, queries: readonly string[], more = ''): string =>
  `${HEAD}attributes:\n${attributes}privacy: { unit: add-remove-person, rho: "${rho}", delta: "1e-10" }\nworkload:\n${queries
    .map((query) => `  - { query: "${query}" }\n`)
    .join('')}${more}`

const exact = (query: string, levels: readonly string[]): string =>
  `public:\n${levels.map((level) => `  - { query: "${query}", level: ${level}, exactly: data }\n`).join('')}`

const LEVELS = ['county', 'tract', 'group', 'block']
const WORKLOAD = ['total', 'votingage', 'hispanic * race']

interface Way {
  readonly name: string
  readonly spec: string
  readonly before?: string
}

const WAYS: readonly Way[] = [
  { name: 'three margins', spec: spec(HR + AGE, '10', WORKLOAD) },
  {
    name: 'extension',
    before: spec(HR, '10', ['total', 'hispanic * race']),
    spec: spec(HR + AGE, '10', ['votingage']),
  },
  { name: 'block totals exact', spec: spec(HR + AGE, '10', WORKLOAD, exact('total', ['block'])) },
  { name: 'hispanic * race exact', spec: spec(HR + AGE, '10', WORKLOAD, exact('hispanic * race', LEVELS)) },
  { name: 'with the detailed query', spec: spec(HR + AGE, '10', [...WORKLOAD, 'detailed']) },
]

export async function undetermined(data: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-undetermined-'))
  try {
    writePeople(data, folder)
    console.log(
      '| workload | level | rmse of votingage | stated | held by 90 % | seconds |\n| --- | --- | ---: | ---: | ---: | ---: |',
    )
    for (const way of WAYS) await measureWay(folder, way)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureWay(folder: string, way: Way): Promise<void> {
  const truth = trueAges(folder)
  const sums = LEVELS.map(() => ({ n: 0, square: 0, stated: 0, held: 0 }))
  let seconds = 0
  for (let run = 0; run < RUNS; run++) {
    const name = `${way.name.replaceAll(/\W/g, '')}-${run}`
    const extend = way.before === undefined ? undefined : await make(folder, `${name}-before`, way.before)
    const begun = performance.now()
    const out = await make(folder, name, way.spec, extend)
    seconds += (performance.now() - begun) / 1000 / RUNS
    for (const [level, region, age, count, error] of ages(out)) {
      const own = sums[LEVELS.indexOf(level)]
      const off = count - (truth.get(`${level} ${region} ${age}`) ?? 0)
      own.n++
      own.square += off ** 2
      own.stated += error ** 2
      if (Math.abs(off) <= NINE_IN_TEN * error) own.held++
    }
  }
  LEVELS.forEach((level, l) => {
    const { n, square, stated, held } = sums[l]
    const shown = [
      Math.sqrt(square / n).toFixed(2),
      Math.sqrt(stated / n).toFixed(2),
      `${((100 * held) / n).toFixed(1)} %`,
    ]
    console.log(`| ${way.name} | ${level} | ${shown.join(' | ')} | ${seconds.toFixed(1)} |`)
  })
}

async function make(folder: string, name: string, text: string, extend?: string): Promise<string> {
  const path = join(folder, `${name}.yaml`)
  writeFileSync(path, text)
  const out = join(folder, name)
  const { topdown } = capabilities
  const job = { ...jobFrom(await readSpec(path)), ...(extend !== undefined && { extend }) }
  await topdown.run(job, localContext({ out, seed: name, format: 'csv' }))
  return out
}

function ages(out: string): (readonly [string, string, string, number, number])[] {
  const columns = ['level', 'region', 'query', 'votingage', 'count', 'standard_error']
  const lines = readLines(join(out, 'answers.csv'), columns).filter(([, , query]) => query === 'votingage')
  return lines.map(
    ([level, region, , age, count, error]) => [level, region, age, Number(count), Number(error)] as const,
  )
}

function trueAges(folder: string): ReadonlyMap<string, number> {
  const truth = new Map<string, number>()
  for (const [tract, group, block, , , age, n] of readLines(join(folder, 'people.csv'))) {
    const places = [
      ['county', 'county'],
      ['tract', tract],
      ['group', `${tract}/${group}`],
      ['block', `${tract}/${group}/${block}`],
    ]
    for (const [level, region] of places) {
      const key = `${level} ${region} ${age}`
      truth.set(key, (truth.get(key) ?? 0) + Number(n))
    }
  }
  return truth
}

/** P2 and P4: single races of people of no Hispanic origin and of all; adults likewise. */
function writePeople(data: string, folder: string): void {
  const path = join(data, 'census_ri_2018_test_pl94171/ri_2018_test_pl94171.csv')
  const [head, ...rows] = readFileSync(path, 'utf8').trim().split('\n')
  const columns = head.split(',')
  const lines = ['tract,group,block,hispanic,race,votingage,n']
  for (const row of rows) {
    const values = row.split(',')
    const at = (name: string): number => Number(values[columns.indexOf(name)])
    if (values[0] !== '750') continue
    const place = ['tract', 'block_group', 'block'].map((name) => values[columns.indexOf(name)]).join(',')
    RACES.forEach((race, r) => {
      const everybody = at(r < 6 ? `P1000${3 + r}` : 'P10009')
      const adults = at(r < 6 ? `P3000${3 + r}` : 'P30009')
      const [notHispanic, adultNotHispanic] =
        r < 6 ? [at(`P200${pad(5 + r)}`), at(`P400${pad(5 + r)}`)] : [at('P20011'), at('P40011')]
      for (const [hispanic, all, grown] of [
        ['no', notHispanic, adultNotHispanic],
        ['yes', everybody - notHispanic, adults - adultNotHispanic],
      ] as const) {
        lines.push(`${place},${hispanic},${race},minor,${all - grown}`, `${place},${hispanic},${race},adult,${grown}`)
      }
    })
  }
  writeFileSync(join(folder, 'people.csv'), `${lines.join('\n')}\n`)
}

function pad(n: number): string {
  return String(n).padStart(2, '0')
}

await undetermined(process.env.TACET_DATA ?? '../shared/data')
