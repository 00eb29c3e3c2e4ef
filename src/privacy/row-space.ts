/**
 * The span of rows of whole numbers over the fractions, by exact elimination: whether a form is a combination of the rows and of
 * which, or else a move that keeps all rows and changes the form.
 */
import { divide, gcd, multiply, ONE, type Rational, rational, subtract, ZERO } from '../exact/rational.ts'
import type { Sparse } from './joint-facts.ts'

export type Fractional = ReadonlyMap<number, Rational>

interface BasisRow {
  readonly pivot: number
  /** 1 at the pivot. */
  readonly form: Fractional
  /** Of which rows it is made. */
  readonly of: Fractional
}

export class RowSpace {
  readonly #basis: BasisRow[] = []
  readonly #placeOf = new Map<number, number>()
  #rows = 0

  /** Rows are numbered in the order in which they are added. */
  add(row: Sparse): void {
    const { rest, used } = this.#reduce(row)
    const id = this.#rows++
    const [pivot] = rest.keys()
    if (pivot === undefined) return
    const scale = rest.get(pivot) as Rational
    const of = new Map([...used].map(([other, times]) => [other, divide(subtract(ZERO, times), scale)]))
    of.set(id, divide(ONE, scale))
    this.#placeOf.set(pivot, this.#basis.length)
    this.#basis.push({ pivot, form: new Map([...rest].map(([at, value]) => [at, divide(value, scale)])), of })
  }

  /** How often each row is taken so that they add up to the form, or undefined when they cannot. */
  express(form: Sparse): Fractional | undefined {
    const { rest, used } = this.#reduce(form)
    return rest.size === 0 ? used : undefined
  }

  /** Whole numbers that no row notices and the form does. Requires a form that the rows do not span. */
  move(form: Sparse): Sparse {
    const { rest } = this.#reduce(form)
    const [free] = rest.keys()
    const found = new Map<number, Rational>([[free, ONE]])
    // A row holds no pivot of those before it, so the last one is settled first.
    for (const { pivot, form: own } of this.#basis.toReversed()) {
      let value = ZERO
      for (const [at, times] of own) {
        const other = at === pivot ? undefined : found.get(at)
        if (other !== undefined) value = subtract(value, multiply(times, other))
      }
      if (value.num !== 0n) found.set(pivot, value)
    }
    const scale = [...found.values()].reduce((whole, { den }) => (whole * den) / gcd(whole, den), 1n)
    return new Map([...found].map(([at, { num, den }]) => [at, (num * scale) / den]))
  }

  /** What is left of a form when the basis is taken off, and what was taken of which row. */
  #reduce(form: Sparse): { readonly rest: Map<number, Rational>; readonly used: Map<number, Rational> } {
    const rest = new Map([...form].map(([at, value]) => [at, rational(value)]))
    const used = new Map<number, Rational>()
    for (let place = this.#next(rest, -1); place >= 0; place = this.#next(rest, place)) {
      const { pivot, form: own, of } = this.#basis[place]
      const times = rest.get(pivot) as Rational
      take(rest, own, times)
      take(used, of, subtract(ZERO, times))
    }
    return { rest, used }
  }

  /** The first row of the basis after `place` whose pivot the form holds. */
  #next(form: Fractional, place: number): number {
    let first = -1
    for (const at of form.keys()) {
      const own = this.#placeOf.get(at) ?? -1
      if (own > place && (first < 0 || own < first)) first = own
    }
    return first
  }
}

/** Takes `times` of a form off another, in place. */
function take(from: Map<number, Rational>, form: Fractional, times: Rational): void {
  for (const [at, value] of form) {
    const left = subtract(from.get(at) ?? ZERO, multiply(times, value))
    if (left.num === 0n) from.delete(at)
    else from.set(at, left)
  }
}
