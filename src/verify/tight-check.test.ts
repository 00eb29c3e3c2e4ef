import { expect, test } from 'vitest'
import { compare, parseRational, rational, toNumber } from '../exact/index.ts'
import { planMeasurements } from '../measure/measure-plan.ts'
import { privacyDocument } from '../measure/plan-document.ts'
import { buildHierarchy } from '../model/index.ts'
import { rhoFor, tightEpsilon } from '../privacy/index.ts'
import { compileSchema, parseSpec } from '../spec/index.ts'
import { expectedTable } from './expected-measurements.ts'
import { exactOf } from './fixtures/exact-of.ts'
import { tightChecks } from './tight-check.ts'
import { estimatedEpsilon } from './tight-loss.ts'

test('the estimate agrees with the bound of the accountant, with which it shares no code', () => {
  for (const variances of [[1n], [3n, 40n], [2n, 2n, 900n]]) {
    const moves = variances.map((variance) => ({ variance: Number(variance), entries: 2 }))
    const bound = tightEpsilon(
      variances.map((variance) => ({ variance: rational(variance), entries: 2 })),
      parseRational('1e-8'),
    )
    expect(Math.abs(estimatedEpsilon(moves, 1e-8) / toNumber(bound!) - 1)).toBeLessThan(2e-4)
  }
})

function planned(privacy: string) {
  const spec = parseSpec(
    `{ tacet: 1, source: { file: x.csv }, geography: { top: all, columns: [part, place] },
    attributes: [{ name: sex, levels: [f, m] }, { name: age, levels: [young, old] }],
    privacy: { unit: change-person, ${privacy} },
    workload: [{ query: total }, { query: sex }, { query: detailed }],
    public: [{ query: total, level: part, exactly: data }] }`,
    'a spec',
  )
  const schema = compileSchema(spec)
  const hierarchy = buildHierarchy(
    ['all', 'part', 'place'],
    [
      ['one', 'a'],
      ['one', 'b'],
      ['two', 'c'],
    ],
  )
  const plan = planMeasurements(spec, schema, hierarchy, true)
  const levels = hierarchy.levels.map(({ name, regions }) => ({ name, nodes: regions.length }))
  const exact = exactOf(plan.joint)
  const expected = (stated: string) => expectedTable({ spec, schema, levels, table: 'people', exact, stated })
  return { plan, document: privacyDocument(plan), expected }
}

test.each([
  'rho: 1/7, delta: 1e-9',
  'epsilon: 2, delta: 1e-9, accountant: tight',
  'epsilon: 2, delta: 1e-9, accountant: zcdp',
])('a release with { %s } passes, and one that states too little or spends too much does not', (privacy) => {
  const { document, expected } = planned(privacy)
  const table = expected(document.budget.total)
  expect(tightChecks(document, table).map(({ ok }) => ok)).toEqual([true])
  const less = { ...document, tightEpsilon: 0.99 * (document.tightEpsilon as number) }
  expect(tightChecks(less, table).map(({ ok }) => ok)).toEqual([false])
  if (document.budget.asked === undefined) return
  const more = planned('rho: 1/2, delta: 1e-9').document // noise for more than the spec allows
  expect(tightChecks(more, expected('1/2')).map(({ ok }) => ok)).toEqual([false])
})

test('an (epsilon, delta) is spent: by the tight accountant with more rho than by zCDP, and never more than allowed', () => {
  const [tight, zcdp] = ['tight', 'zcdp'].map((name) => planned(`epsilon: 2, delta: 1e-9, accountant: ${name}`))
  expect(zcdp.plan.budget.total).toEqual(rhoFor(rational(2n), parseRational('1e-9')))
  expect(compare(tight.plan.budget.total, zcdp.plan.budget.total)).toBe(1)
  expect(tight.document.tightEpsilon).toBeLessThanOrEqual(2)
  expect(tight.document.tightEpsilon).toBeGreaterThan(2 * (1 - 2e-5))
  expect(() => planned('person: { column: id, atMost: 3 }, epsilon: 2, delta: 1e-9, accountant: tight')).toThrow(
    /privacy.accountant.*one record each/,
  )
})
