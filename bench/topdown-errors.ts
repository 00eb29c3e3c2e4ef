/**
 * Whether the published standard errors are right: the true error of every published count beside its standard error, root
 * mean squares by level, before and after the calibration by simulation. Counts of 0 are not published and so not here.
 */
import { join } from 'node:path'
import { type RhodeIsland, rhodeIslandSpec } from './rhode-island.ts'
import { release } from './topdown-release.ts'
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
