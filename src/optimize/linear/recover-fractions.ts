/** From p-adic digits to fractions over one denominator. */

export interface Fractions {
  readonly numerators: readonly bigint[]
  /** Above 0, common to all; not necessarily the least. */
  readonly denominator: bigint
}

/** Bits by which a fraction must be shorter than the digits allow before it is believed: chance has 2^-40. */
const SPARE = 40n

/** The fractions that the digits (the lowest first, in (-p/2, p/2)) stand for, or null when there are too few of them. */
export function recoverFractions(digits: readonly Float64Array[], prime: number): Fractions | null {
  const size = digits[0].length
  const modulus = BigInt(prime) ** BigInt(digits.length)
  const numerators: bigint[] = []
  const powers = powersOf(prime, digits.length)
  const bits = bitsOf(modulus)
  let denominator = 1n
  const scales: bigint[] = []
  for (let j = 0; j < size; j++) {
    const value = numberOf(digits, j, 0, digits.length, powers)
    let numerator = value === 0n ? 0n : symmetric((value * denominator) % modulus, modulus)
    if (!isShort(numerator, denominator, bits)) {
      const part = fractionOf(numerator, modulus)
      if (part === null) return null
      denominator *= part.denominator
      numerator = part.numerator
      if (!isShort(numerator, denominator, bits)) return null
    }
    numerators.push(numerator)
    scales.push(denominator)
  }
  return { numerators: numerators.map((value, j) => value * (denominator / scales[j])), denominator }
}

/** The whole numbers with just these digits. */
export function wholeFrom(digits: readonly Float64Array[], prime: number, size: number): Fractions {
  const powers = powersOf(prime, digits.length)
  const value = (j: number): bigint => (digits.length === 0 ? 0n : numberOf(digits, j, 0, digits.length, powers))
  return { numerators: Array.from({ length: size }, (_, j) => value(j)), denominator: 1n }
}

function isShort(numerator: bigint, denominator: bigint, bits: bigint): boolean {
  return bitsOf(numerator) + bitsOf(denominator) + SPARE < bits
}

function bitsOf(value: bigint): bigint {
  const text = (value < 0n ? -value : value).toString(16)
  return BigInt(4 * text.length)
}

function symmetric(value: bigint, modulus: bigint): bigint {
  const rest = value < 0n ? value + modulus : value
  return rest > modulus / 2n ? rest - modulus : rest
}

/** The fraction with the shortest parts that is `value` modulo the modulus: Euclid's algorithm, stopped half-way. */
function fractionOf(value: bigint, modulus: bigint): { numerator: bigint; denominator: bigint } | null {
  const half = BigInt(Math.floor(Number(bitsOf(modulus)) / 2))
  const limit = 1n << half
  let [a, b] = [modulus, value < 0n ? value + modulus : value]
  let [x, y] = [0n, 1n]
  while (b > limit) {
    const quotient = a / b
    ;[a, b] = [b, a - quotient * b]
    ;[x, y] = [y, x - quotient * y]
  }
  if (y === 0n) return null
  return y < 0n ? { numerator: -b, denominator: -y } : { numerator: b, denominator: y }
}

/** p^(2^k) for all k that are needed. */
function powersOf(prime: number, count: number): bigint[] {
  const powers = [BigInt(prime)]
  for (let span = 2; span < count; span *= 2) powers.push(powers[powers.length - 1] ** 2n)
  return powers
}

/** The number with these digits, halves first: fewer long products than one digit at a time. */
function numberOf(
  digits: readonly Float64Array[],
  j: number,
  from: number,
  to: number,
  powers: readonly bigint[],
): bigint {
  if (to - from === 1) return BigInt(digits[from][j])
  let [span, level] = [1, 0]
  while (span * 2 < to - from) {
    span *= 2
    level++
  }
  const high = numberOf(digits, j, from + span, to, powers)
  const low = numberOf(digits, j, from, from + span, powers)
  return high === 0n ? low : low + powers[level] * high
}
