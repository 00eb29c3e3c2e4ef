/** Attributes to start from: few levels as they are, numbers and dates in round bins. */
import { dayNumber, isoDay } from '../model/index.ts'
import type { ColumnDescription } from './describe-column.ts'

export interface StarterAttribute {
  readonly name: string
  readonly column: string
  /** `levels: [...]` or `bins: [...]`. */
  readonly values: string
  readonly isLevels: boolean
  readonly missing: boolean
}

/** The attributes cross to at most so many cells: a first release takes seconds, and has counts above 0 in many of them. */
const MOST_CELLS = 2_000
/** Bins are at most so many. */
const MOST_BINS = 10
/** More attributes make a plan that nobody reads. */
const MOST_ATTRIBUTES = 8
/** What a released table has columns of. */
const TAKEN = /^(level|region|query|count|standard_error|value|variance|tacet_stamp|rowid|total|detailed|id)$/i

/** Columns of few levels first, then bins, both in the order of the file. */
export function starterAttributes(columns: readonly ColumnDescription[]): readonly StarterAttribute[] {
  const chosen: StarterAttribute[] = []
  const names = new Set<string>()
  let cells = 1
  const all = columns.map((column) => ({ column, found: columnValues(column) }))
  const leveled = all.filter(({ found }) => found?.levels !== undefined)
  for (const { column, found } of [...leveled, ...all.filter((one) => !leveled.includes(one))]) {
    if (found === undefined || chosen.length === MOST_ATTRIBUTES) continue
    const missing = column.missing > 0
    const size = found.size + (missing ? 1 : 0)
    if (cells * size > MOST_CELLS) continue
    cells *= size
    const name = freeName(column.name, names)
    names.add(name.toLowerCase())
    const isLevels = found.levels !== undefined
    const levels = missing && isLevels ? [...(found.levels ?? []), '(missing)'] : found.levels
    const values = isLevels ? `levels: [${(levels ?? []).map(quote).join(', ')}]` : `bins: [${found.edges.join(', ')}]`
    chosen.push({ name, column: column.name, values, isLevels, missing })
  }
  return chosen
}

/** A name that a query can hold and no other column of a release has. */
function freeName(column: string, taken: ReadonlySet<string>): string {
  const plain = column
    .replace(/[*"\\\p{C}]+/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ')
  const name = plain === '' || TAKEN.test(plain) ? `${plain || 'column'} of record` : plain
  for (let i = 1; ; i++) {
    const tried = i === 1 ? name : `${name} ${i}`
    if (!taken.has(tried.toLowerCase())) return tried
  }
}

interface Values {
  readonly levels?: readonly string[]
  readonly edges: readonly (string | number)[]
  readonly size: number
}

function columnValues(column: ColumnDescription): Values | undefined {
  const { looksLike, levels, type, smallest, largest, earliest, latest } = column
  if (looksLike !== 'quasi-identifier' && looksLike !== 'sensitive') return undefined
  if (earliest !== null && latest !== null) return binned(yearEdges(earliest, latest))
  const isWide = type === 'number' || levels.length === 0 || levels.length > 2 * MOST_BINS
  if (smallest !== null && largest !== null && isWide) return binned(roundEdges(smallest, largest))
  return levels.length === 0 ? undefined : { levels, edges: [], size: levels.length }
}

function binned(edges: readonly (string | number)[] | undefined): Values | undefined {
  return edges === undefined ? undefined : { edges, size: edges.length - 1 }
}

/** Edges of at most ten bins of a round width, the last one above the largest value. */
export function roundEdges(smallest: number, largest: number): readonly number[] | undefined {
  const least = (largest - smallest) / (MOST_BINS - 1)
  const power = 10 ** Math.floor(Math.log10(least > 0 ? least : 1))
  const width = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 1
  const first = Math.floor(smallest / width)
  const count = Math.floor(largest / width) - first + 1
  const edges = Array.from({ length: count + 1 }, (_, i) => Number(((first + i) * width).toPrecision(12)))
  const rises = edges.every((edge, i) => Number.isFinite(edge) && (i === 0 || edges[i - 1] < edge))
  return rises && edges[0] <= smallest && largest < edges[count] ? edges : undefined
}

/** Years, or so many years that the bins are few. */
function yearEdges(earliest: string, latest: string): readonly string[] | undefined {
  const [from, to] = [earliest, latest].map((text) => dayNumber(text.slice(0, 10)))
  if (from === undefined || to === undefined) return undefined
  const [first, last] = [from, to].map((day) => Number(isoDay(day).slice(0, 4)))
  const step = Math.ceil((last - first + 1) / MOST_BINS)
  const count = Math.ceil((last - first + 1) / step)
  if (first < 1000 || last + step > 9999) return undefined
  return Array.from({ length: count + 1 }, (_, i) => `${first + i * step}-01-01`)
}

function quote(text: string): string {
  return JSON.stringify(text)
}
