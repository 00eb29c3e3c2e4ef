/**
 * Many exact decimals at the price of doubles. Most decimals that people write are the shortest text of their nearest double
 * ("0.1"), so the double says which decimal was meant; the few that are not (more than about 16 digits, fractions) are kept
 * beside it as rationals.
 */
import { toNumber } from '../../exact/directed.ts'
import { equal, parseRational, type Rational, ZERO } from '../../exact/rational.ts'

export class DecimalVector {
  readonly #near: number[] = []
  readonly #exceptions = new Map<number, Rational>()
  #packed: Float64Array | undefined

  /** Appends a value given exactly. */
  push(value: Rational): void {
    this.pushNear(nearest(value), value)
  }

  /** Appends a double, read as the decimal it prints as, or as `exact` where that is another number. */
  pushNear(near: number, exact?: Rational): void {
    this.#packed = undefined
    const index = this.#near.push(near === 0 ? 0 : near) - 1
    if (exact !== undefined && !equal(exact, decimalOf(near))) this.#exceptions.set(index, exact)
  }

  get length(): number {
    return this.#near.length
  }

  /** The nearest doubles: for the solver. */
  get near(): Float64Array {
    this.#packed ??= Float64Array.from(this.#near)
    return this.#packed
  }

  /** The value itself: for every promise. */
  at(index: number): Rational {
    return this.#exceptions.get(index) ?? decimalOf(this.#near[index])
  }
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** The nearest double. The quotient of two whole numbers that doubles hold exactly is rounded correctly. */
function nearest(value: Rational): number {
  const { num, den } = value
  return num <= SAFE && num >= -SAFE && den <= SAFE ? Number(num) / Number(den) : toNumber(value)
}

/** The value of an unsigned decimal text; up to 15 digits survive the way to a double and back. */
export function decimalOfText(text: string): Rational {
  return text.length <= 15 && !/[eE]/.test(text) ? decimalOf(Number(text)) : parseRational(text)
}

const known = new Map<number, Rational>()

/** The decimal that a double prints as. A few thousand are remembered: models repeat their coefficients. */
export function decimalOf(near: number): Rational {
  if (near === 0) return ZERO
  let value = known.get(near)
  if (value === undefined) {
    value = parseRational(near)
    if (known.size < 4096) known.set(near, value)
  }
  return value
}

/** Longer texts are not read by people. */
const MOST_READ = 24

/** A value as people read it: exactly where that is short, else as the nearest double; and the exact text where that is another. */
export function printReadably(value: Rational): { readonly value: string; readonly exact: string | null } {
  const exact = printExactly(value)
  return exact.length <= MOST_READ ? { value: exact, exact: null } : { value: String(toNumber(value)), exact }
}

/** A finite decimal as digits ("-0.125"), anything else as a fraction ("1/3"): exact either way, and `parseRational` reads both. */
export function printExactly({ num, den }: Rational): string {
  if (den === 1n) return num === 0n ? '0' : String(num)
  let [rest, twos, fives] = [den, 0, 0]
  for (; rest % 2n === 0n; rest /= 2n) twos++
  for (; rest % 5n === 0n; rest /= 5n) fives++
  if (rest !== 1n) return `${num}/${den}`
  const places = Math.max(twos, fives)
  const digits = String(((num < 0n ? -num : num) * 10n ** BigInt(places)) / den).padStart(places + 1, '0')
  const sign = num < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
