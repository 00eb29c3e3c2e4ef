/** What is to be audited, in the words of the data: the same from flags and from a spec. */
import type { Source } from '../../data/index.ts'
import { badInput } from '../../request-error.ts'
import type { LevelOrder } from './merge-levels.ts'

export { parseMerge } from './merge-text.ts'

export interface AuditRules {
  readonly small: number
  /** Every cell must keep at least this many units between its bounds. */
  readonly width: number
  /** Cells with up to this many feasible counts are nearly disclosed. */
  readonly few: number
  readonly zerosAllowed: boolean
}

export interface AuditJob {
  readonly source: Source
  readonly count: string | undefined
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly merges: readonly Merge[]
  /** Variables whose levels have an order. */
  readonly orders: readonly LevelOrder[]
  readonly rules: AuditRules
  /** Shares are published with this many decimals; exact fractions without it. */
  readonly decimals: number | undefined
  /** A file of what the reader may know already. */
  readonly known: string | undefined
}

/** Levels of one variable that become one. */
export interface Merge {
  readonly variable: string
  readonly name: string
  readonly levels: readonly string[]
}

/** The columns a job reads, each once. */
export function jobColumns({ rows, columns }: Pick<AuditJob, 'rows' | 'columns'>): readonly string[] {
  const both = [...rows, ...columns]
  const twice = both.find((name, i) => both.indexOf(name) !== i)
  if (twice !== undefined) throw badInput(`"${twice}" is named twice. A variable makes rows or columns, once.`)
  if (rows.length === 0 || columns.length === 0)
    throw badInput('An audit needs --rows and --columns, at least one variable each.')
  return both
}
