/** The hierarchy of a column as a spec says it, as a person edits it, and as a tree of ever coarser values. */
import type { GeneralisationTree } from '../../src/anonymity/problem/generalisation-tree.ts'
import { treeFromPrefixes, treeFromRows } from '../../src/anonymity/problem/hierarchy-import.ts'
import { treeFromIntervals } from '../../src/anonymity/problem/hierarchy-intervals.ts'
import type { ColumnDescription, SpecHierarchy } from '../answers.ts'
import { wordsOf } from '../api.ts'

/** As it is edited: texts as they are typed, a tree as lines of a value and its groups from the narrowest to the widest. */
export type Draft =
  | { readonly kind: 'none' }
  | { readonly kind: 'interval'; readonly start: string; readonly width: string; readonly joined: string }
  | { readonly kind: 'prefix'; readonly lengths: string }
  | { readonly kind: 'tree'; readonly rows: readonly (readonly string[])[] }

const numbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number)

export const isNumeric = ({ type }: ColumnDescription): boolean => /number/.test(type)

/** What can be chosen for a column: intervals of numbers, prefixes and groups of texts whose values are few enough to be listed. */
export function kindsFor(column: ColumnDescription): readonly Draft['kind'][] {
  if (isNumeric(column)) return ['none', 'interval']
  return column.levels.length > 0 ? ['none', 'tree', 'prefix'] : ['none']
}

export function draftOf(hierarchy: SpecHierarchy | undefined, rows: readonly (readonly string[])[] | null): Draft {
  if (hierarchy === undefined) return { kind: 'none' }
  if ('file' in hierarchy) return { kind: 'tree', rows: rows ?? [] }
  if ('prefix' in hierarchy) return { kind: 'prefix', lengths: hierarchy.prefix.join(', ') }
  const [start, width, ...joined] = hierarchy.interval
  return { kind: 'interval', start: String(start), width: String(width), joined: joined.join(', ') }
}

/** A first draft of another kind. */
export function freshDraft(kind: Draft['kind'], column: ColumnDescription): Draft {
  if (kind === 'interval') {
    const [low, high] = [column.smallest ?? 0, column.largest ?? 100]
    const width = 10 ** Math.floor(Math.log10(Math.max(1, (high - low) / 4)))
    return { kind, start: String(Math.floor(low / width) * width), width: String(width), joined: '2, 5' }
  }
  if (kind === 'prefix') return { kind, lengths: String(Math.max(1, (column.levels[0]?.length ?? 2) - 1)) }
  if (kind === 'tree') return { kind, rows: column.levels.map((level) => [level, '']) }
  return { kind: 'none' }
}

/** As the spec says it; a tree is kept in a file of its own beside the spec. */
export function specHierarchy(draft: Draft, file: string): SpecHierarchy | null {
  if (draft.kind === 'interval')
    return { interval: [Number(draft.start), Number(draft.width), ...numbers(draft.joined)] }
  if (draft.kind === 'prefix') return { prefix: numbers(draft.lengths) }
  return draft.kind === 'tree' ? { file } : null
}

/** The tree of a draft, or what is wrong with it: the rules are those of the run. */
export function treeOf(draft: Draft, column: ColumnDescription): GeneralisationTree | string | null {
  if (draft.kind === 'none') return null
  try {
    if (draft.kind === 'tree') return treeFromRows(draft.rows, 'This', 1)
    const where = column.name
    if (draft.kind === 'prefix') return treeFromPrefixes(column.levels, numbers(draft.lengths), where)
    const [low, width, ...factors] = [Number(draft.start), Number(draft.width), ...numbers(draft.joined)]
    if (![low, width, ...factors].every(Number.isFinite) || draft.width.trim() === '')
      return 'Write numbers: where the intervals start, how wide they are, and how many are joined each time.'
    const ends = Float64Array.of(column.smallest ?? 0, column.largest ?? 0)
    return treeFromIntervals(ends, { low, width, factors }, where).tree
  } catch (error) {
    return wordsOf(error).replace(/\nCorrect these lines\.$/, '')
  }
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The file of a tree: one line per value, its groups behind it, names above. */
export function treeCsv(column: string, rows: readonly (readonly string[])[]): string {
  const depth = rows[0]?.length ?? 1
  const head = [column, ...Array.from({ length: depth - 1 }, (_, level) => `level ${level + 1}`)]
  return `${[head, ...rows].map((row) => row.map(quoted).join(',')).join('\n')}\n`
}
