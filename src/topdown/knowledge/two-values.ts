/**
 * Implied constraints when two partitions cross at the leaves, both exact, and one of them has two values only.
 *
 * Of a leaf with r[i] in row i and s in the first column, the table follows from e[i], what row i has in that column:
 * 0 <= e[i] <= r[i] and sum e = s, the bases of an integral generalised polymatroid. Such sets add up over the leaves with
 *   b(A) = sum over leaves of min(r(A), s),   p(A) = sum over leaves of max(0, s - r(not A)),
 * so p(A) <= e(A) <= b(A) for all sets A of rows, beside the margins themselves, is complete and integral. Two rows give
 * Lemma 1 of the TopDown paper; with three values on either side the question is NP-complete (its Theorem 2).
 */
import { type FactSet, isExact, lowerAt } from './fact-sets.ts'
import type { Subsets } from './polymatroid.ts'
import { contradiction, type Problem } from './problem.ts'
import type { RowBook } from './rows.ts'

export interface TwoValues {
  describe(level: number, node: number, book: RowBook): Subsets | undefined
}

interface Cross {
  /** The rows: exact sets that are a partition. */
  readonly rows: readonly FactSet[]
  /** The first column. */
  readonly column: FactSet
  /** The classes of each row in the first column. */
  readonly elements: readonly Int32Array[]
  /** 1 for a row that lies wholly within the column. */
  readonly whole: Uint8Array
}

/** Undefined when the facts are of another kind, or there are more than `most` rows. */
export function twoValues(problem: Problem, most: number): TwoValues | undefined {
  const { hierarchy, knowledge, ratios } = problem
  const cross = ratios.length === 0 && knowledge.project === undefined ? crossOf(problem) : undefined
  if (cross === undefined || cross.rows.length > most || problem.innerSets.flat().length > 0) return undefined
  const last = hierarchy.levels.length - 1
  const sums = sumLevels(problem, cross)
  return {
    describe: (level, node, book) => {
      if (level === last) return undefined // the facts of a leaf say it all
      const { margins, lower, upper } = sums[level]
      const width = cross.rows.length + 1
      const at = node * width
      cross.rows.forEach(({ classes }, i) => {
        book.addImplied(classes as Int32Array, margins[at + i], margins[at + i])
      })
      const column = margins[at + cross.rows.length]
      book.addImplied(cross.column.classes as Int32Array, column, column)
      const size = 2 ** cross.rows.length
      const of = (values: Float64Array): Float64Array => values.slice(node * size, (node + 1) * size)
      return { elements: cross.elements, lower: of(lower), upper: of(upper), tried: problem.tried }
    },
  }
}

/** A set whose removal leaves a partition into exact sets; its complement may be given too. */
function crossOf(problem: Problem): Cross | undefined {
  const { leafSets, hierarchy, classes } = problem
  const leaves = hierarchy.levels[hierarchy.levels.length - 1].regions.length
  if (leafSets.some((set) => set.classes === undefined || !isExact(set, leaves))) return undefined
  for (const column of leafSets) {
    const inside = new Set(column.classes)
    const whole = classes.classes
    const rows = leafSets.filter((set) => {
      const shared = (set.classes as Int32Array).filter((k) => inside.has(k)).length
      const size = (set.classes as Int32Array).length
      const isColumn = set === column || (shared === 0 && size === whole - inside.size)
      return !isColumn && size < whole
    })
    const covered = rows.flatMap((set) => [...(set.classes as Int32Array)])
    if (rows.length < 2 || covered.length !== whole || new Set(covered).size !== whole) continue
    const elements = rows.map((set) => (set.classes as Int32Array).filter((k) => inside.has(k)))
    const full = Uint8Array.from(rows, (set, i) => (elements[i].length === set.classes?.length ? 1 : 0))
    return { rows, column, elements, whole: full }
  }
  return undefined
}

interface Sums {
  /** The rows and the column of each node. */
  readonly margins: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
}

function sumLevels(problem: Problem, cross: Cross): readonly Sums[] {
  const { levels } = problem.hierarchy
  const last = levels.length - 1
  const sums: Sums[] = []
  for (let level = last; level >= 0; level--) {
    const nodes = levels[level].regions.length
    const here = emptySums(nodes, cross.rows.length)
    for (let node = 0; node < nodes; node++) {
      if (level === last) readLeaf(problem, cross, node, here)
      else addChildren(sums[level + 1], levels[level].firstChild, node, here)
    }
    sums[level] = here
  }
  return sums
}

function emptySums(nodes: number, rows: number): Sums {
  const size = nodes * 2 ** rows
  return {
    margins: new Float64Array(nodes * (rows + 1)),
    lower: new Float64Array(size),
    upper: new Float64Array(size),
  }
}

function readLeaf(problem: Problem, { rows, column, elements, whole }: Cross, leaf: number, out: Sums): void {
  const sizes = rows.map((set) => lowerAt(set, leaf))
  const s = lowerAt(column, leaf)
  const high = sizes.map((r, i) => (elements[i].length === 0 ? 0 : r))
  const low = sizes.map((r, i) => (whole[i] === 1 ? r : 0))
  const sum = (values: readonly number[], mask: number): number =>
    values.reduce((total, value, i) => total + ((mask >> i) & 1 ? value : 0), 0)
  const all = 2 ** rows.length - 1
  if (s < sum(low, all) || s > sum(high, all)) throw contradiction(problem, problem.hierarchy.levels.length - 1, leaf)
  for (let mask = 0; mask <= all; mask++) {
    const at = leaf * (all + 1) + mask
    out.upper[at] = Math.min(sum(high, mask), s - sum(low, all ^ mask))
    out.lower[at] = Math.max(sum(low, mask), s - sum(high, all ^ mask))
  }
  sizes.forEach((r, i) => {
    out.margins[leaf * (rows.length + 1) + i] = r
  })
  out.margins[leaf * (rows.length + 1) + rows.length] = s
}

function addChildren(below: Sums, firstChild: Int32Array, node: number, out: Sums): void {
  for (const key of ['margins', 'lower', 'upper'] as const) {
    const width = out[key].length / (firstChild.length - 1)
    for (let child = firstChild[node]; child < firstChild[node + 1]; child++) {
      for (let i = 0; i < width; i++) out[key][node * width + i] += below[key][child * width + i]
    }
  }
}
