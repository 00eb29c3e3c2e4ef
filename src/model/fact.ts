/**
 * Public knowledge, as data: counts that are published exactly, or bounds on them that anybody may know.
 *
 * A fact speaks of every answer of a query at every region of a level. Facts are not free: what is published exactly is
 * outside the guarantee, and the statement of every release lists it.
 */
export interface PublicFact {
  readonly name: string
  /** The level whose regions it speaks of. */
  readonly level: string
  /** The query whose answers it speaks of: `total`, or a cross of attributes and recodes. */
  readonly query: string
  readonly kind: 'exact' | 'at-least' | 'at-most'
  /** `data`: the counts are taken from the confidential data and published as they are. Otherwise a public table. */
  readonly values: 'data' | FactTable
  readonly mode: FactMode
}

/** `enforced`: must hold in the release. `tried`: dropped and reported when infeasible. `checked`: only reported. */
export type FactMode = 'enforced' | 'tried' | 'checked'

/** values[node * answers + answer], NaN where the table says nothing. */
export interface FactTable {
  readonly values: Float64Array
}
