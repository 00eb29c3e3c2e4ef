/**
 * Whether the published standard errors are right: the true error of every published count beside its standard error, root
 * mean squares by level, before and after the calibration by simulation. Counts of 0 are not published and so not here.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GROUPS, RESIDENCES, type RhodeIsland, rhodeIslandSpec, writeRhodeIsland } from './rhode-island.ts'
import { release } from './topdown-release.ts'
import { rhodeIsland } from './topdown-sharper.ts'
import { CELLS, cellOf, LEVELS, readLines, readTruth } from './topdown-truth.ts'

const BINS = [1, 10, 100, 1000]

interface Sum {
  n: number
  error: number
  standard: number
}

export async function standardErrors({ folder }: RhodeIsland): Promise<void> {
  console.log('\n## Standard errors: 24 cells, epsilon 1, cells that are not 0, root mean squares')
  const found = await Promise.all(
    [0, 1].map(async (simulations) => {
      const spec = rhodeIslandSpec({ cells: 24, epsilon: '1', topdown: `{ simulations: ${simulations} }` })
      const sums = LEVELS.map(() => BINS.map((): Sum => ({ n: 0, error: 0, standard: 0 })))
      await release(folder, spec, 'errors', (out) => addErrors(folder, out, sums))
      return sums
    }),
  )
  console.log('| level | count | answers | true error | from the noise | ratio | calibrated | ratio |')
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  LEVELS.forEach((level, l) => {
    BINS.forEach((from, b) => {
      const [plain, calibrated] = found.map((sums) => sums[l][b])
      if (plain.n === 0) return
      const error = Math.sqrt(plain.error / plain.n)
      const shown = [plain, calibrated].map(({ n, standard }) => Math.sqrt(standard / n))
      const label = b + 1 < BINS.length ? `${from} to ${BINS[b + 1] - 1}` : `${from} and more`
      const parts = shown.map((standard) => `${standard.toFixed(2)} | ${(error / standard).toFixed(2)}`)
      console.log(`| ${level} | ${label} | ${plain.n} | ${error.toFixed(2)} | ${parts.join(' | ')} |`)
    })
  })
}

function addErrors(folder: string, out: string, sums: Sum[][]): void {
  const { nodeOf, counts } = readTruth(folder)
  const columns = ['level', 'region', 'race', 'residence', 'count', 'standard_error']
  for (const [level, region, race, residence, count, standard] of readLines(join(out, 'cells.csv'), columns)) {
    const l = LEVELS.indexOf(level)
    const truth = counts[l][nodeOf(l, region) * CELLS + cellOf(race, residence)]
    const sum = sums[l][BINS.findLastIndex((from) => Number(count) >= from)]
    sum.n++
    sum.error += (Number(count) - truth) ** 2
    sum.standard += Number(standard) ** 2
  }
}

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 10)
const BLOCKS = Number(process.env.TACET_BENCH_BLOCKS ?? 2500)

/**
 * How much the published errors of the top move with the seed: of every query of the upper levels, the root mean square of what each of
 * several releases says, the least and the most over the releases, beside what they were truly off by, all releases together.
 */
export async function topErrors(data: string): Promise<void> {
  const measured = rhodeIsland(false, false).spec.replace('simulations: 0', 'simulations: 1')
  await topErrorsOf(data, 'rho 2.56, total, race, residence and cells measured', measured)
  const few = measured
    .replace('rho: 2.56', 'rho: 0.005')
    .replace(/workload: .*/, 'workload: [{ query: race }, { query: detailed }]')
  await topErrorsOf(data, 'rho 0.005, race and cells measured', few)
}

async function topErrorsOf(data: string, name: string, spec: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-top-'))
  const told = new Map<string, number[]>()
  const truly = new Map<string, { n: number; squares: number }>()
  let cpu = 0
  try {
    writeRhodeIsland(data, folder, BLOCKS)
    const truth = readTruth(folder)
    for (let run = 0; run < RUNS; run++) {
      const begun = process.cpuUsage()
      const read = (out: string): void => addTop(truth, out, told, truly)
      await release(folder, spec, `top ${run}`, read, false)
      const { user, system } = process.cpuUsage(begun)
      cpu += (user + system) / 1e6 / RUNS
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${name}: ${RUNS} runs of ${BLOCKS} blocks, ${cpu.toFixed(1)} CPU s each\n`)
  console.log('| level, query | answers | true error | least told | mean | most | spread |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const [key, errors] of told) {
    const { n, squares } = truly.get(key) as { n: number; squares: number }
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    const spread = Math.sqrt(errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / (errors.length - 1))
    const shown = [Math.sqrt(squares / n), Math.min(...errors), mean, Math.max(...errors)].map((one) => one.toFixed(2))
    console.log(`| ${key} | ${n} | ${shown.join(' | ')} | ${((100 * spread) / mean).toFixed(0)} % |`)
  }
}

function addTop(
  { nodeOf, counts }: ReturnType<typeof readTruth>,
  out: string,
  told: Map<string, number[]>,
  truly: Map<string, { n: number; squares: number }>,
): void {
  const sums = new Map<string, { n: number; squares: number }>()
  const columns = ['level', 'region', 'query', 'race', 'residence', 'count', 'standard_error']
  const lines = readLines(join(out, 'answers.csv'), columns)
  for (const [level, region, query, race, residence, count, standard] of lines) {
    const l = LEVELS.indexOf(level)
    if (l > 2) continue
    const from = nodeOf(l, region) * CELLS
    const was = counts[l].subarray(from, from + CELLS).reduce((sum, n, cell) => {
      const isRace = (race ?? '') === '' || GROUPS[Math.floor(cell / RESIDENCES.length)] === race
      const isResidence = (residence ?? '') === '' || RESIDENCES[cell % RESIDENCES.length] === residence
      return isRace && isResidence ? sum + n : sum
    }, 0)
    const key = `${level}, ${query}`
    for (const [map, by] of [
      [sums, Number(standard)],
      [truly, Number(count) - was],
    ] as const) {
      const own = map.get(key) ?? { n: 0, squares: 0 }
      map.set(key, { n: own.n + 1, squares: own.squares + by ** 2 })
    }
  }
  for (const [key, { n, squares }] of sums) told.set(key, [...(told.get(key) ?? []), Math.sqrt(squares / n)])
}
