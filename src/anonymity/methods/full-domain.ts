/**
 * Full-domain recoding: one level of its tree for every attribute, the same for all records; records whose class then
 * has fewer than k are suppressed, up to a limit, and others with them where these alone would be no class. The optimal node of the lattice of levels, by the tree loss:
 *   loss(levels) = sum over published records and attributes of weight * leaves below the value's node / all leaves
 *                + all weights for every suppressed record.
 *
 * Without suppression a node loses at least sum over all records of the first part, since no share exceeds 1. Nodes are
 * looked at in the order of that bound, until it reaches the best loss found.
 */
import { badInput } from '../../request-error.ts'
import { ancestors, leafCounts } from '../problem/generalisation-tree.ts'
import { type AnonymityProblem, type Classes, type QuasiIdentifier, SUPPRESSED, weightOf } from '../problem/problem.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'
import { fillSuppressed, type Gain, mayStand } from '../suppression/suppressed-class.ts'

export interface FullDomain {
  readonly kind: 'full-domain'
  /** The level of each attribute, 0 for its leaves. */
  readonly levels: readonly number[]
  readonly classOf: Classes
  readonly suppressed: number
  /** As published, with whole tree nodes; tight sets of the same classes lose less. */
  readonly loss: number
}

export interface FullDomainOptions {
  /** Records that may be suppressed. */
  readonly mostSuppressed?: number
  readonly rule?: ClassRule | undefined
}

const MOST_NODES = 500_000

interface Dimension {
  /** nodes[level][record]. */
  readonly nodes: readonly Int32Array[]
  /** losses[level][record's node]. */
  readonly losses: readonly Float64Array[]
  /** The sum over records at each level. */
  readonly totals: readonly number[]
}

export function solveFullDomain(problem: AnonymityProblem, options: FullDomainOptions = {}): FullDomain {
  const dimensions = problem.attributes.map(dimensionOf)
  const lattice = sortedLattice(dimensions)
  const weights = problem.attributes.reduce((sum, attribute) => sum + weightOf(attribute), 0)
  let best: FullDomain | undefined
  for (const { levels, bound } of lattice) {
    if (best !== undefined && bound >= best.loss) break
    const found = evaluate(problem, dimensions, levels, weights, options)
    if (found !== undefined && (best === undefined || found.loss < best.loss)) best = found
  }
  if (best === undefined) {
    throw badInput(
      'Not even the most general level of every tree gives such classes. Allow more suppression or ask for less.',
    )
  }
  return best
}

function dimensionOf(attribute: QuasiIdentifier): Dimension {
  const { hierarchy, name } = attribute
  if (hierarchy === undefined) {
    throw badInput(`Full-domain recoding needs a hierarchy for "${name}". Give one, or use another method.`)
  }
  const { tree, leafOf } = hierarchy
  const leaf = attribute.kind === 'numeric' ? leafOf : attribute.codes.map((code) => leafOf[code])
  const nodes = ancestors(tree).map((line) => leaf.map((position) => line[position]))
  const losses = leafCounts(tree).map((counts) =>
    Float64Array.from(counts, (count) => (count === 1 ? 0 : (weightOf(attribute) * count) / tree.labels[0].length)),
  )
  const totals = nodes.map((line, level) => line.reduce((sum, node) => sum + losses[level][node], 0))
  return { nodes, losses, totals }
}

function sortedLattice(dimensions: readonly Dimension[]): { levels: number[]; bound: number }[] {
  const size = dimensions.reduce((product, { totals }) => product * totals.length, 1)
  if (size > MOST_NODES) {
    throw badInput(`The trees have ${size} combinations of levels; at most ${MOST_NODES} are tried. Use fewer levels.`)
  }
  let nodes: { levels: number[]; bound: number }[] = [{ levels: [], bound: 0 }]
  for (const { totals } of dimensions) {
    nodes = nodes.flatMap(({ levels, bound }) =>
      totals.map((total, level) => ({ levels: [...levels, level], bound: bound + total })),
    )
  }
  return nodes.sort((a, b) => a.bound - b.bound)
}

/** The node's classes and loss, or undefined when it would suppress too many or break the rules. */
function evaluate(
  { records, k }: AnonymityProblem,
  dimensions: readonly Dimension[],
  levels: readonly number[],
  weights: number,
  { mostSuppressed = 0, rule }: FullDomainOptions,
): FullDomain | undefined {
  const classOf = groupRecords(records, dimensions, levels)
  const lists: number[][] = []
  classOf.forEach((c, i) => {
    if (lists[c] === undefined) lists[c] = []
    lists[c].push(i)
  })
  const lossOf = ([first]: readonly number[]): number =>
    dimensions.reduce((sum, { nodes, losses }, a) => sum + losses[levels[a]][nodes[levels[a]][first]], 0)
  const now = { classes: [] as number[][], suppressed: [] as number[] }
  for (const list of lists) {
    if (mayStand(list, k, rule)) now.classes.push(list)
    else now.suppressed.push(...list)
    if (now.suppressed.length > mostSuppressed) return undefined
  }
  const filled = fillSuppressed(now, k, mostSuppressed - now.suppressed.length, rule, {
    leave: (list) => spare(list, k, rule, lossOf(list) - weights),
    dissolve: (list) => list.length * (lossOf(list) - weights),
  })
  if (filled === undefined) return undefined
  for (const record of filled.suppressed) classOf[record] = SUPPRESSED
  const loss = filled.classes.reduce((sum, list) => sum + list.length * lossOf(list), 0)
  const suppressed = filled.suppressed.length
  return { kind: 'full-domain', levels, classOf, suppressed, loss: loss + suppressed * weights }
}

/** A record without which the others may stay a class. All of a class publish the same and gain the same. */
function spare(list: readonly number[], k: number, rule: ClassRule | undefined, gain: number): Gain {
  const fits = (record: number): boolean =>
    rule === undefined ||
    mayStand(
      list.filter((other) => other !== record),
      k,
      rule,
    )
  const record = list.length > k ? list.find(fits) : undefined
  return record === undefined ? { record: -1, gain: -Infinity } : { record, gain }
}

/** Records with the same nodes, numbered by first record; one attribute refines the grouping after another. */
function groupRecords(records: number, dimensions: readonly Dimension[], levels: readonly number[]): Int32Array {
  let group = new Int32Array(records)
  let count = 1
  dimensions.forEach(({ nodes, losses }, a) => {
    const line = nodes[levels[a]]
    const width = losses[levels[a]].length
    const names = new Map<number, number>()
    group = group.map((g, i) => {
      const key = g * width + line[i]
      let name = names.get(key)
      if (name === undefined) names.set(key, (name = names.size))
      return name
    })
    count = names.size
  })
  return count === 0 ? new Int32Array(records) : group
}
