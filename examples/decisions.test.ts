import { expect, test } from 'vitest'
import { investMoney } from './invest-money.ts'
import { sellAdvertising } from './sell-advertising.ts'
import { shipDrugs } from './ship-drugs.ts'

test('ship drugs: every branch is supplied, at far less than the cost of its capacity', async () => {
  const { cost, costAtCapacity, shift, lossAtMost, shipments, broken } = await shipDrugs()
  expect(broken).toBe(0)
  expect(shift).toBe(9) // the least m with T(1) <= 1e-4 at epsilon 1
  expect(cost).toBeLessThan(0.7 * costAtCapacity)
  expect(lossAtMost).toBeGreaterThan(0)
  expect(lossAtMost).toBeLessThan(cost)
  expect(Object.values(shipments).every((units) => /^\d+$/.test(units))).toBe(true) // whole needs, whole shipments
})

test('invest money: close to the least variance, and never more money than there is', async () => {
  const { portfolio, variance, optimalVariance, varianceAtFloor, broken } = await investMoney()
  expect(broken).toBe(0)
  expect(Object.values(portfolio).every((amount) => amount >= 0)).toBe(true)
  expect(variance / optimalVariance).toBeGreaterThanOrEqual(1)
  expect(variance / optimalVariance).toBeLessThan(1.1)
  expect(varianceAtFloor).toBeGreaterThan(variance)
})

test('sell advertising: no budget is overspent, and the baseline overspends some', async () => {
  const { truncated, laplace, bestPossible, budgets } = await sellAdvertising()
  expect(truncated.broken).toBe(0)
  expect(laplace.broken).toBeGreaterThan(0)
  expect(laplace.broken).toBeLessThan(budgets)
  expect(truncated.revenue).toBeLessThan(bestPossible)
  expect(truncated.revenue).toBeGreaterThan(0.95 * bestPossible)
})
