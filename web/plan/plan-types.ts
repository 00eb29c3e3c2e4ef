/** What a person can move in a plan, and what follows from it. */
import type { Spec } from '../../src/spec/index.ts'

/** The shape of the places: what a plan needs of them. */
export interface Places {
  readonly levels: readonly { readonly name: string; readonly size: number; readonly parent: readonly number[] }[]
  readonly fromData: boolean
  readonly ledger: string
}

export interface Settings {
  /** Epsilon or rho, as a decimal. */
  readonly total: string
  /** Percent of the budget of each level, whole numbers that add up to 100. */
  readonly levels: readonly number[]
  /** Percent of a level's budget of each query; null where queries are not the same at all levels. */
  readonly queries: readonly number[] | null
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
  readonly kind: 'pure' | 'zcdp'
  readonly words: string
  readonly epsilon: number
  readonly levels: readonly { readonly name: string; readonly size: number }[]
  readonly queries: readonly string[]
  readonly cells: readonly PlanCell[]
  readonly figures: number
  readonly statement: readonly string[]
  readonly remarks: readonly string[]
  readonly milliseconds: number
}

/** A plan to compare with. */
export interface OtherPlan {
  /** How it is called: a spec, or when it was kept. */
  readonly name: string
  readonly answer: PlanAnswer
  /** What to go back to; null for another spec. */
  readonly settings: Settings | null
}

export interface Planner {
  load(spec: Spec, places: Places): Settings
  predict(settings: Settings): PlanAnswer
}
