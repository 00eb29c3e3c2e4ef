/**
 * The lattice of levels: a node is one level for each tree, numbered in mixed radix. What holds at a node and is kept by every
 * coarser one (classes are large enough), or the reverse, is marked along the lattice and never asked again.
 */

/** What is known of a node. */
const UNKNOWN = 0
const NO = 1
const YES = 2

export class LevelLattice {
  readonly size: number
  readonly #heights: readonly number[]
  readonly #strides: readonly number[]
  readonly #known: Uint8Array

  constructor(heights: readonly number[]) {
    this.#heights = heights
    this.size = heights.reduce((product, height) => product * height, 1)
    this.#strides = heights.map((_, a) => heights.slice(0, a).reduce((product, height) => product * height, 1))
    this.#known = new Uint8Array(this.size)
  }

  levelsOf(node: number): number[] {
    return this.#heights.map((height, a) => Math.floor(node / this.#strides[a]) % height)
  }

  /** Whether a node has what every coarser one keeps; `ask` is called for the nodes of one chain at most, by halving. */
  has(node: number, ask: (levels: readonly number[]) => boolean): boolean {
    if (this.#known[node] === UNKNOWN) {
      const chain = this.#chainAbove(node)
      let [low, high] = [-1, chain.length]
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if (ask(this.levelsOf(chain[middle]))) high = middle
        else low = middle
      }
      if (high < chain.length) this.#mark(chain[high], YES, 1)
      if (low >= 0) this.#mark(chain[low], NO, -1)
    }
    return this.#known[node] === YES
  }

  /** Whether a finer neighbour is known to have it. */
  hasBelow(node: number): boolean {
    return this.#neighbours(node, -1).some((below) => this.#known[below] === YES)
  }

  /** Unknown nodes, each coarser than the one before: every second tree of those that may still rise, in turn. */
  #chainAbove(node: number): number[] {
    const chain = [node]
    for (let last = node; ; chain.push(last)) {
      const next = this.#neighbours(last, 1).filter((above) => this.#known[above] === UNKNOWN)
      if (next.length === 0) return chain
      last = next[chain.length % next.length]
    }
  }

  #neighbours(node: number, step: 1 | -1): number[] {
    const found: number[] = []
    this.#heights.forEach((height, a) => {
      const level = (Math.floor(node / this.#strides[a]) % height) + step
      if (level >= 0 && level < height) found.push(node + step * this.#strides[a])
    })
    return found
  }

  #mark(node: number, answer: number, step: 1 | -1): void {
    this.#known[node] = answer
    const open = [node]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const other of this.#neighbours(next, step)) {
        if (this.#known[other] === answer) continue
        this.#known[other] = answer
        open.push(other)
      }
    }
  }
}
