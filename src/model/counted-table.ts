/** Counts by several variables, one line per cell. */

/** A counted table, one line per cell: `codes[v][c]` is the level of variable v in cell c. */
export interface CountedTable {
  readonly variables: readonly Variable[]
  readonly codes: readonly Int32Array[]
  readonly counts: Float64Array
}

export interface Variable {
  readonly name: string
  readonly levels: readonly string[]
}

/** What an empty value is called. */
export const EMPTY_LEVEL = '(missing)'
