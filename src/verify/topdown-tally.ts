/**
 * Exact counts by a whole-number key (a region and a cell, or a region and an answer): an open-addressing table on two
 * typed arrays, for more entries than a Map can hold. Requires keys from 0 up to 2^53 - 1 and sums that stay safe integers.
 */
const EMPTY = -1

export class Tally {
  #keys: Float64Array = new Float64Array(16).fill(EMPTY)
  #amounts: Float64Array = new Float64Array(16)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** What has been added under the key; 0 for a key that was never added to. */
  get(key: number): number {
    const slot = this.#slot(key)
    return this.#keys[slot] === EMPTY ? 0 : this.#amounts[slot]
  }

  has(key: number): boolean {
    return this.#keys[this.#slot(key)] !== EMPTY
  }

  add(key: number, amount: number): void {
    const slot = this.#slot(key)
    this.#amounts[slot] += amount
    if (this.#keys[slot] !== EMPTY) return
    this.#keys[slot] = key
    this.#size++
    if (2 * this.#size > this.#keys.length) this.#grow()
  }

  forEach(visit: (key: number, amount: number) => void): void {
    for (let slot = 0; slot < this.#keys.length; slot++) {
      if (this.#keys[slot] !== EMPTY) visit(this.#keys[slot], this.#amounts[slot])
    }
  }

  /** Where the key stands, or the free place where it would. */
  #slot(key: number): number {
    const last = this.#keys.length - 1
    const high = Math.floor(key / 2 ** 32)
    let mixed = Math.imul((key >>> 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1)
    mixed ^= mixed >>> 15
    let slot = mixed & last
    while (this.#keys[slot] !== EMPTY && this.#keys[slot] !== key) slot = (slot + 1) & last
    return slot
  }

  #grow(): void {
    const [keys, amounts] = [this.#keys, this.#amounts]
    this.#keys = new Float64Array(2 * keys.length).fill(EMPTY)
    this.#amounts = new Float64Array(2 * keys.length)
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === EMPTY) continue
      const slot = this.#slot(keys[i])
      this.#keys[slot] = keys[i]
      this.#amounts[slot] = amounts[i]
    }
  }
}

/** In how many keys two tallies differ; a key that one of them lacks counts as 0 there. */
export function differences(one: Tally, other: Tally): number {
  let found = 0
  one.forEach((key, amount) => {
    if (other.get(key) !== amount) found++
  })
  other.forEach((key, amount) => {
    if (!one.has(key) && amount !== 0) found++
  })
  return found
}
