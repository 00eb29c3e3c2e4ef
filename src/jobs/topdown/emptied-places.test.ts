import { expect, test } from 'vitest'
import { buildHierarchy, heldCounts, joinHistograms, sparseHistogram } from '../../model/index.ts'
import { seededEntropy } from '../../noise/index.ts'
import { drawMoves, movePeople } from './emptied-places.ts'

/** Four towns of three leaves. */
const hierarchy = buildHierarchy(
  ['top', 'town', 'leaf'],
  Array.from({ length: 12 }, (_, i) => [`t${Math.floor(i / 3)}`, `t${Math.floor(i / 3)}/${i}`]),
)
const people = Float64Array.of(40, 50, 60, 1, 0, 2, 70, 80, 90, 0, 0, 0)
const townChances = (empty: readonly number[]) => [
  undefined,
  { empty: Float64Array.from(empty), released: Float64Array.of(150, 3, 240, 0) },
  undefined,
]
const half = (): number => 0.5

test('people of a town drawn empty go to one that was released as empty and is drawn with people, leaf by leaf', () => {
  const moves = drawMoves(hierarchy, townChances([0, 0.9, 0, 0.1]), people, half)
  expect([...moves]).toEqual([0, 1, 2, 9, 10, 11, 6, 7, 8, 9, 10, 11])
})

test('where none was, they go to the next that has people, and the last that has some keeps them', () => {
  const moves = drawMoves(hierarchy, townChances([0, 0.9, 0, 1]), people, half)
  expect([...moves]).toEqual([0, 1, 2, 6, 6, 6, 6, 7, 8, 9, 10, 11])
  const last = drawMoves(hierarchy, townChances([0, 0, 0.9, 1]), people, half)
  expect([...last].slice(6, 9)).toEqual([5, 5, 5])
  expect([...drawMoves(hierarchy, townChances([1, 1, 1, 1]), people, half)]).toEqual([...people.keys()])
})

test('nobody is lost, whatever is drawn and however the leaves are read', async () => {
  const cells = [0, 1]
  const leaves = [...people.keys()].flatMap((leaf) => cells.map((cell) => ({ leaf, cell })))
  const histogram = sparseHistogram(
    12,
    2,
    Int32Array.from(leaves, ({ leaf }) => leaf),
    Int32Array.from(leaves, ({ cell }) => cell),
    Float64Array.from(leaves, ({ leaf, cell }) => (cell === 0 ? people[leaf] : 3 * people[leaf])),
  )
  for (let seed = 0; seed < 40; seed++) {
    const entropy = seededEntropy(`moves ${seed}`, 0)
    const uniform = (): number => entropy.belowSmall(1000) / 1000
    const chances = [
      undefined,
      townChances([uniform(), uniform(), uniform(), uniform()])[1],
      { empty: Float64Array.from(people, uniform), released: people },
    ]
    const to = drawMoves(hierarchy, chances, people, uniform)
    const moved = async (first: readonly number[]) => {
      const parts = first.slice(0, -1).map((from, i) => ({
        from,
        histogram: sparseHistogram(
          first[i + 1] - from,
          2,
          Int32Array.from(leaves.slice(2 * from, 2 * first[i + 1]), ({ leaf }) => leaf - from),
          Int32Array.from(leaves.slice(2 * from, 2 * first[i + 1]), ({ cell }) => cell),
          histogramCounts(from, first[i + 1]),
        ),
      }))
      const found = []
      for await (const { histogram: part } of movePeople(streamed(parts), heldCounts(histogram), to)) found.push(part)
      return joinHistograms(found, 2)
    }
    const whole = await moved([0, 12])
    expect(await moved([0, 1, 5, 12])).toEqual(whole)
    const sums = [0, 0]
    whole.count.forEach((n, i) => {
      sums[whole.cell[i]] += n
    })
    expect(sums).toEqual([393, 3 * 393])
  }
  function histogramCounts(from: number, end: number): Float64Array {
    return Float64Array.from(leaves.slice(2 * from, 2 * end), ({ leaf, cell }) =>
      cell === 0 ? people[leaf] : 3 * people[leaf],
    )
  }
})

async function* streamed<T>(parts: readonly T[]): AsyncGenerator<T> {
  yield* parts
}
