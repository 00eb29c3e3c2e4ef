/**
 * Freeform generalisation (Doka, Xue, Tsoumakos, Karras, AsiaCCS 2015): k - 1 rounds, each a permutation that gives every
 * record one more partner it did not have; a record publishes the box around itself and its partners. Every published
 * box then holds k original records and every record lies in k boxes, but boxes of different records differ.
 *
 * THIS IS WEAKER THAN k-ANONYMITY: no k published records are alike.
 */

import { KeyHeap } from '../../optimize/index.ts'
import { badInput } from '../../request-error.ts'
import { Box, widthOf } from '../points/class-box.ts'
import { KdTree } from '../points/kd-tree.ts'
import { allRecords, type Points } from '../points/points.ts'
import { assignment } from './assignment.ts'

export type FreeformMethod = 'doka-greedy' | 'doka-sortgreedy' | 'doka-hungarian'

export interface Freeform {
  readonly kind: 'freeform'
  /** Record i publishes the box of partners[i k] .. partners[i k + k - 1], itself first. */
  readonly partners: Int32Array
  readonly loss: number
}

/** The cubic method's matrix and time grow too fast beyond. */
export const MOST_RECORDS_FOR_HUNGARIAN = 2000

export function freeform(points: Points, k: number, method: FreeformMethod, order?: Int32Array): Freeform {
  const { n } = points
  if (method === 'doka-hungarian' && n > MOST_RECORDS_FOR_HUNGARIAN) {
    throw badInput(
      `doka-hungarian takes at most ${MOST_RECORDS_FOR_HUNGARIAN} records (its time grows with their cube). Use doka-greedy.`,
    )
  }
  const partners = new Int32Array(n * k)
  for (let i = 0; i < n; i++) partners[i * k] = i
  const state: Round = { points, k, partners, size: 1, order: order ?? allRecords(n) }
  const rounds = { 'doka-greedy': greedyRound, 'doka-sortgreedy': sortedRound, 'doka-hungarian': hungarianRound }
  for (; state.size < k; state.size++) {
    const to = rounds[method](state)
    for (let i = 0; i < n; i++) partners[i * k + state.size] = to[i]
  }
  let loss = 0
  for (let i = 0; i < n; i++) loss += widthOf(points, partners, i * k, i * k + k)
  return { kind: 'freeform', partners, loss }
}

interface Round {
  readonly points: Points
  readonly k: number
  readonly partners: Int32Array
  readonly order: Int32Array
  size: number
}

function hasPartner({ partners, k, size }: Round, record: number, other: number): boolean {
  for (let t = record * k; t < record * k + size; t++) if (partners[t] === other) return true
  return false
}

function openBox({ partners, k, size }: Round, box: Box, record: number): void {
  box.startWith(record)
  for (let t = 1; t < size; t++) box.add(partners[record * k + t])
}

/** Each record in order takes the free partner that widens its box least. */
function greedyRound(round: Round): Int32Array {
  const { points, order } = round
  const tree = new KdTree(points, allRecords(points.n))
  const box = new Box(points)
  const to = new Int32Array(points.n).fill(-1)
  for (const record of order) {
    openBox(round, box, record)
    const partner = tree.nearest(box, (other) => !hasPartner(round, record, other))
    if (partner < 0) continue
    to[record] = partner
    tree.remove(partner)
  }
  return completed(round, to)
}

/** The cheapest of all pairs first: each record waits with its best free partner, and looks again when that is taken. */
function sortedRound(round: Round): Int32Array {
  const { points, order } = round
  const tree = new KdTree(points, allRecords(points.n))
  const box = new Box(points)
  const heap = new KeyHeap()
  const wish = new Int32Array(points.n).fill(-1)
  const to = new Int32Array(points.n).fill(-1)
  const queue = (record: number): void => {
    openBox(round, box, record)
    const before = box.width
    wish[record] = tree.nearest(box, (other) => !hasPartner(round, record, other))
    if (wish[record] >= 0) heap.push(box.widthWith(wish[record]) - before, record)
  }
  order.forEach(queue)
  while (heap.size > 0) {
    const record = heap.pop()
    if (!tree.has(wish[record])) queue(record)
    else {
      to[record] = wish[record]
      tree.remove(wish[record])
    }
  }
  return completed(round, to)
}

function hungarianRound(round: Round): Int32Array {
  const { points } = round
  const { n } = points
  const box = new Box(points)
  const costs = new Float64Array(n * n)
  const forbidden = (points.suppressionLoss + 1) * n
  for (let i = 0; i < n; i++) {
    openBox(round, box, i)
    for (let j = 0; j < n; j++) costs[i * n + j] = hasPartner(round, i, j) ? forbidden : box.widthWith(j)
  }
  return assignment(costs, n)
}

/**
 * Gives every record left without a partner one of the partners left over: its own if it may, else by the exchange with
 * another record that widens the two boxes least, else (in very small files) along a shortest augmenting path. A
 * permutation exists: what is still allowed is a bipartite graph in which every vertex has n minus the rounds so far
 * neighbours.
 */
function completed(round: Round, to: Int32Array): Int32Array {
  const { n } = round.points
  const from = new Int32Array(n).fill(-1)
  to.forEach((partner, record) => {
    if (partner >= 0) from[partner] = record
  })
  for (let record = 0; record < n; record++) {
    if (to[record] >= 0) continue
    const free = Array.from(from.keys()).filter((partner) => from[partner] < 0)
    const own = free.find((partner) => !hasPartner(round, record, partner))
    if (own !== undefined) give(to, from, record, own)
    else if (!exchanged(round, to, from, record, free)) augment(round, to, from, record)
  }
  return to
}

function give(to: Int32Array, from: Int32Array, record: number, partner: number): void {
  to[record] = partner
  from[partner] = record
}

/** The record takes the partner of another, which takes a free one. False when no exchange is allowed. */
function exchanged(round: Round, to: Int32Array, from: Int32Array, record: number, free: readonly number[]): boolean {
  const [own, others] = [new Box(round.points), new Box(round.points)]
  openBox(round, own, record)
  let best = { cost: Number.POSITIVE_INFINITY, other: -1, partner: -1 }
  for (let other = 0; other < to.length; other++) {
    if (to[other] < 0 || hasPartner(round, record, to[other])) continue
    openBox(round, others, other)
    const gained = own.widthWith(to[other]) - others.widthWith(to[other])
    for (const partner of free) {
      if (hasPartner(round, other, partner)) continue
      const cost = gained + others.widthWith(partner)
      if (cost < best.cost) best = { cost, other, partner }
    }
  }
  if (best.other < 0) return false
  give(to, from, record, to[best.other])
  give(to, from, best.other, best.partner)
  return true
}

/** A shortest alternating path from the record to a free partner, turned over. */
function augment(round: Round, to: Int32Array, from: Int32Array, record: number): void {
  const reachedBy = new Int32Array(to.length).fill(-1)
  const queue = [record]
  for (const current of queue) {
    for (let partner = 0; partner < to.length; partner++) {
      if (reachedBy[partner] >= 0 || hasPartner(round, current, partner)) continue
      reachedBy[partner] = current
      if (from[partner] < 0) {
        turnOver(to, from, reachedBy, record, partner)
        return
      }
      queue.push(from[partner])
    }
  }
  throw new Error('every record has an allowed partner, so a path must exist')
}

function turnOver(to: Int32Array, from: Int32Array, reachedBy: Int32Array, record: number, end: number): void {
  for (let partner = end; ; ) {
    const taker = reachedBy[partner]
    const given = to[taker]
    give(to, from, taker, partner)
    if (taker === record) return
    partner = given
  }
}
