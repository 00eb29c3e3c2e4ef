/**
 * Judges a finished partition against the problem as it was asked. Shares no code with the methods, their loss engine
 * or their rules, on purpose: everything is computed again from the columns, one class at a time.
 */

import type { GeneralisationTree } from '../problem/generalisation-tree.ts'
import type { AnonymityProblem, QuasiIdentifier } from '../problem/problem.ts'
import type { SensitiveRule } from '../problem/sensitive-rules.ts'

export interface CheckOptions {
  readonly rules?: readonly SensitiveRule[]
  /** Records that may be suppressed; 0 unless given. */
  readonly mostSuppressed?: number
}

export interface Verdict {
  readonly valid: boolean
  /** What is wrong, without a record's values. */
  readonly faults: readonly string[]
  readonly loss: number
  readonly byAttribute: readonly number[]
  readonly classes: number
  readonly suppressed: number
  readonly smallest: number
  readonly largest: number
  readonly averageSize: number
  readonly discernibility: number
}

export function checkClasses(problem: AnonymityProblem, classOf: Int32Array, options: CheckOptions = {}): Verdict {
  const groups = new Map<number, number[]>()
  const hidden: number[] = []
  classOf.forEach((name, record) => {
    if (name < 0) hidden.push(record)
    else if (groups.has(name)) groups.get(name)!.push(record)
    else groups.set(name, [record])
  })
  const classes = [...groups.values()]
  const suppressed = hidden.length
  // Suppressed records publish the same: to a reader they are a class.
  const alike = suppressed === 0 ? classes : [...classes, hidden]
  const faults = [...sizeFaults(problem, classOf, classes, suppressed, options), ...ruleFaults(alike, options)]
  const byAttribute = problem.attributes.map((attribute) => attributeLoss(attribute, classes, suppressed))
  const sizes = classes.map((members) => members.length)
  return {
    valid: faults.length === 0,
    faults,
    loss: byAttribute.reduce((sum, loss) => sum + loss, 0),
    byAttribute,
    classes: classes.length,
    suppressed,
    smallest: sizes.reduce((least, size) => Math.min(least, size), classes.length === 0 ? 0 : Infinity),
    largest: sizes.reduce((most, size) => Math.max(most, size), 0),
    averageSize: classes.length === 0 ? 0 : (problem.records - suppressed) / classes.length,
    discernibility: sizes.reduce((sum, size) => sum + size * size, suppressed * problem.records),
  }
}

function sizeFaults(
  { k, records }: AnonymityProblem,
  classOf: Int32Array,
  classes: number[][],
  suppressed: number,
  { mostSuppressed = 0 }: CheckOptions,
): string[] {
  const faults: string[] = []
  if (classOf.length !== records) faults.push(`there are ${classOf.length} class numbers for ${records} records`)
  const small = classes.filter((members) => members.length < k).length
  if (small > 0) faults.push(`${small} classes have fewer than ${k} records`)
  if (suppressed > 0 && suppressed < k) faults.push(`${suppressed} records are suppressed, fewer than ${k}`)
  if (suppressed > mostSuppressed) faults.push(`${suppressed} records are suppressed, more than ${mostSuppressed}`)
  return faults
}

function ruleFaults(classes: number[][], { rules = [] }: CheckOptions): string[] {
  return rules.flatMap((rule) => {
    const broken = classes.filter((members) => breaks(rule, members)).length
    return broken === 0 ? [] : [`${broken} classes break the ${rule.kind} rule on "${rule.name}"`]
  })
}

function shares(codes: Int32Array, members: readonly number[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const record of members) found.set(codes[record], (found.get(codes[record]) ?? 0) + 1 / members.length)
  return found
}

const wholes = new WeakMap<Int32Array, Map<number, number>>()

function breaks(rule: SensitiveRule, members: readonly number[]): boolean {
  const here = shares(rule.codes, members)
  if (rule.kind === 'distinct') return here.size < rule.l
  if (rule.kind === 'entropy') {
    const entropy = [...here.values()].reduce((sum, share) => sum - share * Math.log(share), 0)
    return Math.exp(entropy) < rule.l * (1 - 1e-9)
  }
  let whole = wholes.get(rule.codes)
  if (whole === undefined) wholes.set(rule.codes, (whole = shares(rule.codes, [...rule.codes.keys()])))
  const gaps = Array.from({ length: rule.values }, (_, value) => (here.get(value) ?? 0) - (whole.get(value) ?? 0))
  if (rule.ordered !== true) return gaps.reduce((sum, gap) => sum + Math.max(0, gap), 0) > rule.t + 1e-9
  let below = 0
  const moved = gaps.reduce((sum, gap) => sum + Math.abs((below += gap)), 0)
  return moved / Math.max(1, rule.values - 1) > rule.t + 1e-9
}

function attributeLoss(attribute: QuasiIdentifier, classes: number[][], suppressed: number): number {
  const share = shareLost(attribute)
  const weight = attribute.weight === undefined ? 1 : attribute.weight
  let loss = suppressed
  for (const members of classes) loss += members.length * share(members)
  return weight * loss
}

/** The share of an attribute that a class loses, from 0 to 1. */
function shareLost(attribute: QuasiIdentifier): (members: readonly number[]) => number {
  if (attribute.hierarchy !== undefined) return treeShare(attribute)
  if (attribute.kind === 'numeric') {
    const { values } = attribute
    const span = attribute.range ? attribute.range[1] - attribute.range[0] : spread(values, [...values.keys()])
    return (members) => (span === 0 ? 0 : spread(values, members) / span)
  }
  const { codes, price } = attribute
  const domain = attribute.labels.length
  if (domain < 2) return () => 0
  return (members) => {
    if (price === 'ordered') return spread(codes, members) / (domain - 1)
    const distinct = new Set(members.map((record) => codes[record])).size
    if (price === 'gcp') return (distinct - 1) / domain
    if (price === 'binary') return distinct === 1 ? 0 : distinct / domain
    return (distinct - 1) / (domain - 1)
  }
}

function spread(column: ArrayLike<number>, members: readonly number[]): number {
  let least = column[members[0]]
  let most = least
  for (const record of members) {
    least = Math.min(least, column[record])
    most = Math.max(most, column[record])
  }
  return most - least
}

/** Climbs all leaves of a class together until they meet; what is lost are the leaves below the meeting place. */
function treeShare(attribute: QuasiIdentifier): (members: readonly number[]) => number {
  const { tree, leafOf } = attribute.hierarchy!
  const below = leavesBelow(tree)
  const leaves = tree.labels[0].length
  const place = (record: number) => leafOf[attribute.kind === 'numeric' ? record : attribute.codes[record]]
  return (members) => {
    let nodes = new Set(members.map(place))
    if (nodes.size === 1) return 0
    let level = 0
    while (nodes.size > 1) {
      const parent = tree.parents[level++]
      nodes = new Set([...nodes].map((node) => parent[node]))
    }
    const [meeting] = nodes
    return below[level][meeting] === 1 ? 0 : below[level][meeting] / leaves
  }
}

/** By level and node, each level counted from the one beneath. */
function leavesBelow(tree: GeneralisationTree): number[][] {
  const below = [tree.labels[0].map(() => 1)]
  tree.parents.forEach((parents, level) => {
    const counts = tree.labels[level + 1].map(() => 0)
    parents.forEach((parent, node) => {
      counts[parent] += below[level][node]
    })
    below.push(counts)
  })
  return below
}
