/** The border functions of the nodes of one level, in one array, kept only where rows do not say as much. */
import type { Border } from './border.ts'
import { type Ground, touchingMask } from './ground.ts'
import type { LeafReader } from './leaf-reader.ts'
import type { Problem } from './problem.ts'
import type { RowBook } from './rows.ts'

/** A union of elements that is always posed as a row. */
export interface RowMask {
  readonly mask: number
  readonly classes: Int32Array
}

/** Every element, every set of a fact that is made of whole classes, and everything. */
export function rowMasks({ elements, leafSets, innerSets }: Problem, ground: Ground): readonly RowMask[] {
  const singles = elements.map(({ classes }, e) => ({ mask: ground.membersOf[e], classes }))
  const sets = [...leafSets, ...innerSets.flat()].flatMap(({ atoms, classes }) =>
    classes === undefined ? [] : [{ mask: touchingMask(ground, atoms), classes }],
  )
  const everything = Int32Array.from(elements.flatMap((element) => [...element.classes])).sort()
  const all = [...singles, ...sets, { mask: 2 ** ground.size - 1, classes: everything }]
  return all.filter((row, i) => row.mask !== 0 && all.findIndex((other) => other.mask === row.mask) === i)
}

export interface LevelBorders {
  /** Adds the rows of a node; p and b where they say more. */
  describe(node: number, book: RowBook): Border | undefined
}

export class LevelStore {
  readonly #nodes: number
  readonly #size: number
  readonly #masks: readonly RowMask[]
  readonly #lower: Float64Array
  readonly #upper: Float64Array

  constructor(nodes: number, elements: number, masks: readonly RowMask[]) {
    this.#nodes = nodes
    this.#size = 2 ** elements
    this.#masks = masks
    this.#lower = new Float64Array(nodes * this.#size)
    this.#upper = new Float64Array(nodes * this.#size)
  }

  /** A view to read and write. */
  borderOf(node: number): Border {
    const [from, to] = [node * this.#size, (node + 1) * this.#size]
    return { lower: this.#lower.subarray(from, to), upper: this.#upper.subarray(from, to) }
  }

  /** Rows for every node, and functions for those that their leaf sets do not describe. */
  compact(tester: LeafReader | undefined, setMasks: readonly number[]): LevelBorders {
    const rows = this.#masks.length
    const rowLower = new Float64Array(this.#nodes * rows)
    const rowUpper = new Float64Array(this.#nodes * rows)
    const slot = new Int32Array(this.#nodes).fill(-1)
    let kept = 0
    for (let node = 0; node < this.#nodes; node++) {
      const border = this.borderOf(node)
      this.#masks.forEach(({ mask }, row) => {
        rowLower[node * rows + row] = border.lower[mask]
        rowUpper[node * rows + row] = border.upper[mask]
      })
      if (!tester?.isDescribedBySets(border, setMasks)) slot[node] = kept++
    }
    const [lower, upper] = [this.#gather(this.#lower, slot, kept), this.#gather(this.#upper, slot, kept)]
    const [size, masks] = [this.#size, this.#masks]
    return {
      describe: (node, book) => {
        masks.forEach(({ classes }, row) => {
          book.addImplied(classes, rowLower[node * rows + row], rowUpper[node * rows + row])
        })
        const from = slot[node] * size
        return from < 0 ? undefined : { lower: lower.slice(from, from + size), upper: upper.slice(from, from + size) }
      },
    }
  }

  #gather(values: Float64Array, slot: Int32Array, kept: number): Float64Array {
    const size = this.#size
    if (kept === slot.length) return values
    const gathered = new Float64Array(kept * size)
    slot.forEach((place, node) => {
      if (place >= 0) gathered.set(values.subarray(node * size, (node + 1) * size), place * size)
    })
    return gathered
  }
}
