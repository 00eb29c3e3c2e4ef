/** Hierarchies as a job names them, and the trees that they are for the values of a column. */
import {
  type CalendarUnit,
  type Hierarchy,
  MISSING_LABEL,
  placeLabels,
  treeFromDates,
  treeFromIntervals,
  treeFromPrefixes,
  treeFromRows,
  withLeafApart,
} from '../anonymity/index.ts'
import { type Database, readTreeFile } from '../data/index.ts'
import { badInput } from '../request-error.ts'
import type { SpecHierarchy } from '../spec/index.ts'

/** A tree in a file, prefixes of codes, intervals of numbers (start, width, how many are joined at each level), units of dates. */
export type HierarchyText = { readonly column: string } & (
  | { readonly from: 'file'; readonly path: string; readonly header: 'present' | 'absent' | undefined }
  | { readonly from: 'prefix'; readonly lengths: readonly number[] }
  | { readonly from: 'interval'; readonly numbers: readonly number[] }
  | { readonly from: 'dates'; readonly units: readonly CalendarUnit[] }
)

/** A tree of labels makes a column of numbers one of categories. */
export const isOfLabels = ({ from }: HierarchyText): boolean => from === 'file' || from === 'prefix'

/** `beside` finds a file that is named beside a spec. */
export function hierarchyTexts(
  given: Readonly<Record<string, SpecHierarchy>>,
  beside: (file: string) => string,
): readonly HierarchyText[] {
  return Object.entries(given).map(([column, hierarchy]): HierarchyText => {
    if ('file' in hierarchy) return { column, from: 'file', path: beside(hierarchy.file), header: hierarchy.header }
    if ('prefix' in hierarchy) return { column, from: 'prefix', lengths: hierarchy.prefix }
    return 'interval' in hierarchy
      ? { column, from: 'interval', numbers: hierarchy.interval }
      : { column, from: 'dates', units: hierarchy.dates }
  })
}

/** The values of a column: a number or a day of each record, or the labels there are. */
export type HierarchyValues =
  | {
      readonly kind: 'numeric'
      readonly values: Float64Array
      /** What stands where a value is missing. */
      readonly missing?: number
      readonly dates?: 'day' | 'time'
    }
  | { readonly kind: 'categorical'; readonly labels: readonly string[] }

/** A missing value has a leaf by itself, unless a file has a line for it. */
export async function hierarchyOf(db: Database, text: HierarchyText, column: HierarchyValues): Promise<Hierarchy> {
  const where = `\`hierarchies\` ${text.column}`
  if (text.from === 'interval' || text.from === 'dates') {
    const wanted = text.from === 'interval' ? 'numbers' : 'dates'
    if (column.kind !== 'numeric')
      throw badInput(`${where}: this is a hierarchy of ${wanted}, and the column holds other values too.`)
    if ((column.dates !== undefined) !== (text.from === 'dates'))
      throw badInput(
        `${where}: this is a hierarchy of ${wanted}, and the column holds ${column.dates === undefined ? 'numbers' : 'dates'}.`,
      )
    return besideMissing(column.values, column.missing, (values) =>
      text.from === 'dates'
        ? treeFromDates(values, text.units, where)
        : treeFromIntervals(values, intervalsOf(text.numbers), where),
    )
  }
  if (column.kind === 'numeric')
    throw badInput(`${where}: trees of labels are for categories. Name the column under \`categorical\` too.`)
  const known = column.labels.filter((label) => label !== MISSING_LABEL)
  const tree = text.from === 'prefix' ? treeFromPrefixes(known, text.lengths, where) : await fileTree(db, text, known)
  const apart = known.length < column.labels.length && !tree.labels[0].includes(MISSING_LABEL)
  return placeLabels(apart ? withLeafApart(tree, MISSING_LABEL) : tree, column.labels, where)
}

const intervalsOf = ([low, width, ...factors]: readonly number[]) => ({ low, width, factors })

async function fileTree(
  db: Database,
  { path, header }: Extract<HierarchyText, { from: 'file' }>,
  labels: readonly string[],
): Promise<Hierarchy['tree']> {
  const { rows, firstLine } = await readTreeFile(db, path, labels, header)
  return treeFromRows(rows, path, firstLine)
}

function besideMissing(
  values: Float64Array,
  missing: number | undefined,
  treeOf: (values: Float64Array) => Hierarchy,
): Hierarchy {
  if (missing === undefined) return treeOf(values)
  const { tree, leafOf } = treeOf(values.filter((value) => value !== missing))
  const apart = tree.labels[0].length
  let next = 0
  return {
    tree: withLeafApart(tree, MISSING_LABEL),
    leafOf: Int32Array.from(values, (value) => (value === missing ? apart : leafOf[next++])),
  }
}
