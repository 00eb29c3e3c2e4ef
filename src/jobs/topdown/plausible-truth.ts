/**
 * Data that could lie behind a release. The released counts of a small place are too sparse to be taken for the truth:
 * non-negativity moves its people into few cells. So half of the people of a leaf keep the cell they were released in, and
 * the others get one by the composition of the place above. Every one stays in the leaf and in the class that public facts
 * tell apart, so all facts hold as before. Small places may change their people (emptied-places.ts).
 */
import {
  type CountsPart,
  countParts,
  type Hierarchy,
  type PlaceCounts,
  type SparseHistogram,
  sparseHistogram,
} from '../../model/index.ts'
import { seededEntropy } from '../../noise/index.ts'
import { drawMoves, type LevelChances, movePeople, totalsOf } from './emptied-places.ts'

/** A uniform number from 0 to below 1, in steps of 2^-30. */
type Uniform = () => number

/**
 * The leaves, part by part and in order. `levels` are the released counts, the top first; `classOf` is over the cells of this table; the
 * same seed gives the same data. `chances`: those with which places are empty.
 */
export async function* plausibleTruth(
  levels: readonly PlaceCounts[],
  hierarchy: Hierarchy,
  classOf: Int32Array,
  seed: string,
  chances: LevelChances = [],
): AsyncGenerator<CountsPart> {
  const leaves = spreadLeaves(levels, hierarchy, classOf, uniformFrom(seed))
  const released = levels[levels.length - 1]
  if (chances.every((own) => own === undefined)) yield* leaves
  else {
    const moves = drawMoves(hierarchy, chances, await totalsOf(released), uniformFrom(`${seed} empty`))
    yield* movePeople(leaves, released, moves)
  }
}

async function* spreadLeaves(
  levels: readonly PlaceCounts[],
  hierarchy: Hierarchy,
  classOf: Int32Array,
  uniform: Uniform,
): AsyncGenerator<CountsPart> {
  const last = hierarchy.levels.length - 1
  for await (const { from, histogram } of countParts(levels[last])) {
    if (last === 0) yield { from, histogram }
    else {
      const parent = hierarchy.levels[last].parent.subarray(from, from + histogram.start.length - 1)
      const above = await levels[last - 1].read(parent[0], parent[parent.length - 1] + 1)
      yield { from, histogram: plausibleLeaves(histogram, parent, above, classOf, uniform) }
    }
  }
}

/** `above`: the places above these leaves, from that of the first on. */
function plausibleLeaves(
  leaves: SparseHistogram,
  parent: Int32Array,
  above: SparseHistogram,
  classOf: Int32Array,
  uniform: Uniform,
): SparseHistogram {
  const entries: Entries = { leaf: [], cell: [], count: [] }
  let [of, composition] = [-1, new Map<number, Composition>()]
  for (let leaf = 0; leaf + 1 < leaves.start.length; leaf++) {
    if (parent[leaf] !== of) [of, composition] = [parent[leaf], compositions(above, parent[leaf] - parent[0], classOf)]
    for (let i = leaves.start[leaf]; i < leaves.start[leaf + 1]; i++) {
      const cell = leaves.cell[i]
      const moved = Math.floor(leaves.count[i] / 2 + uniform())
      add(entries, leaf, cell, leaves.count[i] - moved)
      spread(entries, leaf, moved, composition.get(classOf[cell]) as Composition, uniform)
    }
  }
  const { leaf, cell, count } = entries
  const size = leaves.start.length - 1
  return sparseHistogram(size, leaves.cells, Int32Array.from(leaf), Int32Array.from(cell), Float64Array.from(count))
}

interface Entries {
  readonly leaf: number[]
  readonly cell: number[]
  readonly count: number[]
}

function add({ leaf, cell, count }: Entries, at: number, c: number, n: number): void {
  if (n === 0) return
  leaf.push(at)
  cell.push(c)
  count.push(n)
}

/** The cells of one class in a place, with their people added up one after the other. */
interface Composition {
  readonly cells: number[]
  readonly upTo: number[]
}

function compositions(
  { start, cell, count }: SparseHistogram,
  node: number,
  classOf: Int32Array,
): Map<number, Composition> {
  const found = new Map<number, Composition>()
  for (let i = start[node]; i < start[node + 1]; i++) {
    const k = classOf[cell[i]]
    const own = found.get(k) ?? { cells: [], upTo: [] }
    found.set(k, own)
    own.cells.push(cell[i])
    own.upTo.push((own.upTo.at(-1) ?? 0) + count[i])
  }
  return found
}

/** Up to this many are drawn one by one; beyond, each cell gets its share, which is then as good. */
const MOST_DRAWN = 1000

function spread(entries: Entries, leaf: number, people: number, { cells, upTo }: Composition, uniform: Uniform): void {
  const total = upTo[upTo.length - 1]
  let left = people
  if (people > MOST_DRAWN) {
    cells.forEach((cell, i) => {
      const share = Math.floor((people * (upTo[i] - (upTo[i - 1] ?? 0))) / total)
      add(entries, leaf, cell, share)
      left -= share
    })
  }
  for (; left > 0; left--) {
    const at = uniform() * total
    add(entries, leaf, cells[upTo.findIndex((sum) => at < sum)], 1)
  }
}

function uniformFrom(seed: string): Uniform {
  const entropy = seededEntropy(seed, 0)
  return () => entropy.belowSmall(2 ** 30) / 2 ** 30
}
