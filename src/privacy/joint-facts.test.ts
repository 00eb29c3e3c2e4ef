import { expect, test } from 'vitest'
import { classesOf } from './joint-facts.ts'

test('cells of two tables are never one class, and those of one table are until something tells them apart', () => {
  const tables = [
    { first: 0, cells: 2 },
    { first: 2, cells: 3 },
  ]
  const nothing = { tables, levels: 1, zero: new Uint8Array(5), facts: [], lines: [] }
  expect(classesOf(nothing)).toEqual({ count: 2, classOf: Int32Array.of(0, 0, 1, 1, 1), cellOf: [0, 2] })
  const fact = { name: 'vacant', level: 0, bucketOf: Int32Array.of(-1, -1, -1, 0, -1), disclosed: true }
  const apart = classesOf({ ...nothing, zero: Uint8Array.of(0, 1, 0, 0, 0), facts: [fact] })
  expect(apart).toEqual({ count: 3, classOf: Int32Array.of(0, -1, 1, 2, 1), cellOf: [0, 2, 3] })
})
