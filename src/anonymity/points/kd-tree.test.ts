import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatTree } from '../problem/generalisation-tree.ts'
import { Box, pairWidth } from './class-box.ts'
import { KdTree } from './kd-tree.ts'
import { allRecords, pointsOf } from './points.ts'

const LABELS = Array.from({ length: 40 }, (_, code) => `v${code}`)

/** Two numbers, a set of 40 values and a tree of 40 leaves. */
function points(rows: number[][]) {
  const codes = (j: number) => Int32Array.from(rows, (row) => row[j])
  return pointsOf({
    records: rows.length,
    k: 2,
    attributes: [
      { kind: 'categorical', name: 'set', codes: codes(2), labels: LABELS },
      { kind: 'numeric', name: 'a', values: Float64Array.from(rows, (row) => row[0]) },
      { kind: 'numeric', name: 'b', values: Float64Array.from(rows, (row) => row[1]), weight: 2 },
      {
        kind: 'categorical',
        name: 'tree',
        codes: codes(3),
        labels: LABELS,
        hierarchy: { tree: flatTree(LABELS), leafOf: Int32Array.from(LABELS.keys()) },
      },
    ],
  })
}

const matrices = fc.array(
  fc.tuple(fc.nat(9), fc.nat(50), fc.nat(39), fc.nat(5)).map((row) => [...row]),
  {
    minLength: 5,
    maxLength: 120,
  },
)

test('nearest and furthest are those of a scan, ties by rank, through every deletion', () => {
  fc.assert(
    fc.property(matrices, (rows) => {
      const cloud = points(rows)
      const rank = Int32Array.from(rows, (_, i) => (i * 37) % 1009)
      const tree = new KdTree(cloud, allRecords(cloud.n), rank)
      const box = new Box(cloud)
      box.startWith(0)
      tree.remove(0)
      const alive = new Set(Array.from({ length: cloud.n - 1 }, (_, i) => i + 1))
      while (alive.size > 0) {
        const order = [...alive].sort((p, q) => box.widthWith(p) - box.widthWith(q) || rank[p] - rank[q])
        const found = tree.nearest(box)
        expect(found).toBe(order[0])
        tree.remove(found)
        alive.delete(found)
        if (box.size < 4) box.add(found)
        else {
          box.startWith(found)
          const far = [...alive].sort(
            (p, q) => pairWidth(cloud, found, q) - pairWidth(cloud, found, p) || rank[p] - rank[q],
          )
          if (far.length > 0) expect(tree.furthest(box)).toBe(far[0])
        }
        expect(tree.size).toBe(alive.size)
      }
      expect(tree.nearest(box)).toBe(-1)
    }),
    { numRuns: 60 },
  )
})

test('the nearest many have the least widths', () => {
  fc.assert(
    fc.property(matrices, fc.integer({ min: 1, max: 12 }), (rows, count) => {
      const cloud = points(rows)
      const tree = new KdTree(cloud, allRecords(cloud.n))
      const box = new Box(cloud)
      box.startWith(2)
      const widths = new Float64Array(count)
      const size = tree.nearestMany(box, count, new Int32Array(count), widths, 2)
      const scan = rows.map((_, i) => i).filter((i) => i !== 2)
      const least = scan.map((i) => pairWidth(cloud, 2, i)).sort((a, b) => a - b)
      expect([...widths.subarray(0, size)]).toEqual(least.slice(0, count))
      const all = tree.nearMany(box, count, new Int32Array(count), new Float64Array(count), 2, Infinity)
      expect(all).toBe(size)
    }),
    { numRuns: 60 },
  )
})

test('within a width are those of a scan', () => {
  fc.assert(
    fc.property(matrices, fc.double({ min: 0, max: 3, noNaN: true }), (rows, limit) => {
      const cloud = points(rows)
      const tree = new KdTree(cloud, allRecords(cloud.n))
      const box = new Box(cloud)
      box.startWith(0)
      box.add(1)
      const found: number[] = []
      tree.within(box, limit, found)
      const scanned = Array.from(allRecords(cloud.n)).filter((record) => box.widthWith(record) < limit)
      expect(found.toSorted((a, b) => a - b)).toEqual(scanned)
    }),
  )
})
