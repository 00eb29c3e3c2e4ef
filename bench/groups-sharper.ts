/**
 * What each choice of a release of group sizes is worth, on public data and on a census that the benchmark makes: what
 * is made whole, the shares of the levels. Tables of L1 and earth mover's distance by level.
 */
import { PAPER_CENSUS, syntheticCensus } from './groups-census.ts'
import { compareWays, type Way } from './groups-compare.ts'
import { californiaSchools, greenTaxis, type PublicGroups, sanFrancisco } from './groups-data.ts'

const ROUNDING: readonly Way[] = [
  { name: 'counts made whole', solve: { rounding: 'counts' } },
  { name: 'cumulative counts made whole', solve: { rounding: 'cumulative' } },
]

/** A census of 300 counties and 200 sizes, one hundredth of the paper's households. */
function smallCensus(): PublicGroups {
  const shape = { ...PAPER_CENSUS, states: 10, counties: 300, sizes: 200, groups: 1_176_304 }
  const { hierarchy, leaves, sizes } = syntheticCensus(shape)
  return { name: 'Synthetic census', frame: { hierarchy, sizes }, leaves }
}

export async function sharper(epsilons: readonly string[], runs: number): Promise<void> {
  for (const read of [sanFrancisco, () => californiaSchools(10), greenTaxis, smallCensus]) {
    const data = read()
    if (typeof data === 'string') {
      console.log(`\n${data}`)
      continue
    }
    for (const epsilon of epsilons) await compareWays(data, ROUNDING, epsilon, runs)
  }
}
