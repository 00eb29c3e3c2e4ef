/** What verify works out of a spec by itself is what the plan of a release says, whatever the spec. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRational } from '../exact/index.ts'
import { planMeasurements } from '../measure/measure-plan.ts'
import { buildHierarchy } from '../model/index.ts'
import { eventToJson } from '../privacy/index.ts'
import { compileSchema, parseSpec } from '../spec/index.ts'
import { expectedTable } from './expected-measurements.ts'
import { exactOf } from './fixtures/exact-of.ts'
import { expectedPrivacy, ledgerUnit } from './measured-privacy.ts'

const QUERIES = ['total', 'sex', 'grown', 'all ages', 'sex * grown', 'age', 'detailed', 'age * grown'] as const
const LEVELS = ['all', 'part', 'place'] as const
const TREES = [
  [
    ['one', 'a'],
    ['one', 'b'],
    ['two', 'c'],
  ],
  [
    ['one', 'a'],
    ['one', 'b'],
  ],
  [['one', 'a']],
]

const anySpec = fc.record({
  unit: fc.constantFrom('add-remove-person', 'change-person'),
  budget: fc.constantFrom('epsilon: 3/2', 'rho: 1/7, delta: 1e-9'),
  levels: fc.constantFrom('', ', levels: { all: 1/4, part: 1/4, place: 1/2 }', ', levels: { place: 1 }'),
  missing: fc.constantFrom('error', 'drop'),
  workload: fc.uniqueArray(fc.constantFrom(...QUERIES), { minLength: 1, maxLength: 4 }),
  facts: fc.uniqueArray(fc.tuple(fc.constantFrom(...QUERIES), fc.constantFrom(...LEVELS)), {
    maxLength: 2,
    selector: String,
  }),
  tree: fc.constantFrom(...TREES),
})

test('measurements, cost, unit and what is exact are those of the plan', () => {
  let exact = 0
  fc.assert(
    fc.property(anySpec, ({ unit, budget, levels, missing, workload, facts, tree }) => {
      const spec = parseSpec(
        `{ tacet: 1, source: { file: x.csv }, geography: { top: all, columns: [part, place] },
        attributes: [{ name: sex, levels: [f, m] }, { name: age, levels: [young, old], missing: ${missing} }],
        recodes: [{ name: grown, of: age, groups: { grown: [old] } }, { name: all ages, of: age, groups: { any: [young, old] } }],
        privacy: { unit: ${unit}, ${budget}${levels} },
        workload: [${workload.map((query) => `{ query: ${query} }`).join(', ')}],
        public: [${facts.map(([query, level]) => `{ query: ${query}, level: ${level}, exactly: data }`).join(', ')}] }`,
        'a spec',
      )
      const schema = compileSchema(spec)
      const hierarchy = buildHierarchy(LEVELS, tree)
      const plan = planMeasurements(spec, schema, hierarchy, true)
      const nodes = hierarchy.levels.map(({ name, regions }) => ({ name, nodes: regions.length }))
      const expected = expectedTable({ spec, schema, levels: nodes, table: 'people', exact: exactOf(plan.joint) })
      const { publishedExactly, sentences } = expectedPrivacy('people', expected, spec.geography)
      const shown = (one: { level: number; query: { name: string }; noise: unknown; variance: number }, l1: unknown) =>
        [one.level, one.query.name, JSON.stringify(one.noise, bigints), one.variance, l1] as const
      expect(expected.measurements.map((one) => shown(one, formatRational(one.sensitivity)))).toEqual(
        plan.measurements.map((one) => shown(one, formatRational(one.sensitivity.l1))),
      )
      expect(eventToJson(expected.cost)).toEqual(eventToJson(plan.cost))
      expect(ledgerUnit('people', expected)).toBe(plan.unit)
      expect([...publishedExactly].sort()).toEqual([...plan.publishedExactly].sort())
      for (const sentence of sentences) expect(plan.statement.join('\n')).toContain(sentence)
      exact += expected.measurements.filter(({ noise }) => noise === 'exact').length
    }),
    { numRuns: 300 },
  )
  expect(exact).toBeGreaterThan(100)
})

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
