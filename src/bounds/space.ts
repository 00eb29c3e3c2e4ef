/**
 * The cells of a k-way table as numbers: mixed radix over the levels, the last variable fastest.
 */
import { badInput } from '../request-error.ts'
import type { DesignVariable } from './design.ts'

/** Levels of each variable. */
export type Space = readonly number[]

/** Larger tables are refused: every cell is a variable of the bounding problem. */
const LARGEST_SPACE = 2 ** 21

export function cellCount(space: Space): number {
  const cells = space.reduce((product, levels) => product * levels, 1)
  if (!(cells >= 1 && cells <= LARGEST_SPACE)) {
    throw badInput(
      `A table of ${space.join(' x ')} levels has ${cells} cells; 1 to ${LARGEST_SPACE} can be bounded together. ` +
        'Leave out variables that no release uses.',
    )
  }
  return cells
}

/** How many cells a table of these variables has. */
export function sideSize(space: Space, side: readonly DesignVariable[]): number {
  return side.reduce((product, used) => product * levelsOf(space, used), 1)
}

function levelsOf(space: Space, used: DesignVariable): number {
  return used.groups === undefined ? space[used.variable] : Math.max(...used.groups) + 1
}

/** For each cell of the whole table, the cell of the table of these variables that it is counted in. */
export function placesOf(space: Space, side: readonly DesignVariable[]): Int32Array {
  const places = new Int32Array(cellCount(space))
  let stride = 1
  for (const used of [...side].reverse()) {
    if (!(used.variable >= 0 && used.variable < space.length))
      throw badInput(`A release names variable ${used.variable + 1}; there are ${space.length}.`)
    if (used.groups !== undefined && used.groups.length !== space[used.variable])
      throw badInput(
        `The merge of variable ${used.variable + 1} must place each of its ${space[used.variable]} levels.`,
      )
    const inner = space.slice(used.variable + 1).reduce((product, levels) => product * levels, 1)
    const levels = space[used.variable]
    for (let c = 0; c < places.length; c++) {
      const level = Math.floor(c / inner) % levels
      places[c] += stride * (used.groups?.[level] ?? level)
    }
    stride *= levelsOf(space, used)
  }
  return places
}

/** The number of the cell at these levels, in a table of these variables. */
export function cellAt(space: Space, side: readonly DesignVariable[], levels: readonly number[]): number {
  return side.reduce((place, used, k) => place * levelsOf(space, used) + levels[k], 0)
}
