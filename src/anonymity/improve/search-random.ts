/** Quick repeatable numbers for the search: Marsaglia's xorshift (J. Stat. Softw. 8 (2003), 14), 128 bits of state. */
import { seededEntropy } from '../../noise/seeded.ts'

export class Random {
  #a: number
  #b: number
  #c: number
  #d: number

  constructor(seed: number | string, stream = 0) {
    const entropy = seededEntropy(seed, stream)
    const word = (): number => entropy.belowSmall(2 ** 32 - 1) + 1
    this.#a = word()
    this.#b = word()
    this.#c = word()
    this.#d = word()
  }

  #word(): number {
    const t = this.#a ^ (this.#a << 11)
    this.#a = this.#b
    this.#b = this.#c
    this.#c = this.#d
    this.#d = this.#d ^ (this.#d >>> 19) ^ t ^ (t >>> 8)
    return this.#d >>> 0
  }

  /** One of 0, ..., n - 1. */
  below(n: number): number {
    return Math.floor((this.#word() / 2 ** 32) * n)
  }

  /** In [0, 1). */
  unit(): number {
    return this.#word() / 2 ** 32
  }
}
