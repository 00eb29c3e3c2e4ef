/**
 * Implied constraints as lines that people read: at each place above the leaves, sums of counts that the public facts below it bound.
 * Nothing here is of the data: it follows from what is public.
 */
import { answerLabels, type Hierarchy, type Schema } from '../../model/index.ts'
import { type Implied, type ImpliedBound, impliedBounds } from '../../topdown/index.ts'
import { compileOf, type Table } from './tables.ts'

export interface ImpliedLine {
  readonly level: number
  readonly node: number
  /** The sum that is bounded, in words. */
  readonly sum: string
  readonly lower: number
  readonly upper: number
}

/** More lines are for programs, which find them again. */
const MOST_LINES = 20_000
/** Cells of a sum that no levels describe are named one by one up to here. */
const MOST_NAMED = 4

/** Level by level from the top, as far as whole levels fit. */
export function impliedLines(
  hierarchy: Hierarchy,
  implied: Pick<Implied, 'classOf' | 'classes' | 'at'>,
  tables: readonly Table[],
): readonly ImpliedLine[] {
  const words = new Map<string, string>()
  const wordsOf = ({ classes }: ImpliedBound): string => {
    const key = classes.join()
    const known = words.get(key) ?? sumWords(new Set(classes), implied.classOf, tables)
    words.set(key, known)
    return known
  }
  const lines: ImpliedLine[] = []
  for (const [level, { regions }] of hierarchy.levels.slice(0, -1).entries()) {
    const own: ImpliedLine[] = []
    for (let node = 0; node < regions.length && lines.length + own.length <= MOST_LINES; node++)
      for (const bound of impliedBounds(implied.at(level, node), implied.classes))
        own.push({ level, node, sum: wordsOf(bound), lower: bound.lower, upper: bound.upper })
    if (lines.length + own.length > MOST_LINES) break
    lines.push(...own)
  }
  return lines
}

export function boundWords({ lower, upper }: Pick<ImpliedLine, 'lower' | 'upper'>): string {
  const count = (bound: number): string => bound.toLocaleString('en')
  if (lower === upper) return `exactly ${count(lower)}`
  if (upper === Number.POSITIVE_INFINITY) return `at least ${count(lower)}`
  return lower > 0 ? `${count(lower)} to ${count(upper)}` : `at most ${count(upper)}`
}

function sumWords(classes: ReadonlySet<number>, classOf: Int32Array, tables: readonly Table[]): string {
  const parts = tables.flatMap((table) => {
    const own = classOf.subarray(table.first, table.first + table.cells)
    const inside = (cell: number): boolean => classes.has(own[cell])
    if (!own.some((one) => classes.has(one))) return []
    return [`${table.name === 'people' ? '' : 'units: '}${cellWords(table, inside, (cell) => own[cell] < 0)}`]
  })
  return parts.join(' + ')
}

/** By the levels that tell the cells from the others, such as "sex: f or m, age: old"; else cell by cell. Empty cells are as one likes. */
function cellWords(table: Table, inside: (cell: number) => boolean, isEmpty: (cell: number) => boolean): string {
  const detailed = compileOf(table, 'detailed')
  const labels = Array.from({ length: table.cells }, (_, cell) => answerLabels(detailed, detailed.answerOf[cell]))
  const cells = [...labels.keys()].filter(inside)
  const sets = detailed.dimensions.map((_, d) => new Set(cells.map((cell) => labels[cell][d])))
  const isProduct = labels.every(
    (own, cell) => inside(cell) || isEmpty(cell) || own.some((label, d) => !sets[d].has(label)),
  )
  if (isProduct) return productWords(table.schema, detailed.dimensions, sets)
  const named = cells.slice(0, MOST_NAMED).map((cell) => labels[cell].join(', '))
  const more = cells.length - named.length
  return `${named.join(' + ')}${more > 0 ? ` + ${more.toLocaleString('en')} more cells` : ''}`
}

function productWords(
  schema: Schema,
  dimensions: readonly { readonly name: string }[],
  sets: readonly ReadonlySet<string>[],
): string {
  const narrow = dimensions.flatMap(({ name }, d) => {
    const all = schema.attributes.find((attribute) => attribute.name === name)?.levels.length
    return sets[d].size === all ? [] : [`${name}: ${[...sets[d]].join(' or ')}`]
  })
  return narrow.join(', ') || 'total'
}
