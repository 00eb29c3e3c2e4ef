/**
 * The classes of the records at a node of the lattice of levels: the tree nodes that a class publishes, and its size. Those of a
 * node are rolled up from those of a finer one, the smallest that is still at hand.
 */
import type { GeneralisationTree } from '../problem/generalisation-tree.ts'

export interface ClassTable {
  readonly levels: readonly number[]
  /** counts[c] records publish the nodes codes[c * columns .. (c + 1) * columns - 1]. */
  readonly counts: Int32Array
  readonly codes: Int32Array
}

export interface LeafColumn {
  readonly tree: GeneralisationTree
  /** The leaf of each record. */
  readonly leaves: Int32Array
}

/** The entries that are kept for rolling up. */
const MOST_KEPT = 1 << 24

export class ClassTables {
  readonly #columns: readonly LeafColumn[]
  readonly #base: ClassTable
  /** The class of each record in the finest table. */
  readonly #finest: Int32Array
  #kept: ClassTable[] = []
  #entries = 0
  /** Open addressing: 1 + the class, 0 where nothing is. */
  #slots = new Int32Array(0)

  constructor(columns: readonly LeafColumn[], records: number) {
    this.#columns = columns
    const codes = new Int32Array(records * columns.length)
    columns.forEach(({ leaves }, a) => {
      for (let i = 0; i < records; i++) codes[i * columns.length + a] = leaves[i]
    })
    const levels = columns.map(() => 0)
    const { table, classOf } = this.#rollUp({ levels, codes, counts: new Int32Array(records).fill(1) }, levels)
    this.#base = table
    this.#finest = classOf
  }

  at(levels: readonly number[]): ClassTable {
    let finer = this.#base
    for (const table of this.#kept) {
      if (table.counts.length < finer.counts.length && table.levels.every((level, a) => level <= levels[a]))
        finer = table
    }
    const { table } = this.#rollUp(finer, levels)
    if (table.counts.length < finer.counts.length) this.#keep(table)
    return table
  }

  /** The records of each class, the classes in the order of their first. */
  listsAt(levels: readonly number[]): number[][] {
    const { table, classOf } = this.#rollUp(this.#base, levels)
    const lists = Array.from(table.counts, (): number[] => [])
    this.#finest.forEach((c, record) => {
      lists[classOf[c]].push(record)
    })
    return lists
  }

  #keep(table: ClassTable): void {
    this.#kept.push(table)
    this.#entries += table.codes.length
    while (this.#entries > MOST_KEPT) this.#entries -= this.#kept.shift()!.codes.length
  }

  /** The classes at coarser levels, and which of them each class of `from` belongs to. */
  #rollUp(from: ClassTable, levels: readonly number[]): { readonly table: ClassTable; readonly classOf: Int32Array } {
    const width = levels.length
    const size = from.counts.length
    const maps = this.#columns.map(({ tree }, a) => nodesAbove(tree, from.levels[a], levels[a]))
    const mask = 2 ** Math.ceil(Math.log2(2 * size + 1)) - 1
    if (this.#slots.length <= mask) this.#slots = new Int32Array(mask + 1)
    const slots = this.#slots.fill(0, 0, mask + 1)
    const codes = new Int32Array(size * width)
    const counts = new Int32Array(size)
    const classOf = new Int32Array(size)
    let classes = 0
    for (let c = 0; c < size; c++) {
      // The line is written where a new class would be, and stays there if it is one.
      const at = classes * width
      let hash = 0
      for (let a = 0; a < width; a++) {
        const node = maps[a][from.codes[c * width + a]]
        codes[at + a] = node
        hash = Math.imul(hash ^ node, 0x9e3779b1)
        hash ^= hash >>> 15
      }
      let slot = hash & mask
      while (slots[slot] !== 0 && !isSameLine(codes, (slots[slot] - 1) * width, at, width)) slot = (slot + 1) & mask
      if (slots[slot] === 0) slots[slot] = ++classes
      classOf[c] = slots[slot] - 1
      counts[classOf[c]] += from.counts[c]
    }
    return { table: { levels, counts: counts.slice(0, classes), codes: codes.slice(0, classes * width) }, classOf }
  }
}

/** The node of a higher level above each node of a level. */
function nodesAbove({ labels, parents }: GeneralisationTree, from: number, to: number): Int32Array {
  let nodes = Int32Array.from({ length: labels[from].length }, (_, node) => node)
  for (let level = from; level < to; level++) nodes = nodes.map((node) => parents[level][node])
  return nodes
}

function isSameLine(codes: Int32Array, one: number, other: number, width: number): boolean {
  for (let a = 0; a < width; a++) if (codes[one + a] !== codes[other + a]) return false
  return true
}
