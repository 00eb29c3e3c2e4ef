/**
 * Exact arithmetic: nothing here is rounded without a stated direction.
 *
 * 1. fractions on bigint
 * 2. to doubles and back, each with its direction
 * 3. enclosures of ln and exp
 */

// 1. fractions on bigint

export {
  add,
  ceiling,
  compare,
  divide,
  equal,
  floor,
  formatRational,
  gcd,
  multiply,
  ONE,
  parseRational,
  type Rational,
  rational,
  subtract,
  sum,
  ZERO,
} from './rational.ts'

// 2. to doubles and back

export { fromNumber, toNumber, toNumberDown, toNumberUp } from './directed.ts'

// 3. enclosures of ln and exp

export { type Enclosure, expBounds, lnBounds } from './logarithm.ts'
