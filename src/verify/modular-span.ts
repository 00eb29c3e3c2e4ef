/**
 * Whether a form is a combination of rows of whole numbers, modulo a large prime: another way than the fractions with which a release
 * was derived. What is a combination over the fractions is one here; the reverse fails for one prime in 10^18 or so.
 */
type Form = ReadonlyMap<number, bigint>

const PRIME = (1n << 61n) - 1n

export class ModularSpan {
  /** By its lowest entry, which is 1. */
  readonly #rows = new Map<number, Form>()

  add(form: Form): void {
    const rest = this.#rest(form)
    if (rest.size === 0) return
    const lowest = Math.min(...rest.keys())
    const inverse = power(rest.get(lowest) as bigint, PRIME - 2n)
    this.#rows.set(lowest, new Map([...rest].map(([at, value]) => [at, (value * inverse) % PRIME])))
  }

  has(form: Form): boolean {
    return this.#rest(form).size === 0
  }

  #rest(form: Form): Map<number, bigint> {
    const left = new Map([...form].map(([at, value]) => [at, ((value % PRIME) + PRIME) % PRIME]))
    const done = new Map<number, bigint>()
    while (left.size > 0) {
      const lowest = Math.min(...left.keys())
      const value = left.get(lowest) as bigint
      const row = this.#rows.get(lowest)
      left.delete(lowest)
      if (row === undefined) {
        if (value !== 0n) done.set(lowest, value)
        continue
      }
      for (const [at, times] of row) {
        if (at === lowest) continue
        const next = ((left.get(at) ?? 0n) + (PRIME - value) * times) % PRIME
        if (next === 0n) left.delete(at)
        else left.set(at, next)
      }
    }
    return done
  }
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % PRIME]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % PRIME
    square = (square * square) % PRIME
  }
  return result
}
