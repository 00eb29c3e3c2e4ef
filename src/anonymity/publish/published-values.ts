/** What a class publishes: tight ranges, the set of its values, or a node of the tree. */
import { listClasses } from '../points/class-lists.ts'
import { ancestors, commonLevel } from '../problem/generalisation-tree.ts'
import { type AnonymityProblem, type Classes, type QuasiIdentifier, SUPPRESSED } from '../problem/problem.ts'

export type Published =
  /** `missing`: a value may also be missing. Without a number in it: nothing but missing ones. */
  | { readonly kind: 'range'; readonly low: number; readonly high: number; readonly missing?: true }
  | { readonly kind: 'set'; readonly labels: readonly string[] }
  /** `ends` of a node of an interval tree: the lower one included, the upper one not. */
  | { readonly kind: 'node'; readonly label: string; readonly ends?: readonly [number, number] }
  | { readonly kind: 'suppressed' }

/**
 * For each attribute a function from a record to what it publishes. With `nodes`, attributes that have a tree publish
 * the lowest node above the class instead of its range or set; with `levels`, one for each attribute, its node of that
 * level, as full-domain recoding chose them.
 */
export function publisher(
  problem: AnonymityProblem,
  classOf: Classes,
  { nodes = false, levels }: { readonly nodes?: boolean; readonly levels?: readonly number[] | undefined } = {},
): ((record: number) => Published)[] {
  const { count, starts, members } = listClasses(classOf)
  return problem.attributes.map((attribute, a) => {
    const describe = nodes && attribute.hierarchy !== undefined ? nodeOf(attribute, levels?.[a]) : boxOf(attribute)
    const boxes = Array.from({ length: count }, (_, c) => {
      const list = members.subarray(starts[c], starts[c + 1])
      return list.length === 0 ? SUPPRESSION : describe(list)
    })
    return (record) => (classOf[record] === SUPPRESSED ? SUPPRESSION : boxes[classOf[record]])
  })
}

/** What a missing value is called. */
export const MISSING_LABEL = '(missing)'

const SUPPRESSION: Published = { kind: 'suppressed' }

/** What a list of records publishes of an attribute, as a range or a set. Labels in the order of their codes. */
export function boxOf(attribute: QuasiIdentifier): (list: ArrayLike<number>) => Published {
  if (attribute.kind === 'categorical') {
    const { codes, labels } = attribute
    return (list) => {
      const values = new Set(Array.from(list, (record) => codes[record]))
      return { kind: 'set', labels: [...values].sort((a, b) => a - b).map((code) => labels[code]) }
    }
  }
  const { values, missing } = attribute
  return (list) => {
    let [low, high, absent] = [Infinity, -Infinity, 0]
    for (let t = 0; t < list.length; t++) {
      const value = values[list[t]]
      if (value === missing) absent++
      low = Math.min(low, value)
      if (value !== missing) high = Math.max(high, value)
    }
    if (absent === list.length && absent > 0) return { kind: 'set', labels: [MISSING_LABEL] }
    return { kind: 'range', low, high, ...(absent > 0 && { missing: true as const }) }
  }
}

function nodeOf(attribute: QuasiIdentifier, fixed: number | undefined): (list: ArrayLike<number>) => Published {
  const { tree, leafOf } = attribute.hierarchy!
  const lines = ancestors(tree)
  const place = (record: number): number => leafOf[attribute.kind === 'numeric' ? record : attribute.codes[record]]
  return (list) => {
    let [first, last] = [Infinity, -1]
    for (let t = 0; t < list.length; t++) {
      first = Math.min(first, place(list[t]))
      last = Math.max(last, place(list[t]))
    }
    const level = fixed ?? commonLevel(lines, first, last)
    const node = lines[level][first]
    const edges = tree.edges?.[level]
    return {
      kind: 'node',
      label: tree.labels[level][node],
      ...(edges !== undefined && node + 1 < edges.length && { ends: [edges[node], edges[node + 1]] as const }),
    }
  }
}
