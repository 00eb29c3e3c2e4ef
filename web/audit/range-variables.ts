import { rangeStarts } from '../../src/model/level-ranges.ts'
import type { CountedTable } from './bounds.ts'

/** The variables whose levels are ranges of a number: only neighbours make sense as one level. */
export function rangeVariables({ variables }: CountedTable): readonly number[] {
  return [...variables.keys()].filter((v) => rangeStarts(variables[v].levels) !== undefined)
}
