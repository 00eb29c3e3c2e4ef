import { expect, test } from 'vitest'
import { buildHierarchy, denseLeaf, type SparseHistogram, sparseHistogram } from '../../model/index.ts'
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

test('everybody stays in the leaf and in the class, half of them in the cell', () => {
  const [before, after] = [released(), plausibleTruth(released(), hierarchy, CLASS_OF, 'a')]
  for (let leaf = 0; leaf < 20; leaf++) {
    expect(byClass(after, leaf)).toEqual(byClass(before, leaf))
    const stayed = denseLeaf(after, leaf)[leaf % 4]
    expect(stayed).toBeGreaterThanOrEqual(19)
    expect(stayed).toBeLessThan(40)
  }
})

test('others come in by the composition above, and the same seed gives the same data', () => {
  const after = plausibleTruth(released(), hierarchy, CLASS_OF, 'a')
  expect(after.cell.length).toBeGreaterThan(released().cell.length + 20)
  expect(plausibleTruth(released(), hierarchy, CLASS_OF, 'a')).toEqual(after)
  expect(plausibleTruth(released(), hierarchy, CLASS_OF, 'b')).not.toEqual(after)
})
