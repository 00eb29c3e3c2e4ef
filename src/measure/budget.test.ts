import { expect, test } from 'vitest'
import { formatRational, rational } from '../exact/index.ts'
import { buildHierarchy } from '../model/index.ts'
import { compileSchema, parseSpec } from '../spec/index.ts'
import { levelShares, queryShares } from './budget.ts'
import { planMeasurements, shareSpent } from './measure-plan.ts'
import { plannedBudget } from './total-budget.ts'

const LEVELS = ['state', 'town']
const specOf = (privacy: string, workload = '{ query: total }, { query: sex }') =>
  parseSpec(
    `{ tacet: 1, source: { file: p.csv }, geography: { top: state, columns: [town] }, attributes: [{ name: sex, levels: [f, m] }],
    privacy: { ${privacy} }, workload: [${workload}] }`,
    'a spec',
  )

test('the whole budget is of the kind that was asked for', () => {
  expect(plannedBudget(specOf('epsilon: 3/2'))).toEqual({ kind: 'pure', epsilon: rational(3n, 2n) })
  expect(plannedBudget(specOf('rho: 1/2, delta: 1e-6'))).toEqual({ kind: 'zcdp', rho: rational(1n, 2n) })
})

test.each(['epsilon: 2', 'rho: 2, delta: 1e-6'])('%s: parts of the budget add up to all of it', (privacy) => {
  const spec = specOf(`${privacy}, levels: { state: 1/4, town: 3/4 }`)
  const plan = planMeasurements(spec, compileSchema(spec), buildHierarchy(LEVELS, [['a'], ['b']]), false)
  expect(plan.measurements.map((one) => shareSpent(plan, one))).toEqual([1 / 8, 1 / 8, 3 / 8, 3 / 8])
})

test('a level that is not there, or shares that do not add up, are named', () => {
  expect(() => levelShares(LEVELS, { state: '1/2', county: '1/2' })).toThrow(/county/)
  expect(() => levelShares(LEVELS, { state: '1/2', town: '1/4' })).toThrow(/2\/3, 1\/3/)
  const shares = queryShares(
    [
      { query: 'total', share: '1/3' },
      { query: 'sex', share: '2/3' },
    ],
    'town',
    LEVELS,
  )
  expect(shares.map(({ share }) => formatRational(share))).toEqual(['1/3', '2/3'])
  const wrong = [
    { query: 'total', share: '1/3' },
    { query: 'sex', share: '1/3' },
  ]
  expect(() => queryShares(wrong, 'town', LEVELS)).toThrow(/level "town"/)
  const alone = [{ query: 'total', share: '1/3', levels: ['town'] }]
  expect(() => queryShares(alone, 'town', LEVELS)).toThrow(/level "town"/)
  expect(queryShares(alone, 'state', LEVELS)).toEqual([])
})
