/** What a person can move in a plan, and what follows from it. */
import type { Spec } from '../../src/spec/index.ts'

/** The shape of the places: what a plan needs of them. */
export interface Places {
  readonly levels: readonly { readonly name: string; readonly size: number; readonly parent: readonly number[] }[]
  readonly fromData: boolean
  readonly ledger: string
}

/** The tables that a release may count together: people, and the housing units or the like that they are linked to. */
export type TableName = 'people' | 'units'

/** What can be moved in each table; null where the spec has no units. */
export interface PlanSettings {
  readonly people: Settings
  readonly units: Settings | null
}

export interface Settings {
  /** Epsilon or rho, as a decimal. */
  readonly total: string
  /** The share of each level, exact as the spec has it or in whole percents once it was moved; they add up to 1. */
  readonly levels: readonly string[]
  /** The share that each query has of a level's budget; null where queries are not the same at all levels. */
  readonly queries: readonly string[] | null
}

export interface PlanCell {
  readonly level: number
  readonly query: string
  /** After least squares over the whole tree; before rounding and without the help of non-negativity. */
  readonly standardError: number
  /** The noise of its own measurement; null when it is not measured there. */
  readonly noise: number | null
}

export interface PlanAnswer {
  readonly table: TableName
  /** What is counted: where a person may have several lines, lines. */
  readonly counted: TableName | 'records'
  readonly kind: 'pure' | 'zcdp'
  /** What the spec gives its budget in. */
  readonly given: 'epsilon' | 'rho'
  readonly words: string
  readonly epsilon: number
  /** Epsilon or rho in all, and what each level spends of it: what is public needs none, and its share is given to the others. */
  readonly total: number
  readonly levels: readonly { readonly name: string; readonly size: number; readonly spends: number }[]
  readonly queries: readonly string[]
  readonly cells: readonly PlanCell[]
  readonly figures: number
  readonly statement: readonly string[]
  readonly remarks: readonly string[]
  readonly milliseconds: number
}

/** Of each table; null where the spec has no units. */
export interface PlanAnswers {
  readonly people: PlanAnswer
  readonly units: PlanAnswer | null
}

export interface Planner {
  load(spec: Spec, places: Places): PlanSettings
  predict(settings: Settings, table: TableName): PlanAnswer
}
