/** What a person can move in a plan of group sizes, and what follows from it. */
import type { MechanismName } from '../../src/groups/mechanism.ts'
import type { PlannedGroups } from '../../src/measure/groups-plan.ts'
import type { Spec } from '../../src/spec/index.ts'

/** What the plan needs of the data: the shape of the regions and the largest size. */
export interface GroupPlaces {
  readonly levels: readonly { readonly name: string; readonly size: number; readonly parent: readonly number[] }[]
  readonly sizes: number
  readonly sizesFromData: boolean
  readonly regionsFromData: boolean
  readonly ledger: string
}

export interface GroupSettings {
  /** Epsilon or rho, as a decimal. */
  readonly total: string
  /** The share of each level, exact as the spec has it or in whole percents once it was moved; they add up to 1. */
  readonly levels: readonly string[]
  readonly mechanism: MechanismName
}

export interface GroupAnswer extends PlannedGroups {
  readonly kind: 'pure' | 'zcdp'
  /** Epsilon in all; of a rho, at its delta. */
  readonly epsilon: number
  readonly sizes: number
  /** What a step between neighbours moves: a person, or a whole group. */
  readonly mover: 'person' | 'group'
  readonly publishedExactly: readonly string[]
  readonly statement: readonly string[]
  /** The mechanisms that work with what is public. */
  readonly mechanisms: readonly MechanismName[]
}

export interface GroupPlanner {
  load(spec: Spec, places: GroupPlaces): GroupSettings
  predict(settings: GroupSettings): GroupAnswer
}
