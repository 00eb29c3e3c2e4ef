import { expect, test } from 'vitest'
import {
  buildHierarchy,
  denseLeaf,
  heldCounts,
  joinHistograms,
  type PlaceCounts,
  type SparseHistogram,
  sparseHistogram,
  summedParts,
} from '../../model/index.ts'
import { plausibleTruth } from './plausible-truth.ts'

const CELLS = 6
const CLASS_OF = Int32Array.of(0, 0, 0, 0, 1, 1)
const hierarchy = buildHierarchy(
  ['top', 'region', 'leaf'],
  Array.from({ length: 20 }, (_, i) => [`r${Math.floor(i / 10)}`, `r${Math.floor(i / 10)}/${i}`]),
)

/** Every leaf has all its people of a class in one cell: as sparse as can be. */
function released(): SparseHistogram {
  const leaf: number[] = []
  const cell: number[] = []
  const count: number[] = []
  for (let i = 0; i < 20; i++) {
    for (const [c, n] of [
      [i % 4, 40],
      [4 + (i % 2), i === 3 ? 5000 : 7],
    ]) {
      leaf.push(i)
      cell.push(c)
      count.push(n)
    }
  }
  return sparseHistogram(20, CELLS, Int32Array.from(leaf), Int32Array.from(cell), Float64Array.from(count))
}

const byClass = (histogram: SparseHistogram, leaf: number): number[] => {
  const totals = [0, 0]
  denseLeaf(histogram, leaf).forEach((n, c) => {
    totals[CLASS_OF[c]] += n
  })
  return totals
}

/** The leaves read in one part, or in parts of so many leaves. */
async function truth(seed: string, first: readonly number[] = [0, 20]): Promise<SparseHistogram> {
  const leaves: PlaceCounts = { ...heldCounts(released()), first }
  const above: SparseHistogram[] = []
  for await (const { histogram } of summedParts(leaves, hierarchy.levels[1].firstChild)) above.push(histogram)
  const levels = [heldCounts(released()), heldCounts(joinHistograms(above, CELLS)), leaves]
  const parts: SparseHistogram[] = []
  for await (const { histogram } of plausibleTruth(levels, hierarchy, CLASS_OF, seed)) parts.push(histogram)
  expect(parts.length).toBe(first.length - 1)
  return joinHistograms(parts, CELLS)
}

test('everybody stays in the leaf and in the class, half of them in the cell', async () => {
  const [before, after] = [released(), await truth('a')]
  for (let leaf = 0; leaf < 20; leaf++) {
    expect(byClass(after, leaf)).toEqual(byClass(before, leaf))
    const stayed = denseLeaf(after, leaf)[leaf % 4]
    expect(stayed).toBeGreaterThanOrEqual(19)
    expect(stayed).toBeLessThan(40)
  }
})

test('others come in by the composition above, and the same seed gives the same data', async () => {
  const after = await truth('a')
  expect(after.cell.length).toBeGreaterThan(released().cell.length + 20)
  expect(await truth('a')).toEqual(after)
  expect(await truth('a', [0, 3, 4, 11, 20])).toEqual(after) // however the leaves are read
  expect(await truth('b')).not.toEqual(after)
})
