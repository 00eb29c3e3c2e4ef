/** A binary heap of small whole numbers by key, the least first, in flat arrays that grow. */
export class KeyHeap {
  #keys = new Float64Array(64)
  #items = new Int32Array(64)
  size = 0

  clear(): void {
    this.size = 0
  }

  leastKey(): number {
    return this.#keys[0]
  }

  push(key: number, item: number): void {
    if (this.size === this.#items.length) this.#grow()
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#keys[parent] <= key) break
      this.#keys[at] = this.#keys[parent]
      this.#items[at] = this.#items[parent]
      at = parent
    }
    this.#keys[at] = key
    this.#items[at] = item
  }

  /** Takes out the item of least key. Requires a size of at least 1. */
  pop(): number {
    const first = this.#items[0]
    const key = this.#keys[--this.size]
    const item = this.#items[this.size]
    let at = 0
    for (let child = 1; child < this.size; child = 2 * at + 1) {
      if (child + 1 < this.size && this.#keys[child + 1] < this.#keys[child]) child++
      if (key <= this.#keys[child]) break
      this.#keys[at] = this.#keys[child]
      this.#items[at] = this.#items[child]
      at = child
    }
    this.#keys[at] = key
    this.#items[at] = item
    return first
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.size)
    const items = new Int32Array(2 * this.size)
    keys.set(this.#keys)
    items.set(this.#items)
    this.#keys = keys
    this.#items = items
  }
}
