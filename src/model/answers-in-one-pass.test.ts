import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AskedNodes, answersInOnePass, byLastLeaf } from './answers-in-one-pass.ts'
import { buildHierarchy, leafRanges } from './hierarchy.ts'
import { nodeAnswers, sparseHistogram } from './histogram.ts'
import { heldCounts, type PlaceCounts } from './place-counts.ts'
import type { Query } from './query.ts'

const CELLS = 4
const LEAVES = 9
const hierarchy = buildHierarchy(
  ['all', 'region', 'town'],
  Array.from({ length: LEAVES }, (_, i) => [`r${Math.floor(i / 4)}`, `t${i}`]),
)
const QUERIES: readonly Query[] = [
  { name: 'odd', dimensions: [], answers: 2, answerOf: Int32Array.of(0, 1, -1, 1) },
  { name: 'all', dimensions: [], answers: 1, answerOf: Int32Array.of(0, 0, 0, 0) },
]

const dense = fc.array(fc.oneof(fc.constant(0), fc.nat(9)), { minLength: LEAVES * CELLS, maxLength: LEAVES * CELLS })
const cuts = fc
  .uniqueArray(fc.integer({ min: 1, max: LEAVES - 1 }))
  .map((found) => [0, ...found.sort((a, b) => a - b), LEAVES])
/** A query at some nodes of some level. */
const asked = fc.tuple(fc.nat(2), fc.constantFrom(...QUERIES), fc.nat(), fc.nat()).map(([level, query, a, b]) => {
  const firstLeaf = leafRanges(hierarchy, level)
  const nodes = firstLeaf.length - 1
  const from = a % nodes
  return { query, firstLeaf, from, to: from + 1 + (b % (nodes - from)) }
})

const histogramOf = (values: readonly number[]) => {
  const at = Int32Array.from(values.keys())
  const leaf = at.map((i) => Math.floor(i / CELLS))
  const cell = at.map((i) => i % CELLS)
  return sparseHistogram(LEAVES, CELLS, leaf, cell, Float64Array.from(values))
}

test('however leaves are read and whatever is asked, the answers are those of the whole, and no leaf is read twice', async () => {
  const run = fc.asyncProperty(dense, cuts, fc.array(asked), async (values, first, several) => {
    const whole = histogramOf(values)
    const read = new Uint8Array(LEAVES)
    const held = heldCounts(whole)
    const leaves: PlaceCounts = {
      ...held,
      first,
      read: (from, to) => {
        for (let leaf = from; leaf < to; leaf++) read[leaf]++
        return held.read(from, to)
      },
    }
    const inOrder = [...several].sort(byLastLeaf)
    const found: Float64Array[] = []
    for await (const answers of answersInOnePass(leaves, inOrder)) found.push(answers)
    expect(found).toEqual(
      inOrder.map(({ query, firstLeaf, from, to }) => nodeAnswers(whole, firstLeaf, query, from, to)),
    )
    expect(Math.max(...read)).toBeLessThanOrEqual(1)
    const isWanted = (leaf: number): boolean =>
      several.some(({ firstLeaf, from, to }) => firstLeaf[from] <= leaf && leaf < firstLeaf[to])
    first.slice(1).forEach((end, part) => {
      const own = Array.from({ length: end - first[part] }, (_, i) => first[part] + i)
      if (!own.some(isWanted)) expect(own.some((leaf) => read[leaf] > 0)).toBe(false)
    })
  })
  await fc.assert(run)
})

test('what is asked in another order is refused', async () => {
  const firstLeaf = leafRanges(hierarchy, 2)
  const at = (node: number): AskedNodes => ({ query: QUERIES[0], firstLeaf, from: node, to: node + 1 })
  const counts = heldCounts(histogramOf(new Array(LEAVES * CELLS).fill(1)))
  await expect(answersInOnePass(counts, [at(3), at(2)]).next()).rejects.toThrow('order of its last leaf')
})
