// From rationals to doubles with a stated direction, and back.
export { fromNumber, toNumber, toNumberDown, toNumberUp } from './directed.ts'
// Logarithms and exponentials that cannot be wrong by rounding.
export { type Enclosure, expBounds, lnBounds } from './logarithm.ts'
// Exact arithmetic.
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
