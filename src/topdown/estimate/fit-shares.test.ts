/** Errors by share are those of the whole tree, and no shares of a grid are better than those found. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildHierarchy } from '../../model/hierarchy.ts'
import { compileQuery } from '../../model/index.ts'
import { compileSchema, parseSpec } from '../../spec/index.ts'
import { fitParts } from './fit-shares.ts'
import { marginalOfQuery } from './marginal-of-query.ts'
import { queryErrors } from './query-errors.ts'
import { type SharedTree, shareErrors } from './share-errors.ts'

const schema = compileSchema(
  parseSpec(
    `{ tacet: 1, source: { file: x.csv }, attributes: [{ name: sex, levels: [f, m] }, { name: age, levels: [a, b, c] }, { name: one, levels: [o] }],
    recodes: [{ name: old, of: age, groups: { young: [a, b], old: [c] } }] }`,
    'a spec',
  ),
)
const NAMES = ['total', 'sex', 'age', 'old', 'sex * old', 'detailed']
const queries = new Map(NAMES.map((name) => [name, compileQuery(schema, name)]))
const queryOf = (name: string) => queries.get(name) ?? compileQuery(schema, name)

/** Two levels of branching that is the same everywhere. */
function regular(parts: number, places: number) {
  const paths = Array.from({ length: parts * places }, (_, i) => [`p${Math.floor(i / places)}`, `l${i}`])
  return buildHierarchy(['top', 'part', 'place'], paths)
}

const anyMeasured = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.nat(2), fc.integer({ min: 1, max: 9 })), {
  maxLength: 6,
  selector: ([name, level]) => `${name} ${level}`,
})
const measuredAt = ([name, level, variance]: [string, number, number]) => {
  const query = queryOf(name)
  return { level, name: query.name, variance, marginal: marginalOfQuery(schema, query) }
}

test('in a regular tree they are the errors of least squares', () => {
  fc.assert(
    fc.property(
      anyMeasured,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      (random, parts, places) => {
        const all = [...random, ['detailed', 2, 5] as [string, number, number]].filter(
          ([name, level], i, list) => list.findIndex((one) => one[0] === name && one[1] === level) === i,
        )
        const measurements = all.map(measuredAt)
        const hierarchy = regular(parts, places)
        const exact = queryErrors(
          hierarchy,
          schema,
          [0, 1, 2].map((level) =>
            measurements
              .filter((m) => m.level === level)
              .map(({ marginal, name, variance }) => ({ name, variance: 4 * variance, ...(marginal && { marginal }) })),
          ),
        )
        const asked = NAMES.flatMap((name) => [0, 1, 2].map((level) => ({ level, query: queryOf(name) })))
        const tree: SharedTree = { schema, branching: [parts, places], measurements, power: 2 }
        const found = shareErrors(tree, asked)(measurements.map(() => 1 / 2))
        asked.forEach(({ level, query }, i) => {
          expect(found[i] / exact.of(level, 0, query, 0), `${query.name} at ${level}`).toBeCloseTo(1, 6)
        })
      },
    ),
    { numRuns: 60 },
  )
})

/** All ways to write `parts` as a sum of so many numbers of at least 1. */
function* compositions(parts: number, count: number): Generator<number[]> {
  if (count === 1) yield [parts]
  else
    for (let first = 1; first <= parts - count + 1; first++)
      for (const rest of compositions(parts - first, count - 1)) yield [first, ...rest]
}

const FINE = 960
const COARSE = 12
const MEASURED: [string, number, number][] = [
  ['total', 0, 3],
  ['sex', 1, 2],
  ['total', 2, 1],
  ['detailed', 2, 4],
]

test.each([
  ['weights', 1],
  ['weights', 2],
  ['targets', 1],
  ['targets', 2],
] as const)('no shares of a grid are better: %s, power %i', (kind, power) => {
  const measurements = MEASURED.map(measuredAt)
  const asked = MEASURED.map(([name, level]) => ({ level, query: queryOf(name) }))
  const errorsAt = shareErrors({ schema, branching: [3, 4], measurements, power }, asked)
  const value = fc.integer({ min: 1, max: 30 })
  fc.assert(
    fc.property(fc.tuple(value, value, value, value), (values) => {
      const costAt = (whole: readonly number[], parts: number): number => {
        const errors = errorsAt(whole.map((part) => part / parts))
        const each = values.map((one, i) => (kind === 'weights' ? one * errors[i] : errors[i] / one))
        return kind === 'weights' ? each.reduce((sum, cost) => sum + cost) : Math.max(...each)
      }
      const even = [1 / 4, 1 / 4, 1 / 4, 1 / 4]
      const foremost = even.map((_, i) => even.map((_, j) => (i === j ? 0.7 : 0.1)))
      const starts = power === 1 ? [even] : [even, ...foremost]
      const parts = fitParts({ errorsAt, goal: { kind, values }, power, starts }, FINE)
      expect(parts.reduce((sum, part) => sum + part)).toBe(FINE)
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(1)
      const listed = [...compositions(COARSE, 4)].map((whole) => costAt(whole, COARSE))
      expect(costAt(parts, FINE)).toBeLessThan(Math.min(...listed) * (kind === 'weights' ? 1.0005 : 1.01))
    }),
    { numRuns: 25 },
  )
})
