/**
 * Counts by place and cell. Leaves are sparse (most blocks hold few of 2,016 kinds of people); answers to a query over a
 * level are dense, since every answer gets noise, the zeros too.
 *
 * Counts are doubles holding whole numbers up to 2^53.
 */
import { type Hierarchy, leafRanges } from './hierarchy.ts'
import type { Query } from './query.ts'

/** Entries start[i] .. start[i + 1] - 1 of `cell` and `count` belong to leaf i, cells ascending. */
export interface SparseHistogram {
  readonly cells: number
  readonly start: Float64Array
  readonly cell: Int32Array
  readonly count: Float64Array
}

/** The largest total that keeps every sum of counts exact. */
export const LARGEST_TOTAL: number = Number.MAX_SAFE_INTEGER

/**
 * The histogram of entries in any order; entries of the same leaf and cell add up. Two linear passes and a sort of the
 * cells within each leaf.
 */
export function sparseHistogram(
  leaves: number,
  cells: number,
  leafOf: Int32Array,
  cell: Int32Array,
  count: Float64Array,
): SparseHistogram {
  const first = new Float64Array(leaves + 1)
  for (const leaf of leafOf) first[leaf + 1]++
  for (let i = 0; i < leaves; i++) first[i + 1] += first[i]
  const order = new Int32Array(leafOf.length)
  const next = first.slice()
  for (let i = 0; i < leafOf.length; i++) order[next[leafOf[i]]++] = i
  return merged({ cells, start: first, cell: gather(cell, order), count: gather(count, order) })
}

function gather<A extends Int32Array | Float64Array>(values: A, order: Int32Array): A {
  const out = values.slice() as A
  for (let i = 0; i < order.length; i++) out[i] = values[order[i]]
  return out
}

/** Sorts and adds up the entries of each leaf, in place, and cuts off what is left over. */
function merged({ cells, start, cell, count }: SparseHistogram): SparseHistogram {
  const sums = cells <= DENSE_SCRATCH ? new Float64Array(cells) : new Map<number, number>()
  const get = (c: number): number => (sums instanceof Map ? (sums.get(c) ?? 0) : sums[c])
  const put = (c: number, sum: number): void => {
    if (sums instanceof Map) sums.set(c, sum)
    else sums[c] = sum
  }
  const ends = new Float64Array(start.length)
  let at = 0
  for (let leaf = 0; leaf < start.length - 1; leaf++) {
    const from = at
    for (let i = start[leaf]; i < start[leaf + 1]; i++) {
      const before = get(cell[i])
      put(cell[i], before + count[i])
      if (before === 0 && count[i] > 0) cell[at++] = cell[i] // at never overtakes i
    }
    cell.subarray(from, at).sort()
    for (let i = from; i < at; i++) {
      count[i] = get(cell[i])
      put(cell[i], 0)
    }
    ends[leaf + 1] = at
  }
  return { cells, start: ends, cell: cell.slice(0, at), count: count.slice(0, at) }
}

/** Histograms with up to this many cells sum through an array, larger ones through a map. */
const DENSE_SCRATCH = 1 << 22

/** The number of people. */
export function totalCount(histogram: SparseHistogram): number {
  let total = 0
  for (const count of histogram.count) total += count
  return total
}

/**
 * The answers of a query at the nodes from .. to - 1 of a level, node by node:
 *   out[(node - from) * query.answers + a] = the people of the leaves below the node, over the cells counted in answer a
 * `firstLeaf` are the level's leaf ranges.
 */
export function nodeAnswers(
  histogram: SparseHistogram,
  firstLeaf: Int32Array,
  query: Query,
  from: number,
  to: number,
): Float64Array {
  const { start, cell, count } = histogram
  const out = new Float64Array((to - from) * query.answers)
  for (let node = from; node < to; node++) {
    const base = (node - from) * query.answers
    for (let i = start[firstLeaf[node]]; i < start[firstLeaf[node + 1]]; i++) {
      const answer = query.answerOf[cell[i]]
      if (answer >= 0) out[base + answer] += count[i]
    }
  }
  return out
}

/** The answers of a query at every node of a level. */
export function levelAnswers(
  histogram: SparseHistogram,
  hierarchy: Hierarchy,
  level: number,
  query: Query,
): Float64Array {
  const firstLeaf = leafRanges(hierarchy, level)
  return nodeAnswers(histogram, firstLeaf, query, 0, firstLeaf.length - 1)
}

/** One leaf's counts over all cells. */
export function denseLeaf(histogram: SparseHistogram, leaf: number): Float64Array {
  const out = new Float64Array(histogram.cells)
  for (let i = histogram.start[leaf]; i < histogram.start[leaf + 1]; i++) out[histogram.cell[i]] = histogram.count[i]
  return out
}
