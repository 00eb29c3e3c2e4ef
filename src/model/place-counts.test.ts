import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildHierarchy, leafRanges } from './hierarchy.ts'
import { type SparseHistogram, sparseHistogram } from './histogram.ts'
import {
  type CountsPart,
  countParts,
  heldCounts,
  joinHistograms,
  type PlaceCounts,
  rollUpParts,
  wholeCounts,
} from './place-counts.ts'

const CELLS = 4
const LEAVES = 9
const hierarchy = buildHierarchy(
  ['all', 'region', 'town'],
  Array.from({ length: LEAVES }, (_, i) => [`r${Math.floor(i / 4)}`, `t${i}`]),
)

const dense = fc.array(fc.oneof(fc.constant(0), fc.nat(9)), { minLength: LEAVES * CELLS, maxLength: LEAVES * CELLS })
const cuts = fc
  .uniqueArray(fc.integer({ min: 1, max: LEAVES - 1 }))
  .map((found) => [0, ...found.sort((a, b) => a - b), LEAVES])

function sparse(values: readonly number[]): SparseHistogram {
  const at = Int32Array.from(values.keys())
  const places = at.map((i) => Math.floor(i / CELLS))
  return sparseHistogram(
    values.length / CELLS,
    CELLS,
    places,
    at.map((i) => i % CELLS),
    Float64Array.from(values),
  )
}

/** Read in these parts. */
const cut = (values: readonly number[], first: readonly number[]): PlaceCounts => ({
  ...heldCounts(sparse(values)),
  first,
})

async function all(parts: AsyncIterable<CountsPart>): Promise<SparseHistogram> {
  const found: SparseHistogram[] = []
  let next = 0
  for await (const { from, histogram } of parts) {
    expect(from).toBe(next)
    next += histogram.start.length - 1
    found.push(histogram)
  }
  return joinHistograms(found, CELLS)
}

test('however leaves are read, sums over any nodes are those of the whole', async () => {
  const run = fc.asyncProperty(dense, cuts, fc.nat(2), async (values, first, level) => {
    const ranges = leafRanges(hierarchy, level)
    const nodes = ranges.length - 1
    const counts = cut(values, first)
    const sums = Array.from({ length: nodes * CELLS }, () => 0)
    values.forEach((n, i) => {
      const node = ranges.findLastIndex((leaf) => leaf <= Math.floor(i / CELLS))
      sums[node * CELLS + (i % CELLS)] += n
    })
    expect(await all(rollUpParts(counts, hierarchy, level))).toEqual(sparse(sums))
    expect(await all(countParts(counts))).toEqual(await wholeCounts(counts))
  })
  await fc.assert(run)
})
