/**
 * A tree of places, level by level from the top. Nodes of a level are numbered in the order of their codes, and the
 * children of a node are consecutive in the next level, so a subtree is a range at every level.
 */
import { badInput } from '../request-error.ts'

export interface Hierarchy {
  /** From the top (one node) to the leaves. */
  readonly levels: readonly Level[]
}

export interface Level {
  readonly name: string
  /** The name of each node, different from every other in its level; the top's is its level's. */
  readonly regions: readonly string[]
  /** The index of each node's parent in the level above; empty for the top. */
  readonly parent: Int32Array
  /** Children of node i of this level are firstChild[i] .. firstChild[i + 1] - 1 in the next; empty for leaves. */
  readonly firstChild: Int32Array
}

/**
 * The tree over leaves, each given by the names of the regions it lies in, from below the top down to itself.
 * `levelNames` starts with the name of the top, which holds everybody. Requires leaves that are distinct and sorted, so
 * that those of one region follow each other.
 */
export function buildHierarchy(levelNames: readonly string[], leaves: readonly (readonly string[])[]): Hierarchy {
  const none = new Int32Array(0)
  const levels: Level[] = [{ name: levelNames[0], regions: [levelNames[0]], parent: none, firstChild: none }]
  for (let depth = 1; depth < levelNames.length; depth++) levels.push(nextLevel(levelNames[depth], leaves, depth))
  checkDistinct(levels, leaves)
  return { levels: levels.map((level, d) => ({ ...level, firstChild: childRanges(level, levels[d + 1]) })) }
}

/** Names are paths joined by `/`; a name that holds one can make two paths alike. */
function checkDistinct(levels: readonly Level[], leaves: readonly (readonly string[])[]): void {
  const names = leaves.map((leaf) => leaf.at(-1) ?? '')
  const twice =
    names.find((name, i) => name === names[i - 1]) ??
    levels.map(({ regions }) => firstRepeated(regions)).find((region) => region !== undefined)
  if (twice === undefined) return
  throw badInput(`Two places are both called "${twice}". A name that holds "/" can make two paths alike: rename it.`)
}

function firstRepeated(names: readonly string[]): string | undefined {
  if (new Set(names).size === names.length) return undefined
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(name).size)
}

/** A region begins where the name at its depth changes, and so does its parent one name higher. */
function nextLevel(name: string, leaves: readonly (readonly string[])[], depth: number): Level {
  const regions: string[] = []
  const parent: number[] = []
  let above = depth === 1 ? 0 : -1
  leaves.forEach((leaf, i) => {
    const before = leaves[i - 1]
    if (depth > 1 && before?.[depth - 2] !== leaf[depth - 2]) above++
    if (before?.[depth - 1] === leaf[depth - 1]) return
    regions.push(leaf[depth - 1])
    parent.push(above)
  })
  return { name, regions, parent: Int32Array.from(parent), firstChild: new Int32Array(0) }
}

function childRanges(level: Level, below: Level | undefined): Int32Array {
  if (below === undefined) return new Int32Array(0)
  const first = new Int32Array(level.regions.length + 1)
  for (const parent of below.parent) first[parent + 1]++
  for (let i = 0; i < level.regions.length; i++) first[i + 1] += first[i]
  return first
}

export function leafLevel(hierarchy: Hierarchy): Level {
  return hierarchy.levels[hierarchy.levels.length - 1]
}

/** The leaves below node i of a level are firstLeaf[i] .. firstLeaf[i + 1] - 1. */
export function leafRanges(hierarchy: Hierarchy, level: number): Int32Array {
  const nodes = hierarchy.levels[level].regions.length
  let first: Int32Array = Int32Array.from({ length: nodes + 1 }, (_, i) => i)
  for (let d = level; d < hierarchy.levels.length - 1; d++) {
    const { firstChild } = hierarchy.levels[d]
    first = first.map((node) => firstChild[node])
  }
  return first
}

/** The index of a level by its name. */
export function levelIndex(hierarchy: Hierarchy, name: string, where: string): number {
  const index = hierarchy.levels.findIndex((level) => level.name === name)
  if (index >= 0) return index
  const known = hierarchy.levels.map((level) => level.name).join(', ')
  throw badInput(`${where}: there is no level "${name}". The levels are: ${known}.`)
}
