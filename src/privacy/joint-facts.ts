/**
 * What public facts say of all tables of a release together, as rows over classes of cells and places.
 *
 * A data set is a vector z >= 0 of whole numbers: so many records in every cell (of every table) at every leaf. A *fact* publishes counts:
 * its buckets, at every node of a level. A *line* ties counts together: terms that add up to at most 0 at every node of a level, and an
 * equality is two of them. Cells that no fact and no line tells apart are one class.
 *
 * Facts and lines are homogeneous, so of a whole tree it is enough to look at the path to one node, with all siblings at each level put
 * together into one place, and everything below the node into one (docs/methods/privacy.md has the proof).
 */

/** A linear form or a combination: by number of the variable or row, what it is multiplied with. Nothing is 0. */
export type Sparse = ReadonlyMap<number, bigint>

export interface JointFact {
  readonly name: string
  readonly level: number
  /** The bucket of each cell over all tables, -1 for one that it does not count. */
  readonly bucketOf: Int32Array
  /** Whether its counts come from the data; if not, anybody may know them already. */
  readonly disclosed: boolean
}

/** The sum of the terms is at most 0. */
export interface JointLine {
  readonly name: string
  readonly level: number
  readonly terms: readonly { readonly cells: Uint8Array; readonly times: bigint }[]
}

export interface JointTables {
  /** Of every table, its first cell and their number. */
  readonly tables: readonly { readonly first: number; readonly cells: number }[]
  readonly levels: number
  /** 1 for a cell that nobody can be in. */
  readonly zero: Uint8Array
  readonly facts: readonly JointFact[]
  readonly lines: readonly JointLine[]
}

export interface Classes {
  readonly count: number
  /** -1 for a cell that nobody can be in. */
  readonly classOf: Int32Array
  /** The lowest cell of each class. */
  readonly cellOf: readonly number[]
}

/** Cells of one table in the same bucket of every fact and with the same factor in every line are one class. */
export function classesOf({ tables, zero, facts, lines }: JointTables): Classes {
  let classOf = Int32Array.from(zero, (never) => (never === 1 ? -1 : 0))
  let count = 1
  const split = (partOf: (cell: number) => number): void => {
    const known = new Map<number, number>()
    let [lowest, highest] = [0, 0]
    for (let cell = 0; cell < classOf.length; cell++) {
      lowest = Math.min(lowest, partOf(cell))
      highest = Math.max(highest, partOf(cell))
    }
    const parts = highest - lowest + 1
    classOf = classOf.map((own, cell) => {
      if (own < 0) return -1
      const key = own * parts + partOf(cell) - lowest
      const found = known.get(key) ?? known.size
      known.set(key, found)
      return found
    })
    count = known.size
  }
  tables.forEach(({ first }) => {
    split((cell) => (cell < first ? 0 : 1))
  })
  for (const { bucketOf } of facts) split((cell) => bucketOf[cell])
  for (const { terms } of lines) for (const { cells } of terms) split((cell) => cells[cell])
  const cellOf = new Array<number>(count)
  for (let cell = classOf.length - 1; cell >= 0; cell--) if (classOf[cell] >= 0) cellOf[classOf[cell]] = cell
  return { count, classOf, cellOf }
}

/**
 * The tree of a node at a level: whether its ancestor (or itself) at each level from the top down to it has siblings. Its leaves are 0,
 * everything below the node, and one for the siblings at each level that has any.
 */
export interface Shape {
  readonly level: number
  /** One per level from 0 to `level`; the top has none. */
  readonly siblings: readonly boolean[]
}

export function leavesOf({ siblings }: Shape): number {
  return 1 + siblings.filter(Boolean).length
}

/** The nodes at a level, as the leaves below them; the first holds the node that the shape is of, or is below it. */
export function nodesAt({ siblings }: Shape, level: number): readonly (readonly number[])[] {
  const path = [0]
  const others: number[][] = []
  let leaf = 0
  siblings.forEach((some, k) => {
    if (!some) return
    leaf++
    if (k > level) path.push(leaf)
    else others.push([leaf])
  })
  return [path, ...others]
}

/** What a row is of: a bucket of a fact, or a line, at a node of the shape. */
export interface RowSource {
  readonly kind: 'fact' | 'line'
  /** Of the fact or the line. */
  readonly index: number
  readonly bucket: number
  readonly node: number
}

export interface JointRow extends RowSource {
  readonly vector: Sparse
}

/** A class at a leaf. */
export function variable({ count }: Pick<Classes, 'count'>, own: number, leaf: number): number {
  return leaf * count + own
}

export function factRows({ facts }: Pick<JointTables, 'facts'>, classes: Classes, shape: Shape): JointRow[] {
  return facts.flatMap(({ level, bucketOf }, index) => {
    const buckets = new Map<number, number[]>()
    classes.cellOf.forEach((cell, own) => {
      const bucket = bucketOf[cell]
      if (bucket < 0) return
      const members = buckets.get(bucket)
      if (members === undefined) buckets.set(bucket, [own])
      else members.push(own)
    })
    return nodesAt(shape, level).flatMap((leaves, node) =>
      [...buckets].map(([bucket, members]): JointRow => {
        const vector = new Map(leaves.flatMap((leaf) => members.map((own) => [variable(classes, own, leaf), 1n])))
        return { kind: 'fact', index, bucket, node, vector }
      }),
    )
  })
}

export function lineRows({ lines }: Pick<JointTables, 'lines'>, classes: Classes, shape: Shape): JointRow[] {
  return lines.flatMap(({ level, terms }, index) => {
    const factor = classes.cellOf.map((cell) =>
      terms.reduce((sum, { cells, times }) => sum + (cells[cell] === 1 ? times : 0n), 0n),
    )
    return nodesAt(shape, level).map((leaves, node): JointRow => {
      const vector = new Map<number, bigint>()
      for (const leaf of leaves)
        factor.forEach((times, own) => {
          if (times !== 0n) vector.set(variable(classes, own, leaf), times)
        })
      return { kind: 'line', index, bucket: 0, node, vector }
    })
  })
}
