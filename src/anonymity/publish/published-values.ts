/** What a class publishes: tight ranges, the set of its values, or a node of the tree. */
import { listClasses } from '../points/class-lists.ts'
import { ancestors, commonLevel } from '../problem/generalisation-tree.ts'
import { type AnonymityProblem, type Classes, type QuasiIdentifier, SUPPRESSED } from '../problem/problem.ts'

export type Published =
  | { readonly kind: 'range'; readonly low: number; readonly high: number }
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
  const { values } = attribute
  return (list) => {
    let [low, high] = [Infinity, -Infinity]
    for (let t = 0; t < list.length; t++) {
      low = Math.min(low, values[list[t]])
      high = Math.max(high, values[list[t]])
    }
    return { kind: 'range', low, high }
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
      ...(edges !== undefined && { ends: [edges[node], edges[node + 1]] as const }),
    }
  }
}
