/** What the page asks of its engine, and what that answers. */
import type { CellCost, PreviewTable, ProtectPreview, SensitivityRule } from '../../src/protection/index.ts'

export type { PreviewTable, ProtectPreview, SensitivityRule }

/** The plan of a protected table, as the page uses it. */
export interface ProtectPlan {
  readonly method: string
  readonly cells: number
  readonly equations: number
  readonly preview: ProtectPreview | null
}

/** What can be moved. */
export interface Trial {
  readonly rules: readonly SensitivityRule[]
  readonly cost: CellCost
  readonly keep: readonly number[]
  readonly hide: readonly number[]
}

export interface Pattern {
  /** By cell: 0 published, 1 withheld because it is sensitive, 2 withheld to protect others. */
  readonly marks: Uint8Array
  /** The rules that sensitive cells break, by their place in the list; none for cells that were named. */
  readonly broken: Readonly<Record<number, readonly number[]>>
  /** For cells that are withheld for others: for which. */
  readonly protects: Readonly<Record<number, readonly number[]>>
  /** What a reader can bound withheld cells by; infinite where nothing holds them. */
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly secondary: number
  /** What the cells cost that protect others. */
  readonly cost: number
  readonly milliseconds: number
}

/** A pattern, or why there is none. */
export type Answer = { readonly pattern: Pattern } | { readonly fault: string }

export interface ProtectEngine {
  load(preview: ProtectPreview): void
  protect(trial: Trial): Promise<Answer>
}
