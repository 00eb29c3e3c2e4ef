/**
 * Places that are nearly empty: 160 tracts of 8 blocks, one in ten without people (water) and one in ten with fewer than 60, the others with some thousand.
 * What tract totals are off by, what is stated of it, and how often 90 % intervals hold the truth, by the released count.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseError } from 'tacet/jobs'
import { release } from './topdown-release.ts'
import { readLines } from './topdown-truth.ts'

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 10)
const SIZES = [0, 1, 10, 100, 1000]
const NINE_IN_TEN = 1.645
const TRACTS = 160
const BLOCKS = 8

const spec = (epsilon: string): string => `tacet: 1
source: { file: people.csv, count: n }
geography: { top: state, columns: [tract, block] }
attributes:
  - { name: race, levels: [a, b, c, d] }
  - { name: age, levels: [young, old] }
privacy: { epsilon: "${epsilon}" }
workload: [{ query: total }, { query: race }, { query: "race * age" }]
output: { replicates: 20 }
`

interface Group {
  answers: number
  square: number
  stated: number
  bias: number
  held: number
  heldBySimulation: number
  empty: number
}

export async function emptyPlaces(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-empty-'))
  console.log(
    `\nNearly empty places: ${TRACTS} tracts, a tenth of them empty, ${RUNS} draws\n\n| epsilon | tract total released as | places, of them empty | rmse | stated | bias | held by 1.645 standard errors | by \`tacet error\` |\n| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |`,
  )
  try {
    const truth = writeTracts(folder)
    for (const epsilon of ['8', '2', '1/2']) {
      const groups = SIZES.map(
        (): Group => ({ answers: 0, square: 0, stated: 0, bias: 0, held: 0, heldBySimulation: 0, empty: 0 }),
      )
      for (let run = 0; run < RUNS; run++)
        await release(folder, spec(epsilon), `empty ${run}`, (out) => add(out, truth, groups), false)
      groups.forEach((group, s) => {
        if (group.answers === 0) return
        const { answers, square, stated, bias, held, heldBySimulation, empty } = group
        const cells = [
          epsilon,
          s === 0 ? '0' : s + 1 < SIZES.length ? `${SIZES[s]} to ${SIZES[s + 1] - 1}` : '1,000 and more',
          `${answers}, ${empty}`,
          Math.sqrt(square / answers).toFixed(1),
          Math.sqrt(stated / answers).toFixed(1),
          (bias / answers).toFixed(1),
          `${((100 * held) / answers).toFixed(0)} %`,
          `${((100 * heldBySimulation) / answers).toFixed(0)} %`,
        ]
        console.log(`| ${cells.join(' | ')} |`)
      })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The true totals by tract. */
function writeTracts(folder: string): ReadonlyMap<string, number> {
  const totals = new Map<string, number>()
  const lines = ['tract,block,race,age,n']
  for (let tract = 0; tract < TRACTS; tract++) {
    const name = `t${String(tract).padStart(3, '0')}`
    const people = tract % 10 === 3 ? 0 : tract % 10 === 7 ? 3 + ((tract * 13) % 57) : 800 + ((tract * 6007) % 3200)
    let total = 0
    for (let block = 0; block < BLOCKS; block++)
      for (let cell = 0; cell < 8; cell++) {
        const share = [40, 25, 12, 9, 6, 4, 3, 1][(cell + tract) % 8] * (1 + ((block * 5) % 7))
        const n = Math.floor((people * share) / 2500)
        if (n === 0 && !(cell === 0)) continue
        lines.push(`${name},${name}-${block},${'abcd'[cell >> 1]},${['young', 'old'][cell & 1]},${n}`)
        total += n
      }
    totals.set(name, total)
  }
  writeFileSync(join(folder, 'people.csv'), `${lines.join('\n')}\n`)
  return totals
}

async function add(out: string, truth: ReadonlyMap<string, number>, groups: readonly Group[]): Promise<void> {
  const { areas } = await releaseError({ release: out, level: 'tract', where: {} })
  const ranges = new Map(areas.map(({ area, low, high }) => [area, { low, high }]))
  const columns = ['level', 'region', 'query', 'count', 'standard_error']
  for (const [level, region, query, ...figures] of readLines(join(out, 'answers.csv'), columns)) {
    if (level !== 'tract' || query !== 'total') continue
    const [count, error] = figures.map(Number)
    const was = truth.get(region) as number
    const group = groups[SIZES.findLastIndex((least) => count >= least)]
    const { low, high } = ranges.get(region) as { low: number; high: number }
    group.answers++
    group.square += (count - was) ** 2
    group.stated += error ** 2
    group.bias += count - was
    if (Math.abs(count - was) <= NINE_IN_TEN * error) group.held++
    if (low <= was && was <= high) group.heldBySimulation++
    if (was === 0) group.empty++
  }
}
