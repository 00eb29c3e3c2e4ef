/**
 * A large problem in pieces that know nothing of each other, for worker threads: Mondrian cuts the records into blocks of
 * at most a given size, each block is solved by the anytime search, and the classes are put together. A second round may
 * gather whole classes into other blocks, so that what lay on a boundary can move.
 */

import { mondrianClasses, mondrianParts } from '../partition/mondrian.ts'
import { listClasses } from '../points/class-lists.ts'
import { type Points, subset } from '../points/points.ts'
import { type GeneralisationTree, TreeCost } from '../problem/generalisation-tree.ts'
import type { Classes } from '../problem/problem.ts'
import { type AnytimeOptions, type AnytimeResult, anytimeClasses } from './anytime.ts'

/** Points as plain data, for structured cloning. */
export interface PackedPoints extends Omit<Points, 'treeCosts'> {
  readonly trees: readonly { readonly tree: GeneralisationTree; readonly weight: number }[]
}

export function packPoints({ treeCosts, ...plain }: Points): PackedPoints {
  return { ...plain, trees: treeCosts.map(({ tree, weight }) => ({ tree, weight })) }
}

export function unpackPoints({ trees, ...plain }: PackedPoints): Points {
  return { ...plain, treeCosts: trees.map(({ tree, weight }) => new TreeCost(tree, weight)) }
}

/** The records of each block, about `size` at most. The cuts are Mondrian's own, so its classes lie within the blocks. */
export function splitIntoBlocks(points: Points, k: number, size: number): Int32Array[] {
  const most = Math.max(size, 2 * k)
  const { order, starts } = mondrianParts(points, (from, to) => to - from > most, k)
  return Array.from({ length: starts.length - 1 }, (_, b) => order.slice(starts[b], starts[b + 1]))
}

/** Whole classes gathered into blocks of about `size` records, by where their first records lie. */
export function gatherIntoBlocks(points: Points, classOf: Classes, size: number): Int32Array[] {
  const { count, starts, members } = listClasses(classOf)
  const heads = Int32Array.from({ length: count }, (_, c) => members[starts[c]])
  const mean = Math.max(1, members.length / Math.max(1, count))
  const most = Math.max(2, Math.round(size / mean))
  const parts = mondrianParts(subset(points, heads), (from, to) => to - from > most, 1, { relaxed: true })
  return Array.from({ length: parts.starts.length - 1 }, (_, b) => {
    const classes = parts.order.subarray(parts.starts[b], parts.starts[b + 1])
    return Int32Array.from(Array.from(classes).flatMap((c) => [...members.subarray(starts[c], starts[c + 1])]))
  })
}

/** One block solved alone: its points in the units of the whole, the classes numbered from 0. */
export function solveBlock(block: Points, k: number, options: AnytimeOptions): AnytimeResult {
  return anytimeClasses(block, k, options)
}

/** A quick start for a block too large for Greedy Search in the time there is. */
export function quickBlock(block: Points, k: number): Classes {
  return mondrianClasses(block, k)
}

/** Puts the classes of all blocks together. */
export function combineBlocks(n: number, blocks: readonly Int32Array[], solved: readonly Classes[]): Classes {
  const classOf = new Int32Array(n)
  let first = 0
  blocks.forEach((records, b) => {
    let most = -1
    records.forEach((record, t) => {
      classOf[record] = first + solved[b][t]
      most = Math.max(most, solved[b][t])
    })
    first += most + 1
  })
  return classOf
}
