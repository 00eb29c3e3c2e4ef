/** What the page asks of the engine, and what it answers: plain data and typed arrays. */
import type { CountedTable, Design, Guesses, KnownBound, Reason, Suggestions } from './bounds.ts'
import type { PublishedAs, TableDesign } from './design.ts'

/** Two designs are looked at side by side, each in its own place. */
export type Slot = 'first' | 'second'

export interface AuditQuestion {
  readonly design: Design
  readonly published: PublishedAs
  readonly decimals: number
  readonly small: number
  readonly known: readonly KnownBound[]
}

/** How a cell is marked. */
export const ZERO = 0
export const OPEN = 1
export const KNOWN = 2
export const EXPOSED = 3

export interface AuditAnswer {
  readonly rows: number
  readonly columns: number
  readonly n: number
  /** Null where the method has no such figure. */
  readonly figures: {
    readonly reducedTotal: number | null
    readonly slack: number | null
    readonly zeroRows: number
    readonly unitRows: number | null
    readonly knownRows: number
    readonly zeroCells: number
    readonly knownCells: number
    readonly exposed: number
  }
  /** Levels whose every share is printed as 0: they are listed, so somebody has them, and the bounds do not know it. */
  readonly hidden: readonly string[]
  /** False when some bounds are outer bounds. */
  readonly exact: boolean
  /** What a reader gets right who takes each small count for the least possible. */
  readonly guesses: Guesses
  /** Row by row. */
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly marks: Uint8Array
  /** How many counts are possible. */
  readonly choices: Float64Array
  /** Null for one table alone. */
  readonly together: Together | null
  readonly milliseconds: number
}

/** What is said of several releases together beyond the bounds. */
export interface Together {
  readonly releases: number
  /** Facts that a reader knows beforehand. */
  readonly known: number
  /** Cell by cell: 1 where both bounds are proved to be attained. */
  readonly proved: Uint8Array
  readonly unproved: number
}

export interface CellAnswer {
  readonly intervals: readonly (readonly [number, number])[]
  /** There are more intervals than were listed. */
  readonly more: boolean
  readonly choices: number
  /** Why there is one possible count; null where there are more, or where the method has no reason to give. */
  readonly reason: Reason | null
  /** The row's smallest counts; empty for rounded shares. */
  readonly reduced: readonly number[]
  readonly slack: number | null
  readonly n: number
  readonly together: (Pick<Together, 'releases' | 'known'> & { readonly isProved: boolean }) | null
}

export interface Help {
  readonly suggestions: Suggestions
  readonly seconds: number
  /** What rounding the shares would leave known; null when it was not tried. */
  readonly rounded: { readonly decimals: number; readonly knownRows: number; readonly exposed: number } | null
}

export interface Engine {
  load(table: CountedTable): void
  audit(slot: Slot, question: AuditQuestion): AuditAnswer
  cell(slot: Slot, row: number, column: number): CellAnswer
  help(question: AuditQuestion, ordered: readonly number[], milliseconds: number): Help
}

export interface TogetherEngine {
  load(table: CountedTable): void
  /** With 0 seconds no program is solved: bounds that hold, at once. */
  bound(design: TableDesign, seconds: number): Promise<AuditAnswer>
}
