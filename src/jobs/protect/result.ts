/** What every method makes of a table: what is published of each cell, and what stays private. */
import type { SuppressedTable, TableContents } from '../../protection/index.ts'

export interface ProtectFigures {
  readonly method: 'suppress' | 'round' | 'cellkey' | 'compare'
  readonly cells: number
  readonly equations: number
  /** Cells that break a rule or were named, waived ones left out. */
  readonly sensitive: number
  /** By rule as the terminal shows it, how many cells break it. */
  readonly byRule: Readonly<Record<string, number>>
  readonly waived: number
  readonly withheld: number
  /** Withheld to protect others. */
  readonly secondary: number
  /** What the secondary cells cost, what no pattern can go below, and how far above that it is; null where nothing is withheld by cost. */
  readonly search: {
    readonly cost: number
    readonly bound: number
    readonly optimal: boolean
    readonly steps: number
    readonly stopped: boolean
  } | null
  readonly intervals: PublishedIntervals | null
  /** Sums of withheld parts that were made sensitive. */
  readonly unions: number
  /** Needs that were proved, those against contributors who know cells among them. */
  readonly proved: number
  readonly against: number
  readonly earlier: readonly string[]
  readonly notes: readonly string[]
  /** What changed, for methods that change figures. */
  readonly change: { readonly mean: number; readonly largest: number; readonly moved: number } | null
  readonly compared: readonly Compared[]
  readonly privatePart: string | null
}

/** What anybody can work out from what is published. */
export interface PublishedIntervals {
  readonly withheld: number
  /** Withheld cells that are exact nevertheless: forced ones that protect nobody. */
  readonly exact: number
  /** Cells that no equation bounds from above. */
  readonly unbounded: number
  /** Of the others, the least and the median width relative to the upper end. */
  readonly narrowest: number | null
  readonly median: number | null
  readonly largestComponent: number
}

export interface Compared {
  readonly method: string
  /** Cells and amounts that readers do not get; null where the method has no such table. */
  readonly cellsLost: number | null
  readonly valueLost: number | null
  readonly meanError: number
  readonly largestError: number | null
  readonly additive: boolean
  /** Sensitive cells whose interval is under their need. */
  readonly unprotected: number | null
  readonly seconds: number
}

export interface ProtectedTable {
  readonly contents: TableContents
  /** By cell, as it stands in the file. */
  readonly published: readonly string[]
  /** What a reader may know of the method. */
  readonly result: Readonly<Record<string, unknown>>
  readonly statement: readonly string[]
  readonly figures: Omit<ProtectFigures, 'privatePart'>
  /** Where cells are withheld: what later releases must know. */
  readonly suppressed?: SuppressedTable
  /** For the file that is not published. */
  readonly secret: Readonly<Record<string, unknown>>
}

/** The one mark of every cell that is not published. */
export const WITHHELD = 'x'

/** Rules as people read them: `p 10`, `dominance 1 85`. */
export function ruleWords(rule: { readonly kind: string } & Readonly<Record<string, unknown>>): string {
  const { kind, ...numbers } = rule
  const coalition = numbers.coalition
  if (kind === 'p') return `p ${numbers.percent}${coalition === 1 ? '' : ` coalition ${coalition}`}`
  return [kind, ...Object.values(numbers)].join(' ')
}
