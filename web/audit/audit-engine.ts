/** The audit of `src/bounds`, as the page asks for it. Pure: it runs in a browser worker and in a test alike. */
import {
  type Audit,
  audit,
  auditRounded,
  type CountedTable,
  guessesOf,
  hiddenLevels,
  highest,
  intervalCount,
  intervalsOf,
  levelsApart,
  lowest,
  namesOf,
  type PublishedForm,
  type RoundedAudit,
  reasonFor,
  reduceCounts,
  roundedTable,
  roundShares,
  suggest,
  type TwoWayTable,
  tabulate,
} from './bounds.ts'
import type { AuditAnswer, AuditQuestion, CellAnswer, Engine, Help, Slot } from './engine-types.ts'
import { type Bounds, markCells, type RowFigures, rowsByMarks } from './marks.ts'

type Found =
  | { readonly kind: 'shares'; readonly found: Audit }
  | { readonly kind: 'rounded'; readonly found: RoundedAudit; readonly hidden: readonly string[] }
  | { readonly kind: 'counts'; readonly found: TwoWayTable }

/** Intervals listed for one cell. */
const MOST_INTERVALS = 400
/** Steps of a rounded audit before its outer bounds are taken: about a second. */
const WORK_LIMIT = 3e8
const ROUNDED_TO = 2

export function newEngine(): Engine {
  let table: CountedTable | undefined
  const slots = new Map<Slot, Found>()
  const loaded = (): CountedTable => {
    if (table === undefined) throw new Error('no table is loaded')
    return table
  }
  return {
    load: (given) => {
      table = given
      slots.clear()
    },
    audit: (slot, question) => {
      const start = performance.now()
      const two = tabulate(loaded(), question.design)
      const found = solve(loaded(), two, question)
      slots.set(slot, found)
      return { ...answerOf(found, two, question.small), milliseconds: performance.now() - start }
    },
    cell: (slot, row, column) => cellOf(slots.get(slot), row, column),
    help: (question, ordered, milliseconds) => help(loaded(), question, ordered, milliseconds),
  }
}

/** As the command line rounds a table that it makes itself. */
const ROUNDING = 'half-up'

function solve(
  table: CountedTable,
  two: TwoWayTable,
  { design, published, decimals, small, known }: AuditQuestion,
): Found {
  if (published === 'counts') return { kind: 'counts', found: two }
  if (published === 'shares')
    return { kind: 'shares', found: audit(reduceCounts(two.counts, two.rows, two.columns), { small, known }) }
  const n = two.counts.reduce((sum, count) => sum + count, 0)
  const shares = roundShares(two.counts, two.rows, two.columns, decimals, ROUNDING)
  const options = { small, known, workLimit: WORK_LIMIT }
  const sides = { rows: namesOf(table, design.rows), columns: namesOf(table, design.columns) }
  const hidden = hiddenLevels(shares, sides.rows, sides.columns).map(({ level }) => level)
  return { kind: 'rounded', found: auditRounded(roundedTable(shares, decimals, n, ROUNDING), options), hidden }
}

function boundsOf({ kind, found }: Found): Bounds {
  if (kind === 'counts')
    return { lower: found.counts.slice(), upper: found.counts.slice(), choices: found.counts.map(() => 1) }
  const { rows, columns } = found.shape
  const lower = new Float64Array(rows * columns)
  const upper = new Float64Array(rows * columns)
  const choices = new Float64Array(rows * columns).fill(1)
  for (let k = 0; k < rows * columns; k++) {
    const row = Math.floor(k / columns)
    const factor = kind === 'shares' ? found.source.reduced[k] : 1
    const set = kind === 'shares' ? found.values[row] : found.values[row].cells[k % columns]
    if (set === undefined || factor === 0) continue
    const shift = kind === 'shares' ? 1 : 0
    lower[k] = factor * (lowest(set) + shift)
    upper[k] = factor * (highest(set) + shift)
    choices[k] = set.count
  }
  return { lower, upper, choices }
}

function answerOf(solved: Found, two: TwoWayTable, small: number): Omit<AuditAnswer, 'milliseconds'> {
  const bounds = boundsOf(solved)
  const { marks, figures } = markCells(bounds, small)
  const { kind, found } = solved
  const n = kind === 'counts' ? two.counts.reduce((sum, count) => sum + count, 0) : found.n
  return {
    rows: two.rows,
    columns: two.columns,
    n,
    figures: { ...(kind === 'shares' ? reducedRows(found) : rowsByMarks(marks, two)), ...figures },
    hidden: solved.kind === 'rounded' ? solved.hidden : [],
    exact: kind !== 'rounded' || found.exact,
    guesses: guessesOf(two.counts, bounds, small),
    ...bounds,
    marks,
    together: null,
  }
}

function reducedRows({ rows: { zero, unit, disclosed }, reducedTotal, slack }: Audit): RowFigures {
  return { reducedTotal, slack, zeroRows: zero, unitRows: unit, knownRows: disclosed }
}

/** What a cell of one table has where its method says nothing. */
const ALONE = { reason: null, reduced: [], slack: null, together: null } as const

function cellOf(solved: Found | undefined, row: number, column: number): CellAnswer {
  if (solved === undefined) throw new Error('nothing was audited yet')
  const { kind, found } = solved
  if (kind === 'counts') {
    const count = found.counts[row * found.columns + column]
    const n = found.counts.reduce((sum, value) => sum + value, 0)
    return { ...ALONE, intervals: [[count, count]], more: false, choices: 1, n }
  }
  if (kind === 'rounded') {
    const set = found.values[row].cells[column]
    const intervals = intervalsOf(set, MOST_INTERVALS)
    const more = intervalCount(set) > MOST_INTERVALS
    return { ...ALONE, intervals, more, choices: set.count, n: found.n }
  }
  const { columns } = found.shape
  const reduced = Array.from(found.source.reduced.subarray(row * columns, (row + 1) * columns))
  const shared = { ...ALONE, reduced, slack: found.slack, n: found.n }
  const set = found.values[row]
  const factor = reduced[column]
  if (set === undefined || factor === 0)
    return { ...shared, intervals: [[0, 0]], more: false, choices: 1, reason: { kind: 'zero-share' } }
  const multipliers = intervalsOf(set, MOST_INTERVALS)
  const reason = set.count > 1 ? null : reasonFor(found.source, found.known, row, (values) => values.count <= 1)
  const more = intervalCount(set) > MOST_INTERVALS
  return { ...shared, intervals: scaled(multipliers, factor), more, choices: set.count, reason }
}

/** Counts r (v + 1) for v in the intervals: intervals again where r is 1, single counts otherwise. */
function scaled(intervals: readonly (readonly [number, number])[], factor: number): [number, number][] {
  if (factor === 1) return intervals.map(([from, to]) => [from + 1, to + 1])
  const counts: [number, number][] = []
  for (const [from, to] of intervals)
    for (let v = from; v <= to && counts.length < MOST_INTERVALS; v++) counts.push([factor * (v + 1), factor * (v + 1)])
  return counts
}

/** Designs are judged in the form in which they would be published. */
function formOf({ published, decimals }: AuditQuestion): PublishedForm {
  if (published === 'rounded') return { as: 'rounded', decimals, rounding: ROUNDING }
  return { as: published === 'counts' ? 'counts' : 'shares' }
}

function help(table: CountedTable, question: AuditQuestion, ordered: readonly number[], milliseconds: number): Help {
  const start = performance.now()
  const shouldStop = (): boolean => performance.now() - start > milliseconds
  const { design, small } = question
  const suggestions = suggest(table, design, {
    small,
    ordered: new Set(ordered),
    apart: levelsApart(table),
    shouldStop,
    limit: 4000,
    form: formOf(question),
  })
  const seconds = (performance.now() - start) / 1000
  if (question.published !== 'shares') return { suggestions, seconds, rounded: null }
  const two = tabulate(table, design)
  const rounded: AuditQuestion = { ...question, published: 'rounded', decimals: ROUNDED_TO }
  const { figures, hidden } = answerOf(solve(table, two, rounded), two, small)
  if (hidden.length > 0) return { suggestions, seconds, rounded: null }
  return {
    suggestions,
    seconds,
    rounded: { decimals: ROUNDED_TO, knownRows: figures.knownRows, exposed: figures.exposed },
  }
}
