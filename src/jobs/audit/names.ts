/** Rows and columns of a two-way design by the levels they stand for. */
import type { Variable } from '../../model/index.ts'
import { badInput } from '../../request-error.ts'

export interface SideNames {
  readonly variables: readonly Variable[]
  /** The levels of each row (or column), in the order of the variables. */
  readonly levels: readonly (readonly string[])[]
}

/** Every cell of an audit is held with its names and bounds in memory. */
const MOST_CELLS = 2 ** 21

/** Refuses a table of more cells than an audit can hold, before any of them is made. */
export function checkCells(variables: readonly Variable[]): void {
  const cells = variables.reduce((product, { levels }) => product * levels.length, 1)
  if (cells <= MOST_CELLS) return
  const shape = variables.map(({ name, levels }) => `${name} (${levels.length})`).join(' x ')
  throw badInput(
    `${shape}: this table has ${cells} cells; ${MOST_CELLS} is the limit. Leave out a variable or merge levels.`,
  )
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
