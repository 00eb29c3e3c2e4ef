/** Changes of a variable's levels, as plain data. */

/** Levels of one variable that become one. */
export interface Merge {
  readonly variable: string
  readonly name: string
  readonly levels: readonly string[]
}

/** The natural order of a variable's levels, from first to last. */
export interface LevelOrder {
  readonly variable: string
  readonly levels: readonly string[]
}
