/** What waits for its turn in the search for designs: the most detailed first, of equal detail the one with the fewest changes. */
import { KeyHeap } from '../optimize/tree/key-heap.ts'

interface Waiting {
  /** Bits, a multiple of 2^-32; infinite for the designs that the search starts from. */
  readonly detail: number
  readonly changes: number
}

/** More bits than a table of counts has, so that both parts of a key are exact in a double. */
const MOST_DETAIL = 2 ** 8
/** A key is in steps of 2^-32 bits, 2^12 to the step. */
const STEP = 2 ** (32 + 12)

export class BestFirst<T extends Waiting> {
  readonly #heap = new KeyHeap()
  readonly #items: T[] = []
  readonly #free: number[] = []

  push(item: T): void {
    const place = this.#free.pop() ?? this.#items.length
    this.#items[place] = item
    this.#heap.push(item.changes - Math.min(item.detail, MOST_DETAIL) * STEP, place)
  }

  pop(): T | undefined {
    if (this.#heap.size === 0) return undefined
    const place = this.#heap.pop()
    this.#free.push(place)
    return this.#items[place]
  }
}
