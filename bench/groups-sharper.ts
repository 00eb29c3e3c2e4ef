/**
 * What each choice of a release of group sizes is worth, on public data and on a census that the benchmark makes: what is
 * made whole, leaves drawn towards their parents' shapes, the shares of the levels, other mechanisms, whole groups
 * protected. Tables of L1 and earth mover's distance by level, each way against the first of its table.
 */
import { parseRational, type Rational, rational } from 'tacet/exact'
import { fitShares } from 'tacet/groups'
import { PAPER_CENSUS, syntheticCensus } from './groups-census.ts'
import { compareWays, type Way } from './groups-compare.ts'
import { californiaSchools, greenTaxis, type PublicGroups, sanFrancisco } from './groups-data.ts'

const SHRUNK = { shrink: true } as const

/** The first was the default, the second is. */
const DEFAULTS: readonly Way[] = [
  { name: 'counts made whole', solve: { rounding: 'counts' } },
  { name: 'cumulative counts made whole' },
  { name: 'and leaves shrunk', solve: SHRUNK },
]

/** With the number of groups of every region public, as Kuo and others have it. */
const MATCHED: readonly Way[] = (['cumulative', 'hc', 'hg'] as const).map((mechanism) => ({
  name: `${mechanism}, regions public`,
  options: { mechanism, publicGroups: 'regions' },
  solve: SHRUNK,
}))

/** What it costs to protect whole groups: no number is public, and one group moves one count. */
const WHOLE: readonly Way[] = [
  { name: 'cumulative, a person', solve: SHRUNK },
  { name: 'topdown, a whole group', options: { mechanism: 'topdown', publicGroups: 'none' } },
  { name: 'mh-dp, a whole group', options: { mechanism: 'mh-dp', publicGroups: 'none' } },
]

/** 5 % for every level but one. */
function mostly(levels: number, chosen: number): Rational[] {
  return Array.from({ length: levels }, (_, l) => rational(l === chosen ? BigInt(100 - 5 * (levels - 1)) : 5n, 100n))
}

/** Equal shares, shares fitted to weights of 1 for every level and of 10 for the leaves, and mostly leaves. */
function shareWays({ frame }: PublicGroups, epsilon: string): readonly Way[] {
  const levels = frame.hierarchy.levels.length
  const budget = { kind: 'pure', epsilon: parseRational(epsilon) } as const
  const fitted = (leaves: number): Way => {
    const weights = Array.from({ length: levels }, (_, l) => (l === levels - 1 ? leaves : 1))
    const { shares } = fitShares(frame, { budget }, weights)
    const parts = shares.map(({ num, den }) => ((100 * Number(num)) / Number(den)).toFixed(1))
    return { name: `fitted 1:${leaves} ${parts.join('/')}`, options: { shares }, solve: SHRUNK }
  }
  const leaves = { name: '5 % above, rest leaves', options: { shares: mostly(levels, levels - 1) }, solve: SHRUNK }
  return [{ name: 'equal shares', solve: SHRUNK }, fitted(1), fitted(10), leaves]
}

/** Leaves as they are solved, and shrunk, under shares as uneven as these. */
function shrinkWays({ frame }: PublicGroups, towards: 'leaves' | 'top'): readonly Way[] {
  const levels = frame.hierarchy.levels.length
  const options = { shares: mostly(levels, towards === 'top' ? 0 : levels - 1) }
  return [
    { name: `mostly ${towards}, leaves as solved`, options },
    { name: `mostly ${towards}, leaves shrunk`, options, solve: SHRUNK },
  ]
}

/** A census of 300 counties and 200 sizes, one hundredth of the paper's households. */
function smallCensus(): PublicGroups {
  const shape = { ...PAPER_CENSUS, states: 10, counties: 300, sizes: 200, groups: 1_176_304 }
  const { hierarchy, leaves, sizes } = syntheticCensus(shape)
  return { name: 'Synthetic census', frame: { hierarchy, sizes }, leaves }
}

const SETS: Readonly<Record<string, () => PublicGroups | string>> = {
  households: sanFrancisco,
  schools: () => californiaSchools(20),
  taxis: greenTaxis,
  census: smallCensus,
}

/** `sets` names data sets, all of them unless given. */
export async function sharper(epsilons: readonly string[], runs: number, sets = Object.keys(SETS)): Promise<void> {
  for (const set of sets) {
    const data = SETS[set]()
    if (typeof data === 'string') {
      console.log(`\n${data}`)
      continue
    }
    for (const epsilon of epsilons) {
      const tables = [
        DEFAULTS,
        shareWays(data, epsilon),
        shrinkWays(data, 'leaves'),
        shrinkWays(data, 'top'),
        MATCHED,
        WHOLE,
      ]
      for (const ways of tables) await compareWays(data, ways, epsilon, runs)
    }
  }
}
