/**
 * Full-domain recoding: one level of its tree for every attribute, the same for all records; records whose class then
 * has fewer than k are suppressed, up to a limit, and others with them where these alone would be no class. The node of the lattice of
 * levels that costs least.
 *
 * Nodes are looked at in the order of what their levels cost by themselves, until that reaches the best cost found. Whether few
 * enough records are in small classes is kept by every coarser node, so that most nodes are never looked at (El Emam et al.,
 * JAMIA 2009; Kohlmayer et al., PASSAT 2012).
 */
import { badInput } from '../../request-error.ts'
import { type Dimension, dimensionOf, type LevelCost } from '../lattice/level-costs.ts'
import { LevelLattice } from '../lattice/level-lattice.ts'
import { PublishedLevels } from '../lattice/published-levels.ts'
import type { AnonymityProblem, Classes } from '../problem/problem.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'

export interface FullDomain {
  readonly kind: 'full-domain'
  /** The level of each attribute, 0 for its leaves. */
  readonly levels: readonly number[]
  readonly classOf: Classes
  readonly suppressed: number
  /** Of `loss`: as published, with whole tree nodes; tight sets of the same classes lose less. */
  readonly cost: number
  /** No other levels cost less. False where the search was stopped. */
  readonly proved: boolean
}

export interface FullDomainOptions {
  /** Records that may be suppressed. */
  readonly mostSuppressed?: number
  readonly rule?: ClassRule | undefined
  /** `loss` unless given. */
  readonly cost?: LevelCost | undefined
  readonly shouldStop?: (() => boolean) | undefined
}

const MOST_NODES = 2_000_000

export function solveFullDomain(problem: AnonymityProblem, options: FullDomainOptions = {}): FullDomain {
  const { mostSuppressed = 0, rule, cost = 'loss', shouldStop } = options
  const dimensions = problem.attributes.map((attribute) => dimensionOf(attribute, cost))
  const lattice = new LevelLattice(dimensions.map(({ totals }) => totals.length))
  const bounds = boundsOf(dimensions, lattice.size)
  const published = new PublishedLevels(problem, dimensions, { mostSuppressed, rule, cost })
  // The most general levels make one class of all records.
  let [best, least] = [lattice.size - 1, published.costAt(lattice.levelsOf(lattice.size - 1))]
  let proved = true
  for (const node of Uint32Array.from(bounds.keys()).sort((a, b) => bounds[a] - bounds[b])) {
    if (bounds[node] >= least) break
    if (shouldStop?.() === true) {
      proved = false
      break
    }
    if (!lattice.has(node, (levels) => published.isPossible(levels))) continue
    if (published.isMonotone && lattice.hasBelow(node)) continue // a finer node costs no more
    const found = published.costAt(lattice.levelsOf(node))
    if (found < least) [best, least] = [node, found]
  }
  const levels = lattice.levelsOf(best)
  return { kind: 'full-domain', levels, cost: least, proved, ...published.published(levels) }
}

/** What the levels of every node cost by themselves. */
function boundsOf(dimensions: readonly Dimension[], size: number): Float64Array {
  if (size > MOST_NODES) {
    throw badInput(`The trees have ${size} combinations of levels; at most ${MOST_NODES} are tried. Use fewer levels.`)
  }
  const bounds = new Float64Array(size)
  let stride = 1
  for (const { totals } of dimensions) {
    for (let node = 0; node < size; node++) bounds[node] += totals[Math.floor(node / stride) % totals.length]
    stride *= totals.length
  }
  return bounds
}
