/**
 * Where randomness comes from: exact uniform integers and exact coin tosses, from random 32-bit words read in bulk.
 *
 * Two ways to ask stand side by side, for bigint and for Number. Both read the same words in the same order and answer
 * alike, so a sampler's fast path and its reference path agree draw by draw (a test holds them to that).
 */

/** An exact integer: a Number while it is a safe one, else a bigint. */
export type Whole = number | bigint

export interface Entropy {
  /** True when a seed decides every draw: for tests and simulation, and whatever is drawn from it is NOT PRIVATE. */
  readonly seeded: boolean
  /** Uniform on {0, ..., n - 1}. Requires n >= 1. */
  below(n: bigint): bigint
  /** Uniform on {0, ..., n - 1}. Requires 1 <= n <= 2^53. */
  belowSmall(n: number): number
  /** True with probability num/den, and certainly at or outside 0 and 1. Requires den > 0. */
  chance(num: bigint, den: bigint): boolean
  /**
   * True with probability num / (den k) exactly. `near` is num/den to within a relative 2^-52; it makes the answer
   * quick, never inexact. Requires 0 <= num <= den, den > 0 and k a positive safe integer.
   */
  chanceNear(near: number, k: number, num: Whole, den: Whole): boolean
}

const WORD = 2 ** 32
const WORD_BITS = 32n
const LARGEST_SMALL = 2n ** 53n
/**
 * How far, in units of 2^-32, the quick threshold of `chanceNear` may lie from the true one: near is off by a relative
 * 2^-52, its quotient by k by 2^-53 more, the margin's own addition by 2^-53; together below 2^32 * 2^-51 = 2^-19.
 */
const MARGIN = 2 ** -18
const ALMOST_ONE = 1 - 2 ** -40
const ALMOST_ZERO = 2 ** -1000

/** Exact draws from a stream of uniform 32-bit words, which `refill` writes a bufferful at a time. */
export class WordEntropy implements Entropy {
  readonly seeded: boolean
  readonly #refill: (words: Uint32Array<ArrayBuffer>) => void
  readonly #words: Uint32Array<ArrayBuffer>
  #next: number

  constructor(refill: (words: Uint32Array<ArrayBuffer>) => void, length: number, seeded: boolean) {
    this.#refill = refill
    this.#words = new Uint32Array(length)
    this.#next = length
    this.seeded = seeded
  }

  #word(): number {
    if (this.#next === this.#words.length) {
      this.#refill(this.#words)
      this.#next = 0
    }
    return this.#words[this.#next++]
  }

  /** By rejection: the least number of bits that can hold n - 1, drawn again while they hold n or more. */
  belowSmall(n: number): number {
    if (n <= WORD) {
      if (n === 1) return 0
      const drop = Math.clz32(n - 1)
      for (;;) {
        const value = this.#word() >>> drop
        if (value < n) return value
      }
    }
    const drop = Math.clz32(Math.floor((n - 1) / WORD))
    for (;;) {
      const value = (this.#word() >>> drop) * WORD + this.#word()
      if (value < n) return value
    }
  }

  below(n: bigint): bigint {
    if (n <= LARGEST_SMALL) return BigInt(this.belowSmall(Number(n)))
    const bits = (n - 1n).toString(2).length
    const words = Math.ceil(bits / 32)
    const drop = BigInt(words * 32 - bits)
    for (;;) {
      let value = BigInt(this.#word()) >> drop
      for (let i = 1; i < words; i++) value = (value << WORD_BITS) | BigInt(this.#word())
      if (value < n) return value
    }
  }

  /**
   * Compares a uniform real, written word by word, with num/den, and stops at the first word that tells. After the word
   * w the real lies in [w, w + 1) / 2^32; where that holds num/den, what is left is the same question about a remainder.
   */
  chance(num: bigint, den: bigint): boolean {
    let left = num
    while (left > 0n && left < den) left = (left << WORD_BITS) - BigInt(this.#word()) * den
    return left > 0n
  }

  /** The same comparison with the first word judged in floating point, unless it lies within the margin. */
  chanceNear(near: number, k: number, num: Whole, den: Whole): boolean {
    const ratio = near / k
    if (ratio > ALMOST_ONE || ratio < ALMOST_ZERO) return this.chance(BigInt(num), BigInt(den) * BigInt(k))
    const word = this.#word()
    const threshold = ratio * WORD
    if (word + 1 <= threshold - MARGIN) return true
    if (word >= threshold + MARGIN) return false
    const whole = BigInt(den) * BigInt(k)
    return this.chance((BigInt(num) << WORD_BITS) - BigInt(word) * whole, whole)
  }
}

/** The most that `getRandomValues` gives at once: 64 KiB. Asking for less costs as much (see the benchmarks). */
const OS_WORDS = 16384

/** The operating system's randomness: the only source for a release. Works in Node, in workers and in browsers. */
export function osEntropy(): Entropy {
  return new WordEntropy((words) => void globalThis.crypto.getRandomValues(words), OS_WORDS, false)
}
