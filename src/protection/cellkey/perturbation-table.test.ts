import { expect, test } from 'vitest'
import { largestEntropy, noiseOf, perturbationTable } from './perturbation-table.ts'

test.each([
  { most: 5, variance: 3, notBelow: 0, keys: 256 },
  { most: 5, variance: 3, notBelow: 2, keys: 256 },
  { most: 2, variance: 1, notBelow: 0, keys: 256 },
])('every row has exactly mean 0 and its variance: %j', (options) => {
  const table = perturbationTable(options)
  table.rows.forEach(({ noise, keys }, r) => {
    const moment = (k: number): number => keys.reduce((sum, n, i) => sum + n * noise[i] ** k, 0)
    expect([moment(0), moment(1), moment(2)]).toEqual([options.keys, 0, options.variance * options.keys])
    const published = noise.filter((_, i) => keys[i] > 0).map((v) => r + 1 + v)
    expect(published.every((count) => count === 0 || count > options.notBelow)).toBe(true)
    // Next to nothing of the entropy is lost by whole numbers of keys.
    const entropy = (law: readonly number[]): number => law.reduce((sum, p) => sum - (p > 0 ? p * Math.log2(p) : 0), 0)
    const best = entropy(largestEntropy(noise, options.variance))
    expect(best - entropy(keys.map((n) => n / options.keys))).toBeLessThan(0.02)
  })
})

test('keys give noise as often as the table says', () => {
  const table = perturbationTable({ most: 3, variance: 2, notBelow: 0, keys: 256 })
  const { noise, keys } = table.rows[3]
  const seen = new Map<number, number>()
  for (let key = 0; key < 256; key++) {
    const v = noiseOf(table, 4, key)
    seen.set(v, (seen.get(v) ?? 0) + 1)
  }
  expect(noise.map((v) => seen.get(v) ?? 0)).toEqual(keys)
  expect(noiseOf(table, 0, 77)).toBe(0)
  expect(noiseOf(table, 1_000_000, 200)).toBe(noiseOf(table, table.rows.length, 200))
})

test('a variance out of reach is refused with what is in reach', () => {
  expect(() => perturbationTable({ most: 2, variance: 5, notBelow: 0, keys: 256 })).toThrow(
    /5 cannot be had for the count 1: it can be from 0 to 2/,
  )
  expect(() => perturbationTable({ most: 3, variance: 1, notBelow: 2, keys: 256 })).toThrow(
    /cannot be had for the count 1: it can be from 2 to 3/,
  )
})
