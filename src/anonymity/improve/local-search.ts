/**
 * Local search on a partition. A step draws a record of a class that loses something and a class near it, tries the
 * record's relocation, its swap with every member there and the relocation of the neighbour to it, and takes the best of
 * these if it lowers the loss, or else with probability exp(-rise / temperature) (Metropolis et al., 1953). A class that
 * reaches 2k records is split, which never loses; now and then a class is dissolved into its neighbours.
 */
import { widthOf } from '../points/class-box.ts'
import type { Points } from '../points/points.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'
import { Partition } from './moving-partition.ts'
import { Neighbours } from './nearest-groups.ts'
import { MOST_RESOLVED, resolveUnion } from './resolve-union.ts'
import { Random } from './search-random.ts'

const NONE = -1
const NEIGHBOURS = 16
const DISSOLVE_EVERY = 64

export interface SearchOptions {
  readonly seed?: number | string
  readonly rule?: ClassRule | undefined
}

/** Rules may ask for classes beyond 2k - 1 records, and for room to grow. */
export function roomFor(k: number, classes: readonly ArrayLike<number>[], rule?: ClassRule): number {
  const largest = classes.reduce((most, list) => Math.max(most, list.length), 0)
  return Math.max(2 * k, rule === undefined ? largest : largest + 2 * k)
}

export class Search {
  readonly partition: Partition
  readonly #near: Neighbours
  readonly #random: Random
  readonly #rule: ClassRule | undefined
  readonly #scratch: Int32Array
  #steps = 0

  constructor(points: Points, k: number, classes: readonly ArrayLike<number>[], options: SearchOptions = {}) {
    this.#rule = options.rule
    const room = roomFor(k, classes, options.rule)
    this.partition = new Partition(points, k, classes, room)
    this.#near = new Neighbours(points, NEIGHBOURS)
    this.#random = new Random(options.seed ?? 1)
    this.#scratch = new Int32Array(room + 1)
  }

  canMove(): boolean {
    return this.partition.lossyCount > 0 && this.#near.most > 0 && this.partition.standing > 1
  }

  /** Exact re-solving holds classes to k .. 2k - 1 records, which rules may forbid. */
  canResolve(): boolean {
    return this.#rule === undefined && 2 * this.partition.k <= MOST_RESOLVED
  }

  /** Re-solves one class that loses something together with one or two near it. */
  resolve(): void {
    const { partition } = this
    const { size, room, members, classOf } = partition
    const a = partition.lossyClass(this.#random.below(partition.lossyCount))
    const union = new Set([a])
    let records = size[a]
    for (let tries = 0; tries < 8 && union.size < 3; tries++) {
      const record = members[a * room + this.#random.below(size[a])]
      const b = classOf[this.#near.draw(record, this.#random)]
      if (union.has(b) || records + size[b] > MOST_RESOLVED) continue
      union.add(b)
      records += size[b]
    }
    if (union.size > 1) resolveUnion(partition, [...union])
  }

  /** One step; none when no class loses anything. Requires at least two distinct points. */
  step(temperature: number): void {
    const { partition } = this
    if (partition.lossyCount === 0) return
    const random = this.#random
    const a = partition.lossyClass(random.below(partition.lossyCount))
    if (this.#steps++ % DISSOLVE_EVERY === 0) {
      this.#dissolve(a, temperature)
      return
    }
    const record = partition.members[a * partition.room + random.below(partition.size[a])]
    const near = this.#near.draw(record, random)
    const b = partition.classOf[near]
    if (a !== b) this.#exchange(record, near, a, b, temperature)
  }

  /** The best of the moves between a record's class and a neighbour's. */
  #exchange(record: number, near: number, a: number, b: number, temperature: number): void {
    const { size, room, members, k, width } = this.partition
    const [p, q] = [size[a], size[b]]
    const now = p * width[a] + q * width[b]
    let [best, partner] = [Infinity, NONE]
    for (let t = b * room; t < b * room + q; t++) {
      const other = members[t]
      let cost = p * this.partition.widthAfter(a, record, other)
      if (cost >= best) continue
      cost += q * this.partition.widthAfter(b, other, record)
      if (cost < best) [best, partner] = [cost, other]
    }
    let kind = 0
    if (p > k && q < room) {
      const cost =
        (p - 1) * this.partition.widthAfter(a, record, NONE) + (q + 1) * this.partition.widthAfter(b, NONE, record)
      if (cost < best) [best, kind] = [cost, 1]
    }
    if (q > k && p < room) {
      const cost =
        (q - 1) * this.partition.widthAfter(b, near, NONE) + (p + 1) * this.partition.widthAfter(a, NONE, near)
      if (cost < best) [best, kind] = [cost, 2]
    }
    if (!this.#accepts(best - now, temperature)) return
    if (kind === 0 && this.#allowed(a, record, partner) && this.#allowed(b, partner, record)) {
      this.partition.swap(record, partner)
    } else if (kind === 1) this.#relocate(record, a, b)
    else if (kind === 2) this.#relocate(near, b, a)
  }

  #accepts(rise: number, temperature: number): boolean {
    if (rise <= 0) return true
    return temperature > 0 && rise < 30 * temperature && this.#random.unit() < Math.exp(-rise / temperature)
  }

  #relocate(record: number, from: number, to: number): void {
    if (!this.#allowed(from, record, NONE) || !this.#allowed(to, NONE, record)) return
    this.partition.move(record, to)
    if (this.partition.size[to] >= 2 * this.partition.k) this.#split(to)
  }

  /** Whether a class still meets the rules with one record gone and one come. */
  #allowed(c: number, out: number, joins: number): boolean {
    if (this.#rule === undefined) return true
    const { size, room, members } = this.partition
    let count = 0
    for (let t = c * room; t < c * room + size[c]; t++) if (members[t] !== out) this.#scratch[count++] = members[t]
    if (joins >= 0) this.#scratch[count++] = joins
    return count === 0 || this.#rule.admits(this.#scratch, 0, count)
  }

  /** Splits a class of 2k or more along the ordering from one end to the other of its widest pair. */
  #split(c: number): void {
    const { partition } = this
    const { k, room, size, points } = partition
    const list = Array.from(partition.members.subarray(c * room, c * room + size[c]))
    const far = furthestIn(points, list, list[0])
    list.sort((p, q) => widthOf(points, [far, p]) - widthOf(points, [far, q]) || p - q)
    let [best, cut] = [Infinity, k]
    for (let at = k; at <= list.length - k; at++) {
      const cost = at * widthOf(points, list, 0, at) + (list.length - at) * widthOf(points, list, at, list.length)
      if (cost < best) [best, cut] = [cost, at]
    }
    if (this.#rule !== undefined && !(this.#rule.admits(list, 0, cut) && this.#rule.admits(list, cut, list.length)))
      return
    const other = partition.take()
    if (other >= 0) partition.replace([c, other], [list.slice(0, cut), list.slice(cut)])
  }

  /** Moves every member of a class to the nearby class that loses least more; undone when refused. */
  #dissolve(c: number, temperature: number): void {
    const { partition } = this
    const { size, room, members } = partition
    const list = members.slice(c * room, c * room + size[c])
    const before = partition.loss
    const went: number[] = []
    for (const record of list) {
      const to = this.#cheapestNear(record, c)
      if (to === NONE) break
      partition.move(record, to)
      went.push(to)
    }
    if (went.length === list.length && this.#accepts(partition.loss - before, temperature)) {
      for (const to of went) if (size[to] >= 2 * partition.k) this.#split(to)
      return
    }
    this.#undo(list, went, c)
  }

  #undo(list: Int32Array, went: readonly number[], c: number): void {
    const { partition } = this
    const emptied = went.length === list.length
    if (emptied) partition.take() // the class just emptied is the last one freed
    for (let t = went.length - 1; t >= 0; t--) partition.move(list[t], c)
  }

  #cheapestNear(record: number, except: number): number {
    const { partition } = this
    const { size, width, room, classOf } = partition
    const { starts, members } = this.#near.distinct
    const at = this.#near.of(record)
    let [best, to] = [Infinity, NONE]
    for (let t = -1; t < this.#near.most; t++) {
      const group = t < 0 ? this.#near.distinct.groupOf[record] : this.#near.group(at + t)
      const near = members[starts[group] + this.#random.below(starts[group + 1] - starts[group])]
      const c = classOf[near]
      if (c === except || size[c] >= room) continue
      const rise = (size[c] + 1) * partition.widthAfter(c, NONE, record) - size[c] * width[c]
      if (rise < best && this.#allowed(c, NONE, record)) [best, to] = [rise, c]
    }
    return to
  }
}

function furthestIn(points: Points, list: readonly number[], from: number): number {
  let [best, most] = [from, -1]
  for (const record of list) {
    const width = widthOf(points, [from, record])
    if (width > most) [best, most] = [record, width]
  }
  return best
}
