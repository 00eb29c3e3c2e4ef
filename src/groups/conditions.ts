/**
 * The conditions of section 4, checked in whole numbers by code that no mechanism shares: consistency (children add up
 * to their parent, size by size), validity (whole numbers, none negative), faithfulness (every level adds up to the
 * public number of groups, and every region to its own where that is public).
 */
import type { Layers } from '../optimize/tree/tree-shape.ts'
import type { KnownGroups } from './measure.ts'
import type { GroupTable } from './table.ts'

export interface Conditions {
  readonly consistent: boolean
  readonly valid: boolean
  readonly faithful: boolean
  /** Regions and sizes whose children do not add up: the paper counts one for each such subtree. */
  readonly inconsistentCells: number
  readonly invalidCells: number
  /** Levels, and regions of public number, that do not have their number of groups. */
  readonly unfaithful: number
}

/** `groups` is what is public of the numbers of groups; where nothing is, there is nothing to be faithful to. */
export function checkConditions(table: GroupTable, groups: KnownGroups): Conditions {
  const inconsistentCells = countInconsistent(table)
  let invalidCells = 0
  for (const level of table.layers)
    for (const count of level) if (!(Number.isSafeInteger(count) && count >= 0)) invalidCells++
  const unfaithful = groups === undefined ? 0 : countUnfaithful(table, groups)
  return {
    consistent: inconsistentCells === 0,
    valid: invalidCells === 0,
    faithful: unfaithful === 0,
    inconsistentCells,
    invalidCells,
    unfaithful,
  }
}

function countInconsistent({ hierarchy, sizes, layers }: GroupTable): number {
  let found = 0
  for (let l = 0; l + 1 < layers.length; l++) {
    const { firstChild, regions } = hierarchy.levels[l]
    for (let r = 0; r < regions.length; r++) {
      for (let s = 0; s < sizes; s++) {
        let sum = 0
        for (let c = firstChild[r]; c < firstChild[r + 1]; c++) sum += layers[l + 1][c * sizes + s]
        if (sum !== layers[l][r * sizes + s]) found++
      }
    }
  }
  return found
}

function countUnfaithful({ sizes, layers }: GroupTable, groups: number | Layers): number {
  let found = 0
  layers.forEach((level, l) => {
    if (typeof groups === 'number') {
      if (level.reduce((sum, count) => sum + count, 0) !== groups) found++
      return
    }
    groups[l].forEach((wanted, r) => {
      if (level.subarray(r * sizes, (r + 1) * sizes).reduce((sum, count) => sum + count, 0) !== wanted) found++
    })
  })
  return found
}
