/** What a reader knows beforehand, beside several releases: bounds on how many people have some levels. */
import type { Variable } from '../model/counted-table.ts'
import type { Release } from './linear-system.ts'
import { cellAt } from './space.ts'

export interface CountFact {
  /** By variable: the level that these people have; variables without one are summed over. */
  readonly levels: readonly (string | undefined)[]
  readonly lower?: number | undefined
  readonly upper?: number | undefined
  readonly label?: string | undefined
}

/** Requires levels that the variables have. */
export function knownCount(variables: readonly Variable[], { levels, ...bounds }: CountFact): Release {
  const named = [...variables.keys()].filter((v) => levels[v] !== undefined)
  const used = named.map((variable) => ({ variable }))
  const places = named.map((v) => variables[v].levels.indexOf(levels[v]!))
  const space = variables.map((variable) => variable.levels.length)
  return { kind: 'known', variables: used, cell: cellAt(space, used, places), ...bounds }
}
