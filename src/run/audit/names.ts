/** Rows and columns of a two-way design by the levels they stand for. */
import type { Variable } from '../../data/index.ts'

export interface SideNames {
  readonly variables: readonly Variable[]
  /** The levels of each row (or column), in the order of the variables. */
  readonly levels: readonly (readonly string[])[]
}

/** The cross product of the levels, the last variable fastest. */
export function sideNames(variables: readonly Variable[]): SideNames {
  let levels: string[][] = [[]]
  for (const variable of variables)
    levels = levels.flatMap((before) => variable.levels.map((level) => [...before, level]))
  return { variables, levels }
}

/** "education = degree, sex = female" */
export function describeSide({ variables, levels }: SideNames, index: number): string {
  return levels[index].map((level, v) => `${variables[v].name} = ${level}`).join(', ')
}

/** { education: "degree", sex: "female" } */
export function sideObject({ variables, levels }: SideNames, index: number): Readonly<Record<string, string>> {
  return Object.fromEntries(levels[index].map((level, v) => [variables[v].name, level]))
}
