/**
 * What a mechanism costs, as frozen data that an accountant reads without knowing the mechanism. All numbers are exact;
 * in JSON they are fraction strings. The meaning of a kind never changes once it has been written to a ledger.
 */
import { compare, formatRational, ONE, parseRational, type Rational, ZERO } from '../exact/rational.ts'
import { badInput } from '../request-error.ts'

export type PrivacyEvent =
  /** epsilon-differential privacy. */
  | { readonly kind: 'pure'; readonly epsilon: Rational }
  /** rho-zero-concentrated differential privacy. */
  | { readonly kind: 'zcdp'; readonly rho: Rational }
  /** (epsilon, delta)-differential privacy. */
  | { readonly kind: 'approximate'; readonly epsilon: Rational; readonly delta: Rational }
  /** All of the parts, on the same data. */
  | { readonly kind: 'composed'; readonly parts: readonly PrivacyEvent[] }
  /**
   * Each part on its own share of the data, the shares disjoint. `reach` is how many shares one neighbour step can touch:
   * 1 when a person is added or removed, or may only change within a share; 2 when a person may move between shares.
   */
  | { readonly kind: 'parallel'; readonly reach: 1 | 2; readonly parts: readonly PrivacyEvent[] }

/** The event as JSON: the same shape with exact fractions as text. */
export type PrivacyEventJson =
  | { readonly kind: 'pure'; readonly epsilon: string }
  | { readonly kind: 'zcdp'; readonly rho: string }
  | { readonly kind: 'approximate'; readonly epsilon: string; readonly delta: string }
  | { readonly kind: 'composed'; readonly parts: readonly PrivacyEventJson[] }
  | { readonly kind: 'parallel'; readonly reach: 1 | 2; readonly parts: readonly PrivacyEventJson[] }

/** An event of one kind. */
export type EventOf<Kind extends PrivacyEvent['kind']> = Extract<PrivacyEvent, { kind: Kind }>

export function pure(epsilon: Rational): EventOf<'pure'> {
  return Object.freeze({ kind: 'pure', epsilon: notNegative(epsilon, 'epsilon') })
}

export function zcdp(rho: Rational): EventOf<'zcdp'> {
  return Object.freeze({ kind: 'zcdp', rho: notNegative(rho, 'rho') })
}

export function approximate(epsilon: Rational, delta: Rational): EventOf<'approximate'> {
  if (compare(notNegative(delta, 'delta'), ONE) > 0) {
    throw badInput(`delta is ${formatRational(delta)}; it is a probability, so write a number from 0 to 1.`)
  }
  return Object.freeze({ kind: 'approximate', epsilon: notNegative(epsilon, 'epsilon'), delta })
}

export function composed(parts: readonly PrivacyEvent[]): EventOf<'composed'> {
  return Object.freeze({ kind: 'composed', parts: Object.freeze([...parts]) })
}

export function parallel(parts: readonly PrivacyEvent[], reach: 1 | 2): EventOf<'parallel'> {
  return Object.freeze({ kind: 'parallel', reach, parts: Object.freeze([...parts]) })
}

export function eventToJson(event: PrivacyEvent): PrivacyEventJson {
  switch (event.kind) {
    case 'pure':
      return { kind: 'pure', epsilon: formatRational(event.epsilon) }
    case 'zcdp':
      return { kind: 'zcdp', rho: formatRational(event.rho) }
    case 'approximate':
      return { kind: 'approximate', epsilon: formatRational(event.epsilon), delta: formatRational(event.delta) }
    case 'composed':
      return { kind: 'composed', parts: event.parts.map(eventToJson) }
    case 'parallel':
      return { kind: 'parallel', reach: event.reach, parts: event.parts.map(eventToJson) }
  }
}

/** Reads an event back, whoever wrote it: anything that is not one is refused. */
export function eventFromJson(json: unknown, what = 'privacy cost'): PrivacyEvent {
  const event = json as Partial<Record<string, unknown>> | null
  const fraction = (field: string): Rational => {
    const text = event?.[field]
    if (typeof text !== 'string') throw badInput(`${what}: "${field}" must be a fraction in quotes, such as "1/10".`)
    return parseRational(text, `${what}, ${field}`)
  }
  const parts = (): PrivacyEvent[] => {
    if (!Array.isArray(event?.parts)) throw badInput(`${what}: "parts" must be a list of privacy costs.`)
    return event.parts.map((part) => eventFromJson(part, what))
  }
  switch (event?.kind) {
    case 'pure':
      return pure(fraction('epsilon'))
    case 'zcdp':
      return zcdp(fraction('rho'))
    case 'approximate':
      return approximate(fraction('epsilon'), fraction('delta'))
    case 'composed':
      return composed(parts())
    case 'parallel':
      if (event.reach !== 1 && event.reach !== 2) throw badInput(`${what}: "reach" of a parallel cost must be 1 or 2.`)
      return parallel(parts(), event.reach)
    default:
      throw badInput(
        `${what}: kind "${String(event?.kind)}" is not known. It is one of pure, zcdp, approximate, composed, parallel.`,
      )
  }
}

function notNegative(value: Rational, name: string): Rational {
  if (compare(value, ZERO) < 0) throw badInput(`${name} is ${formatRational(value)}; it cannot be negative.`)
  return value
}
