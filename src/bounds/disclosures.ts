/** What a table discloses in the form in which it is published: shares, rounded shares, or the counts themselves. */
import type { CountedTable } from '../model/counted-table.ts'
import { type Design, namesOf, type TwoWayTable } from './design.ts'
import { hiddenLevels } from './hidden-levels.ts'
import { reduceCounts } from './reduced.ts'
import { roundShares } from './round-shares.ts'
import { roundedTable } from './rounded.ts'
import { auditRounded } from './rounded-verdict.ts'
import type { RoundingRule } from './rounding-rule.ts'
import { type AuditCounts, audit, DEFAULT_SMALL } from './verdict.ts'

export type PublishedForm =
  | { readonly as: 'shares' }
  | { readonly as: 'counts' }
  | { readonly as: 'rounded'; readonly decimals: number; readonly rounding: RoundingRule }

export const SHARES: PublishedForm = { as: 'shares' }

export interface Disclosures extends Pick<AuditCounts, 'n' | 'shape' | 'cells'> {
  readonly rows: Pick<AuditCounts['rows'], 'zero' | 'disclosed'>
  /** Nothing small is disclosed, for certain: the bounds are the tightest, and no listed level is printed as 0 throughout. */
  readonly safe: boolean
}

/** Steps of a rounded audit of one design. */
const WORK_LIMIT = 3e7

/** `two` is the table tabulated by the design. */
export function disclosures(
  table: CountedTable,
  design: Design,
  two: TwoWayTable,
  form: PublishedForm,
  small = DEFAULT_SMALL,
): Disclosures {
  const { counts, rows, columns } = two
  if (form.as === 'counts') return ofCounts(two, small)
  if (form.as === 'shares') {
    const { n, shape, cells, rows: own } = audit(reduceCounts(counts, rows, columns), { small })
    return { n, shape, cells, rows: own, safe: cells.smallDisclosed === 0 }
  }
  const total = counts.reduce((sum, count) => sum + count, 0)
  const shares = roundShares(counts, rows, columns, form.decimals, form.rounding)
  const options = { small, workLimit: WORK_LIMIT }
  const found = auditRounded(roundedTable(shares, form.decimals, total, form.rounding), options)
  const hidden = hiddenLevels(shares, namesOf(table, design.rows), namesOf(table, design.columns))
  const { n, shape, cells, rows: own, exact } = found
  return { n, shape, cells, rows: own, safe: cells.smallDisclosed === 0 && exact && hidden.length === 0 }
}

function ofCounts({ counts, rows, columns }: TwoWayTable, small: number): Disclosures {
  const cells = { zero: 0, disclosed: 0, smallDisclosed: 0 }
  let [n, zeroRows] = [0, 0]
  for (let row = 0; row < rows; row++) {
    const own = counts.subarray(row * columns, (row + 1) * columns)
    if (own.every((count) => count === 0)) zeroRows++
    for (const count of own) {
      n += count
      if (count === 0) cells.zero++
      else cells.disclosed++
      if (count > 0 && count < small) cells.smallDisclosed++
    }
  }
  const rowCounts = { zero: zeroRows, disclosed: rows - zeroRows }
  return { n, shape: { rows, columns }, rows: rowCounts, cells, safe: cells.smallDisclosed === 0 }
}
