/** Changes of a variable's levels, as plain data. */

/** Levels of one variable that become one. */
export interface Merge {
  readonly variable: string
  readonly name: string
  readonly levels: readonly string[]
}

/** Levels of a variable, from first to last. */
export interface LevelOrder {
  readonly variable: string
  readonly levels: readonly string[]
}
