/**
 * The answers to many queries in one pass over the leaves. Leaves may be in a database or on a disk, where reading them costs more than adding
 * them up, so every part of them is read once, whatever is asked.
 */
import type { SparseHistogram } from './histogram.ts'
import type { PlaceCounts } from './place-counts.ts'
import type { Query } from './query.ts'

/** A query at the nodes from .. to - 1 of a level. */
export interface AskedNodes {
  readonly query: Query
  /** The first leaf of every node of the level, as `leafRanges` gives it. */
  readonly firstLeaf: Int32Array
  readonly from: number
  readonly to: number
}

/** Orders what is asked as one pass can answer it. */
export function byLastLeaf(a: AskedNodes, b: AskedNodes): number {
  return a.firstLeaf[a.to] - b.firstLeaf[b.to]
}

/**
 * Answers, as `nodeAnswers` gives them, in the order of `asked`, which is sorted by `byLastLeaf`. What is held: one part of the leaves and
 * the answers that it does not complete, at most one of each level and query where their nodes do not overlap.
 */
export async function* answersInOnePass(
  leaves: PlaceCounts,
  asked: readonly AskedNodes[],
): AsyncGenerator<Float64Array> {
  if (asked.some((one, i) => i > 0 && byLastLeaf(asked[i - 1], one) > 0))
    throw new Error('what is asked is not in the order of its last leaf')
  const begun = new Map<AskedNodes, Float64Array>()
  let next = 0
  for (let part = 0; part + 1 < leaves.first.length; part++) {
    const [first, end] = [leaves.first[part], leaves.first[part + 1]]
    const touched = asked.slice(next).filter(({ firstLeaf, from }) => firstLeaf[from] < end)
    if (touched.length === 0) continue
    const histogram = await leaves.read(first, end)
    for (const one of touched) {
      const sums = begun.get(one) ?? new Float64Array((one.to - one.from) * one.query.answers)
      addPart(sums, one, first, histogram)
      if (one.firstLeaf[one.to] > end) begun.set(one, sums)
      else {
        begun.delete(one)
        next++
        yield sums
      }
    }
  }
}

/** One query at every node of a level. */
export async function answersOfLevel(leaves: PlaceCounts, firstLeaf: Int32Array, query: Query): Promise<Float64Array> {
  const all = { query, firstLeaf, from: 0, to: firstLeaf.length - 1 }
  for await (const answers of answersInOnePass(leaves, [all])) return answers
  return new Float64Array(all.to * query.answers) // there are no leaves
}

/** Adds the leaves from `first` on to the nodes that they are in. */
function addPart(
  sums: Float64Array,
  { query, firstLeaf, from, to }: AskedNodes,
  first: number,
  { start, cell, count }: SparseHistogram,
): void {
  const begin = Math.max(first, firstLeaf[from])
  const end = Math.min(first + start.length - 1, firstLeaf[to])
  let node = from
  for (let leaf = begin; leaf < end; leaf++) {
    while (firstLeaf[node + 1] <= leaf) node++
    const base = (node - from) * query.answers
    for (let i = start[leaf - first]; i < start[leaf - first + 1]; i++) {
      const answer = query.answerOf[cell[i]]
      if (answer >= 0) sums[base + answer] += count[i]
    }
  }
}
