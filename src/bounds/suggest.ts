/**
 * Designs of a k-way table with nothing small disclosed, most detailed first.
 *
 * Detail is the entropy, in bits, of the records over the cells of the two-way table: what a cell tells of a record. It
 * does not depend on which variables are rows; merging levels or omitting a variable never raises it. So designs of one
 * arrangement, taken in order of falling detail, come in an order in which the first without small disclosures is the
 * most detailed there is, and each with fewer than all before it is on the frontier of detail against small
 * disclosures (shown for the arrangement given). Arrangements are the one given and those that move up to `moves` variables between rows and columns.
 *
 * The search can be ended at any time; what it has then is true, only not all. `complete` says whether it ended by itself. In a large
 * table it may end before it comes to anything safe: so the designs that only omit variables, which are few, are tried first, and the
 * best of them is given where nothing finer was found.
 */

import type { CountedTable } from '../model/counted-table.ts'
import { arrangementsOf } from './arrangements.ts'
import { BestFirst } from './best-first.ts'
import { type Axis, nextSteps, type Step } from './coarser.ts'
import { type Design, type DesignVariable, levelsIn, tabulate } from './design.ts'
import { type Disclosures, disclosures, type PublishedForm, SHARES } from './disclosures.ts'
import type { Control } from './feasible-values.ts'

export interface Suggestion {
  readonly design: Design
  readonly omitted: readonly number[]
  /** Bits, and as a share of those of the design that was given. */
  readonly detail: number
  readonly kept: number
  /** How many merges, omissions and moves lead to it. */
  readonly changes: number
  /** Variables that changed sides. */
  readonly moved: readonly number[]
  readonly counts: Disclosures
}

export interface Suggestions {
  readonly start: Suggestion
  /** Designs with nothing small disclosed, most detailed first, none of them a coarser form of another. */
  readonly safe: readonly Suggestion[]
  /** With the sides given: the designs that no other beats in both detail and small disclosures. */
  readonly frontier: readonly Suggestion[]
  readonly evaluated: number
  readonly complete: boolean
}

export interface SuggestOptions extends Control {
  readonly small?: number | undefined
  /** How the designs are published; as exact shares when left out. */
  readonly form?: PublishedForm | undefined
  /** Variables whose levels have an order: only neighbouring levels are merged. */
  readonly ordered?: ReadonlySet<number> | undefined
  /** By variable: the sets of levels that may be merged, any two of them apart or one in the other, as the nodes of a tree. */
  readonly along?: ReadonlyMap<number, readonly (readonly number[])[]> | undefined
  /** By variable: levels that are merged with no other. They go only when the variable is omitted. */
  readonly apart?: ReadonlyMap<number, readonly number[]> | undefined
  /** How many variables may change sides; 1 when left out. */
  readonly moves?: number | undefined
  /** Safe designs wanted of each arrangement; 3 when left out. */
  readonly wanted?: number | undefined
  /** Designs audited at most; 20,000 when left out. */
  readonly limit?: number | undefined
}

/** A design being searched: for each variable used its side and groups; a variable made one group is omitted. */
interface Node {
  readonly arrangement: string
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  readonly groups: readonly (readonly number[])[]
  readonly changes: number
  /** Bits to within 2^-32, by which it waits its turn. */
  readonly detail: number
}

/** The coarser designs of a node that wait for their turn, best first; further ones are looked for when these are used up. */
interface Brood {
  readonly parent: Node
  readonly arrangement: string
  readonly steps: readonly Step[]
  readonly next: number
  readonly changes: number
  readonly detail: number
}

/** Steps of one design kept waiting at a time. */
const KEPT = 64

export function suggest(table: CountedTable, start: Design, options: SuggestOptions = {}): Suggestions {
  const search = new Search(table, start, options)
  const fallback = search.mostDetailedOmission()
  const complete = search.run()
  if (fallback !== undefined && search.safe.length === 0) search.safe.push(fallback)
  const safe = search.safe.sort((a, b) => b.detail - a.detail || a.changes - b.changes)
  return { start: search.first, safe, frontier: search.frontier, evaluated: search.evaluated, complete }
}

class Search {
  readonly safe: Suggestion[] = []
  readonly frontier: Suggestion[] = []
  readonly first: Suggestion
  evaluated = 0
  private readonly table: CountedTable
  private readonly options: SuggestOptions
  private readonly start: Node
  private readonly queue = new BestFirst<Node | Brood>()
  private readonly seen = new Set<string>()
  private readonly details = new Map<string, number>()
  private readonly safeBySides = new Map<string, readonly Node[]>()
  /** The fewest small disclosures seen with the given sides. */
  private fewest = Number.POSITIVE_INFINITY
  private readonly startRows: ReadonlySet<number>

  constructor(table: CountedTable, start: Design, options: SuggestOptions) {
    this.table = table
    this.options = options
    const rows = start.rows.map((used) => used.variable)
    const columns = start.columns.map((used) => used.variable)
    this.startRows = new Set(rows)
    const groups = table.variables.map(({ levels }) => levels.map(() => 0))
    for (const used of [...start.rows, ...start.columns])
      groups[used.variable] = canonical(used.groups ?? groups[used.variable].map((_, level) => level))
    const arrangement = `${rows}|${columns}`
    this.start = { arrangement, rows, columns, groups, changes: 0, detail: Number.POSITIVE_INFINITY }
    this.first = this.suggestion(this.start, 0)
  }

  private movedOf(rows: readonly number[], columns: readonly number[]): number[] {
    return [...rows.filter((v) => !this.startRows.has(v)), ...columns.filter((v) => this.startRows.has(v))]
  }

  /** The most detailed design with nothing small disclosed that omits variables of the one given and changes nothing else. */
  mostDetailedOmission(): Suggestion | undefined {
    if (this.first.counts.safe) return undefined
    const { rows, columns, groups } = this.start
    const detailed = omissionsOf(rows, columns).map((omitted) => {
      const kept = groups.map((own, variable) => (omitted.has(variable) ? own.map(() => 0) : own))
      const { counts } = tabulate(this.table, designOf(rows, columns, kept))
      return { kept, changes: omitted.size, detail: this.detailOf(kept, counts) }
    })
    for (const { kept, changes, detail } of detailed.sort((a, b) => b.detail - a.detail || a.changes - b.changes)) {
      if (this.options.shouldStop?.()) return undefined
      const found = this.suggestion({ ...this.start, groups: kept, changes, detail }, this.first.detail)
      if (found.counts.safe) return found
    }
    return undefined
  }

  /** Whether the search came to its end. */
  run(): boolean {
    const { wanted = 3, limit = 20_000 } = this.options
    if (!this.arrange()) return false
    for (let item = this.queue.pop(); item !== undefined; item = this.queue.pop()) {
      const safeSoFar = this.safeBySides.get(item.arrangement) ?? []
      if (safeSoFar.length >= wanted) continue
      const node = 'parent' in item ? this.take(item) : item
      if (node === undefined) return false
      if (this.isSeen(node) || safeSoFar.some((finer) => refines(finer, node))) continue
      if (this.evaluated >= limit || this.options.shouldStop?.()) return false
      if (this.visit(node)) this.safeBySides.set(node.arrangement, [...safeSoFar, node])
      else if (!this.expand(node, undefined)) return false
      this.options.progress?.(this.evaluated, limit)
    }
    return true
  }

  /** Queues every arrangement of the sides; false when asked to stop. */
  private arrange(): boolean {
    const { rows, columns } = this.start
    let made = 0
    for (const [r, c] of arrangementsOf(rows, columns, this.options.moves ?? 1)) {
      if (++made % 1024 === 0 && this.options.shouldStop?.()) return false
      const changes = this.movedOf(r, c).length
      this.queue.push({ ...this.start, arrangement: `${r}|${c}`, rows: r, columns: c, changes })
    }
    return true
  }

  private isSeen(node: Node): boolean {
    const key = `${node.arrangement};${keyOf(node.groups)}`
    if (this.seen.has(key)) return true
    this.seen.add(key)
    return false
  }

  /** Audits a design; whether nothing small is disclosed. */
  private visit(node: Node): boolean {
    const suggestion = this.suggestion(node, this.first.detail)
    const disclosed = suggestion.counts.cells.smallDisclosed
    this.evaluated++
    if (suggestion.moved.length === 0 && disclosed < this.fewest) {
      this.fewest = disclosed
      this.frontier.push(suggestion)
    }
    if (suggestion.counts.safe) this.safe.push(suggestion)
    return suggestion.counts.safe
  }

  /** The best waiting design of a brood, which goes back to the queue with its others; undefined when asked to stop. */
  private take({ parent, steps, next, ...brood }: Brood): Node | undefined {
    const step = steps[next]
    if (next + 1 < steps.length)
      this.queue.push({ ...brood, parent, steps, next: next + 1, detail: steps[next + 1].detail })
    else if (steps.length === KEPT && !this.expand(parent, step)) return undefined
    const { merged: joined } = step
    const merged = parent.groups[step.variable].map((group) =>
      joined === undefined ? 0 : joined.includes(group) ? joined[0] : group,
    )
    const groups = parent.groups.with(step.variable, canonical(merged))
    return { ...parent, groups, changes: brood.changes, detail: step.detail }
  }

  /** Queues the designs one step further on that come after the step given; each side keeps a variable. */
  private expand(node: Node, after: Step | undefined): boolean {
    const design = designOf(node.rows, node.columns, node.groups)
    const axes = [design.rows, design.columns].flatMap((side) =>
      side.map((used) => ({
        variable: used.variable,
        groups: levelsIn(this.table, used),
        ordered: this.options.ordered?.has(used.variable) ?? false,
        needed: side.length === 1,
        ...this.mergeable(used.variable, node.groups[used.variable]),
      })),
    )
    const steps = nextSteps(tabulate(this.table, design), axes, after, KEPT, this.options.shouldStop)
    if (steps === undefined) return false
    const { arrangement, changes } = node
    if (steps.length > 0)
      this.queue.push({ parent: node, arrangement, steps, next: 0, changes: changes + 1, detail: steps[0].detail })
    return true
  }

  /** Which groups of a variable may be merged, where not all may. */
  private mergeable(variable: number, groups: readonly number[]): Pick<Axis, 'along' | 'apart'> {
    const sets = this.options.along?.get(variable)
    const levels = this.options.apart?.get(variable)
    return {
      along: sets === undefined ? undefined : nextAlong(sets, groups),
      apart: levels === undefined ? undefined : new Set(levels.map((level) => groups[level])),
    }
  }

  /** The same for every arrangement. */
  private detailOf(groups: Node['groups'], counts: Float64Array): number {
    const key = keyOf(groups)
    const detail = this.details.get(key) ?? entropy(counts)
    this.details.set(key, detail)
    return detail
  }

  private suggestion(node: Node, startDetail: number): Suggestion {
    const design = designOf(node.rows, node.columns, node.groups)
    const two = tabulate(this.table, design)
    const detail = this.detailOf(node.groups, two.counts)
    const used = new Set([...design.rows, ...design.columns].map(({ variable }) => variable))
    return {
      design,
      omitted: this.table.variables.map((_, v) => v).filter((v) => !used.has(v)),
      detail,
      kept: startDetail > 0 ? detail / startDetail : 1,
      changes: node.changes,
      moved: this.movedOf(node.rows, node.columns),
      counts: disclosures(this.table, design, two, this.options.form ?? SHARES, this.options.small),
    }
  }
}

/** More variables than this have too many sets to try them all. */
const MOST_OMITTED_FROM = 6

/** Sets of variables to leave out, so that each side keeps one: all of them, or of many variables those that keep one of each side. */
function omissionsOf(rows: readonly number[], columns: readonly number[]): ReadonlySet<number>[] {
  const used = [...rows, ...columns]
  const without = (kept: readonly number[]): ReadonlySet<number> => new Set(used.filter((v) => !kept.includes(v)))
  if (used.length > MOST_OMITTED_FROM) return rows.flatMap((r) => columns.map((c) => without([r, c])))
  return Array.from({ length: 2 ** used.length - 1 }, (_, bits) => used.filter((_, i) => (bits >> i) & 1))
    .filter((kept) => rows.some((r) => kept.includes(r)) && columns.some((c) => kept.includes(c)))
    .map(without)
}

/** The sets whose levels are in several groups while every smaller set inside is one group: each as its groups, in order. */
function nextAlong(sets: readonly (readonly number[])[], groups: readonly number[]): readonly (readonly number[])[] {
  const open = sets
    .map((levels) => ({ levels: new Set(levels), merged: [...new Set(levels.map((level) => groups[level]))] }))
    .filter(({ merged }) => merged.length > 1)
  const isInside = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
    a.size < b.size && [...a].every((level) => b.has(level))
  return open
    .filter(({ levels }) => !open.some((other) => isInside(other.levels, levels)))
    .map(({ merged }) => merged.sort((a, b) => a - b))
}

const keyOf = (groups: readonly (readonly number[])[]): string => groups.map((merged) => merged.join()).join(';')

function designOf(rows: readonly number[], columns: readonly number[], groups: readonly (readonly number[])[]): Design {
  const side = (variables: readonly number[]): DesignVariable[] =>
    variables
      .filter((variable) => groups[variable].length === 1 || groups[variable].some((group) => group > 0))
      .map((variable) => ({
        variable,
        groups: groups[variable].every((group, level) => group === level) ? undefined : groups[variable],
      }))
  return { rows: side(rows), columns: side(columns) }
}

/** Whether every level merged in `finer` is merged in `coarser` too. */
function refines(finer: Node, coarser: Node): boolean {
  return finer.groups.every((groups, variable) => {
    const into = new Map<number, number>()
    return groups.every((group, level) => {
      const target = coarser.groups[variable][level]
      if (!into.has(group)) into.set(group, target)
      return into.get(group) === target
    })
  })
}

/** Groups numbered in the order in which they first occur. */
function canonical(groups: readonly number[]): number[] {
  const names = new Map<number, number>()
  return groups.map((group) => {
    if (!names.has(group)) names.set(group, names.size)
    return names.get(group)!
  })
}

/** Shannon entropy in bits of a table of counts. */
function entropy(counts: Float64Array): number {
  let n = 0
  let weighted = 0
  for (const count of counts) {
    n += count
    if (count > 0) weighted += count * Math.log2(count)
  }
  return n === 0 ? 0 : Math.log2(n) - weighted / n
}
