import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { approximate, composed, eventFromJson, eventToJson, type PrivacyEvent, parallel, pure, zcdp } from './event.ts'

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 1n, max: 1000n }))
  .map(([num, den]) => rational(num, den))
const share = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((den) => rational(1n, den))

const { anyEvent } = fc.letrec<{ anyEvent: PrivacyEvent }>((tie) => ({
  anyEvent: fc.oneof(
    { maxDepth: 3 },
    amount.map(pure),
    amount.map(zcdp),
    fc.tuple(amount, share).map(([epsilon, delta]) => approximate(epsilon, delta)),
    fc.array(tie('anyEvent'), { maxLength: 3 }).map(composed),
    fc
      .tuple(fc.array(tie('anyEvent'), { maxLength: 3 }), fc.constantFrom<1 | 2>(1, 2))
      .map(([parts, reach]) => parallel(parts, reach)),
  ),
}))

test('an event survives JSON exactly', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      expect(eventFromJson(JSON.parse(JSON.stringify(eventToJson(event))))).toEqual(event)
    }),
  )
  expect(eventToJson(pure(rational(1n, 10n)))).toEqual({ kind: 'pure', epsilon: '1/10' })
})

test('an event is frozen', () => {
  const event = composed([pure(rational(1n))])
  expect(Object.isFrozen(event)).toBe(true)
  expect(() => (event as unknown as { parts: PrivacyEvent[] }).parts.push(pure(rational(1n)))).toThrow(TypeError)
})

test.each([
  [null, /kind "undefined" is not known/],
  [{ kind: 'free' }, /kind "free" is not known. It is one of pure, zcdp/],
  [{ kind: 'pure', epsilon: 1 }, /"epsilon" must be a fraction in quotes/],
  [{ kind: 'pure', epsilon: '-1' }, /cannot be negative/],
  [{ kind: 'zcdp', rho: 'x' }, /rho: "x" is not a number/],
  [{ kind: 'approximate', epsilon: '1', delta: '2' }, /probability/],
  [{ kind: 'composed' }, /"parts" must be a list/],
  [{ kind: 'parallel', reach: 3, parts: [] }, /must be 1 or 2/],
])('%j is refused', (json, message) => {
  expect(() => eventFromJson(json)).toThrow(message)
})
