/**
 * What each choice of a release of group sizes is worth, on public data and on a census that the benchmark makes: what
 * is made whole, the shares of the levels, other mechanisms, whole groups protected. Tables of L1 and earth mover's distance by level.
 */
import { parseRational, rational } from 'tacet/exact'
import { fitShares } from 'tacet/groups'
import { PAPER_CENSUS, syntheticCensus } from './groups-census.ts'
import { compareWays, type Way } from './groups-compare.ts'
import { californiaSchools, greenTaxis, type PublicGroups, sanFrancisco } from './groups-data.ts'

const ROUNDING: readonly Way[] = [
  { name: 'counts made whole', solve: { rounding: 'counts' } },
  { name: 'cumulative counts made whole', solve: { rounding: 'cumulative' } },
]

/** With the number of groups of every region public, as Kuo and others have it. */
const MATCHED: readonly Way[] = (['cumulative', 'hc', 'hg'] as const).map((mechanism) => ({
  name: `${mechanism}, regions public`,
  options: { mechanism, publicGroups: 'regions' },
}))

/** What it costs to protect whole groups: no number is public, and one group moves one count. */
const WHOLE: readonly Way[] = [
  { name: 'mh-dp, a person', options: { mechanism: 'mh-dp' } },
  { name: 'mh-dp, a whole group', options: { mechanism: 'mh-dp', publicGroups: 'none' } },
  { name: 'topdown, a whole group', options: { mechanism: 'topdown', publicGroups: 'none' } },
]

/** Equal shares, the leaves alone, and shares fitted to weights of 1 for every level and of 10 for the leaves. */
function shareWays({ frame }: PublicGroups, epsilon: string): readonly Way[] {
  const levels = frame.hierarchy.levels.length
  const budget = { kind: 'pure', epsilon: parseRational(epsilon) } as const
  const fitted = (leaves: number): Way => {
    const weights = Array.from({ length: levels }, (_, l) => (l === levels - 1 ? leaves : 1))
    const { shares } = fitShares(frame, { budget }, weights)
    const parts = shares.map(({ num, den }) => ((100 * Number(num)) / Number(den)).toFixed(1))
    return { name: `fitted 1:${leaves} ${parts.join('/')}`, options: { shares } }
  }
  const mostly = Array.from({ length: levels }, (_, l) =>
    rational(l === levels - 1 ? BigInt(100 - 5 * (levels - 1)) : 5n, 100n),
  )
  return [
    { name: 'equal shares' },
    fitted(1),
    fitted(10),
    { name: '5 % above, rest leaves', options: { shares: mostly } },
  ]
}

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
    for (const epsilon of epsilons) {
      await compareWays(data, ROUNDING, epsilon, runs)
      await compareWays(data, shareWays(data, epsilon), epsilon, runs)
      await compareWays(data, MATCHED, epsilon, runs)
      await compareWays(data, WHOLE, epsilon, runs)
    }
  }
}
