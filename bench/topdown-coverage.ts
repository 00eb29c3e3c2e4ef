/**
 * How often the 90 % interval of `tacet error` holds the truth: Rhode Island in 24 cells, measured totals, totals and counts by race of every
 * place, by level and released count. Each interval comes from the replicates of its own release.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseError } from 'tacet/jobs'
import { GROUPS, writeRhodeIsland } from './rhode-island.ts'
import { release } from './topdown-release.ts'
import { rhodeIsland } from './topdown-sharper.ts'
import { CELLS, LEVELS, readTruth } from './topdown-truth.ts'

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 5)
const BLOCKS = Number(process.env.TACET_BENCH_BLOCKS ?? 600)
const REPLICATES = 40
const SIZES = [0, 1, 10, 100, 1000]

interface Group {
  answers: number
  held: number
  width: number
}

export async function coverage(data: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-coverage-'))
  const groups = new Map<string, Group>()
  try {
    writeRhodeIsland(data, folder, BLOCKS)
    const spec = `${rhodeIsland(false, false).spec}output: { replicates: ${REPLICATES} }\n`
    for (let run = 0; run < RUNS; run++) {
      await release(folder, spec, `coverage ${run}`, (out) => addRelease(folder, out, groups))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${RUNS} runs of ${BLOCKS} blocks, ${REPLICATES} replicates\n`)
  console.log(
    '| level, query | released | answers | held by the 90 % interval | mean width |\n| --- | --- | ---: | ---: | ---: |',
  )
  for (const [key, { answers, held, width }] of groups) {
    const [what, size] = key.split('|')
    console.log(
      `| ${what} | ${size} | ${answers} | ${((100 * held) / answers).toFixed(1)} % | ${(width / answers).toFixed(1)} |`,
    )
  }
}

async function addRelease(folder: string, out: string, groups: Map<string, Group>): Promise<void> {
  const { nodeOf, counts } = readTruth(folder)
  for (const [l, level] of LEVELS.entries()) {
    for (const race of [undefined, ...GROUPS]) {
      const { areas } = await releaseError({ release: out, level, where: race === undefined ? {} : { race: [race] } })
      for (const { area, count, low, high } of areas) {
        const from = nodeOf(l, area) * CELLS
        const truth = counts[l].subarray(from, from + CELLS).reduce((sum, n, cell) => {
          return race === undefined || GROUPS[Math.floor(cell / 3)] === race ? sum + n : sum
        }, 0)
        const size = SIZES.findLastIndex((least) => count >= least)
        const shown = size === 0 ? '0' : `${SIZES[size]} and more`
        const key = `${level}, ${race === undefined ? 'total' : 'race'}|${shown}`
        const group = groups.get(key) ?? { answers: 0, held: 0, width: 0 }
        groups.set(key, group)
        group.answers++
        group.width += high - low
        if (low <= truth && truth <= high) group.held++
      }
    }
  }
}
