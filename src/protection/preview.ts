/** A small table with what is in every cell, as plain data: what a page needs to try rules on it. For whoever may see the data. */
import { type TableVariable, tableSystem } from '../model/index.ts'
import type { SensitivityRule } from './rules/contributions.ts'
import { finishedContents } from './rules/finished-contents.ts'
import type { Needs } from './rules/sensitive.ts'
import type { TableContents } from './rules/table-contents.ts'
import type { CellCost } from './suppress/cell-costs.ts'

export interface PreviewTable {
  readonly variables: readonly TableVariable[]
  /** The variables of each table, by their place in the list. */
  readonly tables: readonly (readonly number[])[]
  readonly decimals: number
  readonly isCount: boolean
  readonly mayBeNegative: boolean
  /** By cell, in whole units. */
  readonly value: readonly number[]
  /** By cell; null where nobody says. */
  readonly contributors: readonly number[] | null
  readonly largest: readonly (readonly number[])[]
  readonly marked: readonly number[]
}

/** What a spec asks for it. */
export interface PreviewAsked {
  readonly rules: readonly SensitivityRule[]
  readonly needs: Needs
  readonly prior: number
  readonly cost: CellCost
  readonly keep: readonly number[]
  readonly hide: readonly number[]
  readonly waived: readonly number[]
}

export interface ProtectPreview {
  readonly table: PreviewTable
  readonly asked: PreviewAsked
}

/** More than this cannot be protected again while a slider moves. */
const MOST_CELLS = 1500

export function previewTable(
  { system, value, decimals, isCount, hasNegative, marked, of }: TableContents,
  tables: readonly (readonly number[])[],
): PreviewTable | null {
  if (system.cells > MOST_CELLS) return null
  const cells = Array.from(value, (_, cell) => of(cell))
  const contributors = cells.map((one) => one.contributors)
  return {
    variables: system.variables,
    tables,
    decimals,
    isCount,
    mayBeNegative: hasNegative,
    value: [...value],
    contributors: contributors.every(Number.isFinite) ? contributors : null,
    largest: cells.map(({ largest }) => largest),
    marked: [...marked.keys()].filter((cell) => marked[cell] === 1),
  }
}

/** The same as contents. Contributors of several cells are taken for different ones: only records tell. */
export function previewContents(table: PreviewTable): TableContents {
  const { variables, tables, value, contributors, largest, marked, mayBeNegative, decimals, isCount } = table
  const ranks = largest.reduce((most, sizes) => Math.max(most, sizes.length), 0)
  return finishedContents({
    system: tableSystem(variables, tables),
    value: Float64Array.from(value),
    decimals,
    isCount,
    frequency: contributors === null ? undefined : Float64Array.from(contributors),
    largest: Array.from({ length: ranks }, (_, rank) => Float64Array.from(largest, (sizes) => sizes[rank] ?? 0)),
    marked: Uint8Array.from(value, (_, cell) => Number(marked.includes(cell))),
    absolute: mayBeNegative,
  })
}
