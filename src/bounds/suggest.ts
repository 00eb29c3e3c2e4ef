/**
 * Designs of a k-way table with nothing small disclosed, most detailed first.
 *
 * Detail is the entropy, in bits, of the records over the cells of the two-way table: what a cell tells of a record. It
 * does not depend on which variables are rows; merging levels or omitting a variable never raises it. So designs of one
 * arrangement, taken in order of falling detail, come in an order in which the first without small disclosures is the
 * most detailed there is, and each with fewer than all before it is on the frontier of detail against small
 * disclosures (shown for the arrangement given). Arrangements are the one given and those that move up to `moves` variables between rows and columns.
 *
 * The search can be ended at any time; what it has then is true, only not all. `complete` says whether it ended by itself.
 */
import { type CountedTable, type Design, type DesignVariable, tabulate } from './design.ts'
import type { Control } from './feasible-values.ts'
import { Heap } from './heap.ts'
import { reduceCounts } from './reduced.ts'
import { type AuditCounts, audit } from './verdict.ts'

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
  readonly counts: AuditCounts
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
  /** Variables whose levels have an order: only neighbouring levels are merged. */
  readonly ordered?: ReadonlySet<number> | undefined
  /** How many variables may change sides; 1 when left out. */
  readonly moves?: number | undefined
  /** Safe designs wanted of each arrangement; 3 when left out. */
  readonly wanted?: number | undefined
  /** Designs audited at most; 20,000 when left out. */
  readonly limit?: number | undefined
}

/** A design being searched: for each variable used its side and groups; a variable with one group is omitted. */
interface Node {
  readonly arrangement: string
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  readonly groups: readonly (readonly number[])[]
  readonly changes: number
  readonly detail: number
}

export function suggest(table: CountedTable, start: Design, options: SuggestOptions = {}): Suggestions {
  const search = new Search(table, start, options)
  const complete = search.run()
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
  private readonly queue = new Heap<Node>((a, b) => b.detail - a.detail || a.changes - b.changes)
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
    const node = this.node(rows, columns, groups, 0)
    this.first = this.suggestion(node, 0)
    for (const [r, c] of arrangementsOf(rows, columns, options.moves ?? 1))
      this.push(this.node(r, c, groups, this.movedOf(r, c).length))
  }

  private movedOf(rows: readonly number[], columns: readonly number[]): number[] {
    return [...rows.filter((v) => !this.startRows.has(v)), ...columns.filter((v) => this.startRows.has(v))]
  }

  /** Whether the search came to its end. */
  run(): boolean {
    const { wanted = 3, limit = 20_000 } = this.options
    for (let node = this.queue.pop(); node !== undefined; node = this.queue.pop()) {
      const safeSoFar = this.safeBySides.get(node.arrangement) ?? []
      if (safeSoFar.length >= wanted || safeSoFar.some((finer) => refines(finer, node))) continue
      if (this.evaluated >= limit || this.options.shouldStop?.()) return false
      const suggestion = this.suggestion(node, this.first.detail)
      const disclosed = suggestion.counts.cells.smallDisclosed
      this.evaluated++
      this.options.progress?.(this.evaluated, limit)
      if (suggestion.moved.length === 0 && disclosed < this.fewest) {
        this.fewest = disclosed
        this.frontier.push(suggestion)
      }
      if (disclosed === 0) {
        this.safeBySides.set(node.arrangement, [...safeSoFar, node])
        this.safe.push(suggestion)
      } else for (const child of this.children(node)) this.push(child)
    }
    return true
  }

  private push(node: Node): void {
    const key = `${node.arrangement};${keyOf(node.groups)}`
    if (this.seen.has(key)) return
    this.seen.add(key)
    this.queue.push(node)
  }

  private node(
    rows: readonly number[],
    columns: readonly number[],
    groups: readonly (readonly number[])[],
    changes: number,
  ): Node {
    // The same for every arrangement.
    const key = keyOf(groups)
    let detail = this.details.get(key)
    if (detail === undefined) {
      detail = entropy(tabulate(this.table, designOf(rows, columns, groups)).counts)
      this.details.set(key, detail)
    }
    return { arrangement: `${rows}|${columns}`, rows, columns, groups, changes, detail }
  }

  /** The designs one merge or one omission further on; some column variable stays. */
  private *children(node: Node): Generator<Node> {
    for (const variable of [...node.rows, ...node.columns]) {
      const groups = node.groups[variable]
      const count = Math.max(...groups) + 1
      if (count < 2) continue
      const merges = [...mergesOf(groups, count, this.options.ordered?.has(variable) ?? false)]
      if (count > 2) merges.push(groups.map(() => 0))
      for (const merged of merges) {
        const next = node.groups.with(variable, merged)
        if (node.columns.some((column) => next[column].some((group) => group > 0)))
          yield this.node(node.rows, node.columns, next, node.changes + 1)
      }
    }
  }

  private suggestion(node: Node, startDetail: number): Suggestion {
    const design = designOf(node.rows, node.columns, node.groups)
    const { counts, rows, columns } = tabulate(this.table, design)
    const {
      source: _source,
      known: _known,
      values: _values,
      ...figures
    } = audit(reduceCounts(counts, rows, columns), {
      small: this.options.small,
    })
    const used = new Set([...design.rows, ...design.columns].map(({ variable }) => variable))
    return {
      design,
      omitted: this.table.variables.map((_, v) => v).filter((v) => !used.has(v)),
      detail: node.detail,
      kept: startDetail > 0 ? node.detail / startDetail : 1,
      changes: node.changes,
      moved: this.movedOf(node.rows, node.columns),
      counts: figures,
    }
  }
}

const keyOf = (groups: readonly (readonly number[])[]): string => groups.map((merged) => merged.join()).join(';')

function designOf(rows: readonly number[], columns: readonly number[], groups: readonly (readonly number[])[]): Design {
  const side = (variables: readonly number[]): DesignVariable[] =>
    variables
      .filter((variable) => groups[variable].some((group) => group > 0))
      .map((variable) => ({
        variable,
        groups: groups[variable].every((group, level) => group === level) ? undefined : groups[variable],
      }))
  return { rows: side(rows), columns: side(columns) }
}

/** Every merge of two groups (of neighbours only, when ordered). */
function* mergesOf(groups: readonly number[], count: number, ordered: boolean): Generator<number[]> {
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < (ordered ? Math.min(a + 2, count) : count); b++)
      yield canonical(groups.map((group) => (group === b ? a : group)))
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

/** The given sides, then those with up to `moves` variables on the other side; no side becomes empty. */
function* arrangementsOf(
  rows: readonly number[],
  columns: readonly number[],
  moves: number,
): Generator<[readonly number[], readonly number[]]> {
  yield [rows, columns]
  if (moves === 0) return
  for (const variable of [...rows, ...columns]) {
    const fromRows = rows.includes(variable)
    const without = (side: readonly number[]) => side.filter((v) => v !== variable)
    const nextRows = fromRows ? without(rows) : [...rows, variable].sort((a, b) => a - b)
    const nextColumns = fromRows ? [...columns, variable].sort((a, b) => a - b) : without(columns)
    if (nextRows.length > 0 && nextColumns.length > 0) yield* arrangementsOf(nextRows, nextColumns, moves - 1)
  }
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
