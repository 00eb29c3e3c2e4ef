/** Redesigns of a table with nothing small disclosed, in the words of the data. */
import { type Design, levelsApart, type Suggestion, type Suggestions, tableForAudit } from '../../bounds/index.ts'
import { withDatabase } from '../../data/index.ts'
import type { Variable } from '../../model/index.ts'
import { forThread } from '../../privacy/confidential.ts'
import type { Working } from '../../run/context.ts'
import { noteLeftOut } from '../../run/note-left-out.ts'
import { onThread } from '../../run/on-thread.ts'
import { type Merge, mergeText } from '../../spec/index.ts'
import { type LevelNode, type LevelTrees, levelTrees } from './level-trees.ts'
import { prepareAudit } from './prepare-audit.ts'
import type { TableTask } from './task.ts'
import { AUDIT_WORK } from './work.ts'
import type { SuggestTask } from './worker.ts'

export interface SuggestedDesign {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly omitted: readonly string[]
  /** `col:new=old1|old2`, as `--merge` takes them: all that the design needs, those given among them. */
  readonly merges: readonly string[]
  readonly shape: { readonly rows: number; readonly columns: number }
  /** Bits a cell tells of a record, and as a share of the table given. */
  readonly detail: number
  readonly kept: number
  readonly changes: number
  readonly disclosedRows: number
  readonly smallDisclosed: number
}

export interface SuggestDocument {
  readonly start: SuggestedDesign
  readonly safe: readonly SuggestedDesign[]
  readonly frontier: readonly SuggestedDesign[]
  /** Variables with the levels that stand for a value that is not known: they were merged with no other. */
  readonly missingApart: readonly { readonly variable: string; readonly levels: readonly string[] }[]
  /** Who may be in several cells, as a plural, so that a merged cell may count one of them twice; else null. */
  readonly countedTwice: string | null
  /** Levels whose counts are the sums of the others. */
  readonly totals: readonly string[]
  readonly evaluated: number
  readonly complete: boolean
  readonly seconds: number
}

/** Levels of a variable with an order are merged only with their neighbours, those of one with a tree along it. `moves`: how many variables may change sides. */
export async function suggestDesigns(
  job: TableTask,
  moves: number,
  seconds: number,
  working: Working,
): Promise<SuggestDocument> {
  working.progress.phase({ id: 'count' })
  const { prepared, trees } = await withDatabase({}, async (db) => {
    await noteLeftOut(db, job.source, working)
    const prepared = await prepareAudit(db, job)
    const named = [...prepared.rows.variables, ...prepared.columns.variables]
    return { prepared, trees: await levelTrees(db, job.hierarchies, named, job.mergeMissing) }
  })
  const variables = [...prepared.rows.variables, ...prepared.columns.variables]
  const indexes: Design = prepared.design
  const byIndex = new Map([...indexes.rows, ...indexes.columns].map(({ variable }, i) => [variable, variables[i]]))
  const ordered = [...byIndex]
    .filter(([, variable]) => job.orders.some((order) => order.variable === variable.name))
    .map(([index]) => index)
  const along = [...byIndex].flatMap(([index, { name }]) => {
    const nodes = trees.get(name)
    return nodes === undefined ? [] : [[index, nodes.map(({ levels }) => levels)] as const]
  })
  const apart = job.mergeMissing
    ? []
    : [...levelsApart(tableForAudit(prepared.table))].filter(([index]) => byIndex.has(index))
  const start = performance.now()
  const task = (shared: Int32Array): SuggestTask => ({
    table: forThread(prepared.table),
    design: indexes,
    small: job.rules.small,
    ordered,
    along,
    apart,
    moves,
    shared,
  })
  const found = await onThread<Suggestions>(AUDIT_WORK, 'suggestDesigns', { id: 'try-designs' }, task, working, seconds)
  const describe = (suggestion: Suggestion): SuggestedDesign => designDocument(suggestion, byIndex, job.merges, trees)
  return {
    start: describe(found.start),
    safe: found.safe.map(describe),
    frontier: found.frontier.map(describe),
    missingApart: apart.map(([index, levels]) => {
      const { name, levels: all } = byIndex.get(index)!
      return { variable: name, levels: levels.map((k) => all[k]) }
    }),
    countedTwice: prepared.once ? null : job.counted,
    totals: prepared.totals,
    evaluated: found.evaluated,
    complete: found.complete,
    seconds: (performance.now() - start) / 1000,
  }
}

function designDocument(
  { design, omitted, detail, kept, changes, counts }: Suggestion,
  byIndex: ReadonlyMap<number, Variable>,
  given: readonly Merge[],
  trees: LevelTrees,
): SuggestedDesign {
  const name = (index: number): string => byIndex.get(index)?.name ?? ''
  return {
    rows: design.rows.map(({ variable }) => name(variable)),
    columns: design.columns.map(({ variable }) => name(variable)),
    omitted: omitted.map(name),
    merges: [...design.rows, ...design.columns].flatMap(({ variable, groups }) =>
      mergesOf(byIndex.get(variable), groups, given, trees.get(name(variable))).map(mergeText),
    ),
    shape: counts.shape,
    detail,
    kept,
    changes,
    disclosedRows: counts.rows.disclosed,
    smallDisclosed: counts.cells.smallDisclosed,
  }
}

/** The merges of one variable in terms of its levels in the data: merged levels may have been merged before. */
export function mergesOf(
  variable: Variable | undefined,
  groups: readonly number[] | undefined,
  given: readonly Merge[],
  nodes: readonly LevelNode[] = [],
): Merge[] {
  if (variable === undefined) return []
  const { name, levels } = variable
  const before = given.filter((merge) => merge.variable === name)
  const parts = new Map(levels.map((level) => [level, [level]]))
  for (const { name } of before) parts.set(name, [])
  for (const merge of before) parts.get(merge.name)!.push(...merge.levels)
  const taken = new Set([...levels, ...before.flatMap((merge) => merge.levels)])
  const members = new Map<number, string[]>()
  levels.forEach((level, k) => {
    const group = groups?.[k] ?? k
    members.set(group, [...(members.get(group) ?? []), level])
  })
  return [...members.values()].flatMap((merged): Merge[] => {
    const old = merged.flatMap((level) => parts.get(level)!)
    if (merged.length === 1)
      return parts.get(merged[0])![0] === merged[0] && old.length === 1
        ? []
        : [{ variable: name, name: merged[0], levels: old }]
    const node = nodes.find(({ levels: below }) => below.map((k) => levels[k]).join('\n') === merged.join('\n'))
    let label = node?.label ?? merged.join(' or ')
    while (taken.has(label)) label = `${label} (merged)`
    taken.add(label)
    return [{ variable: name, name: label, levels: old }]
  })
}
