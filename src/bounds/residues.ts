/**
 * Reachable sums by residue: with an unbounded item of size m among the items, c is reachable exactly when
 * c >= least[c mod m], the least reachable sum of its residue.
 *
 * So a table has m entries however large the target is, and "all sums beyond a computable point" is read off it: the
 * largest entry less m is the Frobenius number. An unbounded item of size r is added by walking each cycle of
 * residues q -> q + r mod m twice (Bocker and Liptak, Algorithmica 48 (2007), 413-432, walk once from the least); u
 * copies are added by binary splitting.
 */
import type { Reach } from './reach-form.ts'
import { gcd } from './reduced.ts'
import { checkRuns, EMPTY, fromRuns, progression, type ValueSet } from './value-set.ts'

export class Residues implements Reach {
  readonly target: number
  readonly modulus: number
  private readonly least: Float64Array
  /** Whether only unbounded items were added: then a reachable size adds nothing. */
  private closed: boolean

  constructor(target: number, modulus: number, source?: Residues) {
    this.target = target
    this.modulus = modulus
    this.least = source === undefined ? new Float64Array(modulus).fill(Number.POSITIVE_INFINITY) : source.least.slice()
    this.closed = source?.closed ?? true
    if (source === undefined) this.least[0] = 0
  }

  clone(): Residues {
    return new Residues(this.target, this.modulus, this)
  }

  has(sum: number): boolean {
    return sum >= 0 && sum <= this.target && this.least[sum % this.modulus] <= sum
  }

  add(size: number, copies: number): void {
    if (size > this.target || copies === 0) return
    if (this.closed && this.has(size)) return
    if (copies >= Math.floor(this.target / size)) this.addUnbounded(size)
    else this.addBounded(size, copies)
  }

  private addUnbounded(size: number): void {
    const { least, modulus } = this
    const stride = size % modulus
    const cycles = gcd(modulus, stride)
    const steps = 2 * (modulus / cycles)
    for (let start = 0; start < cycles; start++) {
      let q = start
      let sum = least[q]
      for (let k = 0; k < steps; k++) {
        q += stride
        if (q >= modulus) q -= modulus
        sum += size
        if (least[q] < sum) sum = least[q]
        else least[q] = sum
      }
    }
  }

  private addBounded(size: number, copies: number): void {
    this.closed = false
    const { least, modulus } = this
    const before = new Float64Array(modulus)
    let rest = copies
    for (let chunk = 1; rest > 0; chunk *= 2) {
      const taken = Math.min(chunk, rest)
      const weight = taken * size
      before.set(least)
      let q = weight % modulus
      for (let k = 0; k < modulus; k++) {
        const sum = before[k] + weight
        if (sum < least[q]) least[q] = sum
        if (++q === modulus) q = 0
      }
      rest -= taken
    }
  }

  /**
   * {x in 0..copies : target - size x is reachable}. The residue of target - size x has period p = m / gcd(m, size) in
   * x, and within a class of x modulo p the feasible x are all up to some last one. Up to the earliest of these ends the
   * set is periodic, one run when expressed in the step of its classes; only the tail is walked value by value.
   */
  read(size: number, copies: number): ValueSet {
    const top = Math.min(copies, Math.floor(this.target / size))
    const period = this.modulus / gcd(this.modulus, size % this.modulus)
    if (period === 1) return this.readSingleClass(size, top)
    if (period > top) return this.walk(size, 0, 1, 0, top)
    const { first, step, classes, even } = this.classes(size, period, top)
    if (classes === 0) return EMPTY
    const regular = classes * step === period
    return this.walk(size, first, step, regular ? Math.floor((even - first) / step) + 1 : 0, top)
  }

  private readSingleClass(size: number, top: number): ValueSet {
    const spare = this.target - this.least[this.target % this.modulus]
    return spare < 0 ? EMPTY : progression(0, 1, Math.min(top, Math.floor(spare / size)) + 1)
  }

  /** The classes of x modulo the period that have feasible values, and the last x up to which none of them has ended. */
  private classes(size: number, period: number, top: number): Classes {
    const { least, modulus, target } = this
    let first = -1
    let step = period
    let classes = 0
    let even = top
    const stride = size % modulus
    let q = target % modulus
    for (let x = 0; x < period; x++) {
      const spare = target - least[q] - x * size
      if (spare >= 0) {
        if (first < 0) first = x
        else step = gcd(step, x - first)
        classes++
        const last = x + period * Math.floor(spare / size / period)
        if (last + period - 1 < even) even = last + period - 1
      }
      q -= stride
      if (q < 0) q += modulus
    }
    return { first, step, classes, even }
  }

  /** Runs over x = first + step y <= top: the first `sure` y are known to be feasible, the others are tested. */
  private walk(size: number, first: number, step: number, sure: number, top: number): ValueSet {
    const { least, modulus, target } = this
    const pairs: number[] = []
    let open = sure > 0
    if (open) pairs.push(0)
    const end = Math.floor((top - first) / step)
    const stride = ((size % modulus) * step) % modulus
    let sum = target - size * (first + step * sure)
    let q = sum >= 0 ? sum % modulus : 0
    for (let y = sure; y <= end; y++, sum -= size * step) {
      if (least[q] <= sum !== open) {
        pairs.push(open ? y - 1 : y)
        open = !open
      }
      q -= stride
      if (q < 0) q += modulus
    }
    if (open) pairs.push(Math.max(end, sure - 1))
    checkRuns(pairs)
    return pairs.length === 0 ? EMPTY : fromRuns(first, step, pairs)
  }
}

interface Classes {
  readonly first: number
  readonly step: number
  readonly classes: number
  readonly even: number
}
