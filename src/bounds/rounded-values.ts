/** Rows of rounded shares, and what their counts can be. */
import type { RoundedRow } from './rounded-row.ts'
import type { ValueSet } from './value-set.ts'

export interface RoundedRowValues {
  readonly total: ValueSet
  readonly cells: readonly ValueSet[]
}

/** Rows with the same shares and knowledge, solved once. */
export interface RowType {
  readonly row: RoundedRow
  readonly members: readonly number[]
}
