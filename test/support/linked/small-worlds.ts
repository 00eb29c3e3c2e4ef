/**
 * What the public facts of a small spec mean, and all data sets that keep them, one by one: no elimination, no linear program, nothing
 * that the derivation under test has.
 */

/** Counts at one level, by bucket; -1 for a cell that is not counted. */
export interface CountedBuckets {
  readonly level: number
  readonly bucketOf: ArrayLike<number>
}

/** At every node of the level: the sum of weight times count, over its cells, is at most 0. */
export interface WeightedLine {
  readonly level: number
  readonly weights: readonly number[]
}

/** Counts that must lie within a bound at every node of a level. */
export interface CountBound {
  readonly level: number
  readonly cells: readonly boolean[]
  readonly atLeast: number
  readonly atMost: number
}

export interface SmallWorld {
  /** Over all tables. */
  readonly cells: number
  /** Of each leaf, the node that it is in at every level. */
  readonly leaves: readonly (readonly number[])[]
  readonly impossible: readonly boolean[]
  readonly facts: readonly CountedBuckets[]
  readonly lines: readonly WeightedLine[]
  readonly bounds: readonly CountBound[]
}

/** A count that somebody asks for: so many records in these cells at a node. */
export interface Asked {
  readonly level: number
  readonly node: number
  readonly cells: readonly boolean[]
}

/** Sums over entries of a data set, as a list of index and weight. */
type Form = readonly (readonly [at: number, weight: number])[]

const at = ({ cells }: SmallWorld, leaf: number, cell: number): number => leaf * cells + cell

export const entriesOf = (world: SmallWorld): number => world.leaves.length * world.cells

function nodesOf({ leaves }: SmallWorld, level: number): readonly number[] {
  return [...new Set(leaves.map((leaf) => leaf[level]))]
}

function formAt(world: SmallWorld, level: number, node: number, weightOf: (cell: number) => number): Form {
  return world.leaves.flatMap((own, leaf) =>
    own[level] !== node
      ? []
      : Array.from({ length: world.cells }, (_, cell) => [at(world, leaf, cell), weightOf(cell)] as const).filter(
          ([, weight]) => weight !== 0,
        ),
  )
}

/** One per bucket and node. */
export function factForms(world: SmallWorld, facts = world.facts): readonly Form[] {
  return facts.flatMap(({ level, bucketOf }) =>
    nodesOf(world, level).flatMap((node) =>
      [...new Set(Array.from(bucketOf))]
        .filter((bucket) => bucket >= 0)
        .map((bucket) => formAt(world, level, node, (cell) => (bucketOf[cell] === bucket ? 1 : 0))),
    ),
  )
}

export const askedForm = (world: SmallWorld, { level, node, cells }: Asked): Form =>
  formAt(world, level, node, (cell) => (cells[cell] ? 1 : 0))

export function sumOver(form: Form, data: ArrayLike<number>): number {
  let sum = 0
  for (const [entry, weight] of form) sum += weight * data[entry]
  return sum
}

/** Whether a data set is one that the spec allows; `withBounds` also asks for its bounds. */
export function keeperOf(world: SmallWorld, withBounds: boolean): (data: ArrayLike<number>) => boolean {
  const lines = world.lines.flatMap(({ level, weights }) =>
    nodesOf(world, level).map((node) => formAt(world, level, node, (cell) => weights[cell])),
  )
  const bounds = (withBounds ? world.bounds : []).flatMap(({ level, cells, atLeast, atMost }) =>
    nodesOf(world, level).map((node) => ({ form: askedForm(world, { level, node, cells }), atLeast, atMost })),
  )
  const never = world.leaves.flatMap((_, leaf) =>
    world.impossible.flatMap((one, cell) => (one ? [at(world, leaf, cell)] : [])),
  )
  return (data) => {
    for (let i = 0; i < data.length; i++) if (data[i] < 0) return false
    for (const entry of never) if (data[entry] !== 0) return false
    for (const form of lines) if (sumOver(form, data) > 0) return false
    for (const { form, atLeast, atMost } of bounds) {
      const value = sumOver(form, data)
      if (value < atLeast || value > atMost) return false
    }
    return true
  }
}

/** More data sets than these are not listed. */
const MOST_DATA = 20_000

/** All data sets with up to so many records in an entry that the spec allows, the more records the fewer entries there are. */
export function allData(world: SmallWorld, withBounds: boolean): readonly Uint8Array[] {
  const free = world.leaves.flatMap((_, leaf) =>
    world.impossible.flatMap((one, cell) => (one ? [] : [at(world, leaf, cell)])),
  )
  let most = 1
  while ((most + 2) ** free.length <= MOST_DATA && most < 5) most++
  const keeps = keeperOf(world, withBounds)
  const found: Uint8Array[] = []
  const data = new Uint8Array(entriesOf(world))
  for (let number = 0; number < (most + 1) ** free.length; number++) {
    let rest = number
    for (const entry of free) {
      data[entry] = rest % (most + 1)
      rest = Math.floor(rest / (most + 1))
    }
    if (keeps(data)) found.push(data.slice())
  }
  return found
}

/** Of each asked count, whether two of the data sets agree on all facts and not on it. */
export function openIn(
  data: readonly Uint8Array[],
  facts: readonly Form[],
  asked: readonly Form[],
): readonly boolean[] {
  const open = asked.map(() => false)
  const first = new Map<string, readonly number[]>()
  for (const one of data) {
    const key = facts.map((form) => sumOver(form, one)).join()
    const values = asked.map((form) => sumOver(form, one))
    const before = first.get(key)
    if (before === undefined) first.set(key, values)
    else
      values.forEach((value, i) => {
        if (value !== before[i]) open[i] = true
      })
  }
  return open
}

/** All changes of these entries in which at most so many records come and so many go. */
export function changesOf(entries: readonly number[], length: number, come: number, go: number): readonly Int8Array[] {
  const found: Int8Array[] = []
  const change = new Int8Array(length)
  const fill = (place: number, comes: number, goes: number): void => {
    if (place === entries.length) {
      found.push(change.slice())
      return
    }
    for (let value = -goes; value <= comes; value++) {
      change[entries[place]] = value
      fill(place + 1, comes - Math.max(0, value), goes - Math.max(0, -value))
    }
    change[entries[place]] = 0
  }
  fill(0, come, go)
  return found
}

/** Records that come and that go, whichever are more: one that comes and one that goes are one that changes. */
export function movedIn(change: ArrayLike<number>, entries: readonly number[]): number {
  let [come, go] = [0, 0]
  for (const entry of entries) {
    if (change[entry] > 0) come += change[entry]
    else go -= change[entry]
  }
  return Math.max(come, go)
}
