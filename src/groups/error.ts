/**
 * How far a release is from the truth, level by level: for simulation and for `--evaluate`, whose output is
 * confidential. L1 counts groups that are in the wrong cell; the earth mover's distance counts by how many sizes
 * groups would have to be moved, and is the L1 distance of the cumulative rows.
 */
import type { Layers } from '../optimize/tree/tree-shape.ts'
import { cumulate } from './table.ts'

export interface LevelError {
  readonly l1: number
  readonly earthMover: number
}

export function errorsByLevel(released: Layers, truth: Layers, sizes: number): LevelError[] {
  return released.map((level, l) => ({
    l1: distance(level, truth[l]),
    earthMover: distance(cumulate(level, sizes), cumulate(truth[l], sizes)),
  }))
}

function distance(a: Float64Array, b: Float64Array): number {
  let total = 0
  for (let i = 0; i < a.length; i++) total += Math.abs(a[i] - b[i])
  return total
}
