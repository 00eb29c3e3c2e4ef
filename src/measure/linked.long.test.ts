/**
 * A thousand random specs of people and units: links, ratios, bounds, people with several records, both relations, exact counts,
 * counts of an earlier release. Every answer is held to all small data sets, every stated loss to all changes of one person and K units.
 */
import { expect, test } from 'vitest'
import { sampled } from '../../test/support/linked/linked-sample.ts'

test('what is said of linked tables is what enumeration shows, in a thousand specs', () => {
  // Some are refused, since their links leave nobody anywhere.
  const figures = sampled(1100)
  console.log(figures)
  expect(figures.planned).toBeGreaterThanOrEqual(1000)
  expect(figures.exact).toBeGreaterThan(5000)
  expect(figures.open).toBeGreaterThan(5000)
  expect(figures.openBeyond).toBeLessThan(0.1 * figures.open)
  expect(figures.withPersons).toBeGreaterThan(300)
  expect(figures.withUnits).toBeGreaterThan(100)
  expect(figures.reached).toBeGreaterThan(50)
  for (const count of Object.values(figures.proofs)) expect(count).toBeGreaterThan(20)
})
