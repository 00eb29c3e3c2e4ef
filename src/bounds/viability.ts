/**
 * Viability tables as machine words: bit c says whether a remainder c can be made up by the items added so far.
 *
 * Wright and Smucker (2014), Updates 3.2 and 3.3 with the largest-false-index cut of section 3.2, 32 remainders a step.
 * An item of size r without bound: doubling shifts r, 2r, 4r, ... until a shift spans a word, and then one upward pass,
 * which reads words it has already finished and so takes every further multiple. With u copies: binary splitting into
 * 1, 2, 4, ... and the rest, one downward pass each. Everything above `ceiling` is reachable and is never touched again.
 */
import type { Reach } from './reach-form.ts'
import { checkRuns, EMPTY, fromRuns, type ValueSet } from './value-set.ts'

export class Viability implements Reach {
  readonly target: number
  private readonly words: Uint32Array
  /** The largest unreachable sum up to the target, -1 when there is none. */
  private ceiling: number
  /** Whether only unbounded items were added: then a reachable size adds nothing. */
  private closed: boolean

  constructor(target: number, source?: Viability) {
    this.target = target
    this.words = source === undefined ? new Uint32Array((target >>> 5) + 1) : source.words.slice()
    this.ceiling = source?.ceiling ?? target
    this.closed = source?.closed ?? true
    if (source !== undefined) return
    this.words[0] = 1
    this.lowerCeiling()
  }

  clone(): Viability {
    return new Viability(this.target, this)
  }

  has(sum: number): boolean {
    return sum >= 0 && sum <= this.target && ((this.words[sum >>> 5] >>> (sum & 31)) & 1) === 1
  }

  add(size: number, copies: number): void {
    if (size > this.ceiling || copies === 0) return
    if (this.closed && this.has(size)) return
    if (copies >= Math.floor(this.target / size)) this.addUnbounded(size)
    else this.addBounded(size, copies)
    this.lowerCeiling()
  }

  /** {x in 0..copies : target - size x is reachable}, by striding down from the target. */
  read(size: number, copies: number): ValueSet {
    const last = Math.min(copies, Math.floor(this.target / size))
    const pairs: number[] = []
    let open = false
    for (let x = 0, sum = this.target; x <= last; x++, sum -= size) {
      const reachable = ((this.words[sum >>> 5] >>> (sum & 31)) & 1) === 1
      if (reachable === open) continue
      pairs.push(open ? x - 1 : x)
      open = reachable
    }
    if (open) pairs.push(last)
    checkRuns(pairs)
    return pairs.length === 0 ? EMPTY : fromRuns(0, 1, pairs)
  }

  private addUnbounded(size: number): void {
    let shift = size
    while (shift < 32 && shift <= this.ceiling) {
      this.orShiftedDown(shift)
      shift *= 2
    }
    if (shift <= this.ceiling) this.orShiftedUp(shift)
  }

  private addBounded(size: number, copies: number): void {
    this.closed = false
    let rest = copies
    for (let chunk = 1; rest > 0; chunk *= 2) {
      const taken = Math.min(chunk, rest)
      if (taken * size > this.ceiling) break // a larger shift would pass the ceiling too, save for the rest below
      this.orShiftedDown(taken * size)
      rest -= taken
    }
  }

  /** words |= words << shift, from the top down, so that each word is read before it is written. */
  private orShiftedDown(shift: number): void {
    const words = this.words
    const whole = shift >>> 5
    const part = shift & 31
    const top = this.ceiling >>> 5
    if (part === 0) {
      for (let k = top; k >= whole; k--) words[k] |= words[k - whole]
      return
    }
    const back = 32 - part
    for (let k = top; k > whole; k--) words[k] |= (words[k - whole] << part) | (words[k - whole - 1] >>> back)
    words[whole] |= words[0] << part
  }

  /** The same from the bottom up: words already shifted are shifted again. Requires shift >= 32. */
  private orShiftedUp(shift: number): void {
    const words = this.words
    const whole = shift >>> 5
    const part = shift & 31
    const top = this.ceiling >>> 5
    if (part === 0) {
      for (let k = whole; k <= top; k++) words[k] |= words[k - whole]
      return
    }
    const back = 32 - part
    words[whole] |= words[0] << part
    for (let k = whole + 1; k <= top; k++) words[k] |= (words[k - whole] << part) | (words[k - whole - 1] >>> back)
  }

  private lowerCeiling(): void {
    let k = this.ceiling >>> 5
    let unreachable = ~this.words[k] & mask((this.ceiling & 31) + 1)
    while (unreachable === 0 && k > 0) unreachable = ~this.words[--k]
    this.ceiling = unreachable === 0 ? -1 : k * 32 + 31 - Math.clz32(unreachable)
  }
}

/** The lowest `bits` bits set, 1 to 32 of them. */
function mask(bits: number): number {
  return bits === 32 ? -1 : (1 << bits) - 1
}
