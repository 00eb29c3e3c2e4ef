/** The nearest distinct points of each distinct point, found when first asked for. */
import { Box } from '../points/class-box.ts'
import { type Distinct, distinctPoints } from '../points/distinct-points.ts'
import { KdTree } from '../points/kd-tree.ts'
import type { Points } from '../points/points.ts'
import type { Random } from './search-random.ts'

/** Buckets looked into for a list: near is enough, nearest is not needed. */
const BUCKETS = 40

export class Neighbours {
  readonly distinct: Distinct
  readonly #tree: KdTree
  readonly #box: Box
  readonly #lists: Int32Array
  readonly #lengths: Int8Array
  readonly #found: Int32Array
  readonly #widths: Float64Array
  readonly most: number

  constructor(points: Points, most: number) {
    this.distinct = distinctPoints(points)
    const { count, starts, members } = this.distinct
    this.most = Math.min(most, count - 1)
    this.#tree = new KdTree(
      points,
      Int32Array.from({ length: count }, (_, g) => members[starts[g]]),
    )
    this.#box = new Box(points)
    this.#lists = new Int32Array(count * this.most)
    this.#lengths = new Int8Array(count).fill(-1)
    this.#found = new Int32Array(most)
    this.#widths = new Float64Array(most)
  }

  /** Where the list of a record's neighbouring groups starts in `lists`. It has `most` entries. */
  of(record: number): number {
    const group = this.distinct.groupOf[record]
    const at = group * this.most
    if (this.#lengths[group] < 0) {
      const self = this.distinct.members[this.distinct.starts[group]]
      this.#box.startWith(self)
      const size = this.#tree.nearMany(this.#box, this.most, this.#found, this.#widths, self, BUCKETS)
      for (let t = 0; t < size; t++) this.#lists[at + t] = this.distinct.groupOf[this.#found[t]]
      this.#lengths[group] = size
    }
    return at
  }

  group(at: number): number {
    return this.#lists[at]
  }

  /** Any record near the given one: of its own group once in a while, else of a neighbouring one. */
  draw(record: number, random: Random): number {
    const { starts, members, groupOf } = this.distinct
    const t = random.below(this.most + 1)
    const group = t === this.most ? groupOf[record] : this.#lists[this.of(record) + t]
    return members[starts[group] + random.below(starts[group + 1] - starts[group])]
  }
}
