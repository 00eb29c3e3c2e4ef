/**
 * From lines to counts: person lines make groups, group lines or counted lines make cells. Errors tell which line and
 * what would be right, never whose it is or what was counted.
 */
import { badInput } from '../request-error.ts'
import type { GroupFrame } from './table.ts'

/** One line per group, or with `counts` one line per region and size. */
export interface GroupLines {
  /** The leaf region of each line, as its index in the lowest level. */
  readonly leaf: ArrayLike<number>
  readonly size: ArrayLike<number>
  readonly count?: ArrayLike<number>
}

/** One line per person: the unit they live in, its leaf region, and what they add to its size. */
export interface PersonLines {
  readonly unit: ArrayLike<number | string>
  readonly leaf: ArrayLike<number>
  /** 1 each unless given. */
  readonly quantity?: ArrayLike<number>
  /** The most that a quantity may be, as the plan has it: noise is made for it. 1 unless given. */
  readonly largestQuantity?: number
}

/** Counts of the leaves, region after region, sizes 1 to N. */
export function countGroups({ hierarchy, sizes }: GroupFrame, { leaf, size, count }: GroupLines): Float64Array {
  const regions = hierarchy.levels[hierarchy.levels.length - 1].regions.length
  const cells = new Float64Array(regions * sizes)
  for (let line = 0; line < size.length; line++) {
    checkSize(size[line], sizes, line)
    if (!(Number.isInteger(leaf[line]) && leaf[line] >= 0 && leaf[line] < regions)) {
      throw badInput(`Line ${line + 1} is in a region that the hierarchy does not have at its lowest level.`)
    }
    const groups = count === undefined ? 1 : count[line]
    if (!(Number.isSafeInteger(groups) && groups >= 0)) {
      throw badInput(`The count in line ${line + 1} is not a whole number of 0 or more.`)
    }
    cells[leaf[line] * sizes + size[line] - 1] += groups
  }
  return cells
}

function checkSize(size: number, sizes: number, line: number): void {
  if (Number.isInteger(size) && size >= 1 && size <= sizes) return
  const wrong =
    size > sizes ? `above the largest size ${sizes}` : size === 0 ? '0' : size < 0 ? 'negative' : 'not a whole number'
  const remedy =
    size > sizes
      ? 'Declare a larger one, or put larger groups into the last size.'
      : size === 0
        ? 'A group has at least one member: leave empty units out.'
        : `Sizes are whole numbers from 1 to ${sizes}.`
  throw badInput(`The group size in line ${line + 1} is ${wrong}. ${remedy}`)
}

/** The groups of people who share a unit. Units whose quantities add up to 0 have no size and are left out. */
export function groupPersons(persons: PersonLines): { leaf: Int32Array; size: Float64Array } {
  const { unit, leaf, quantity, largestQuantity = 1 } = persons
  const groupOf = new Map<number | string, number>()
  const leaves: number[] = []
  const sizes: number[] = []
  for (let line = 0; line < unit.length; line++) {
    const adds = quantity === undefined ? 1 : quantity[line]
    if (!(Number.isSafeInteger(adds) && adds >= 0)) {
      throw badInput(`The quantity in line ${line + 1} is not a whole number of 0 or more.`)
    }
    if (adds > largestQuantity) {
      throw badInput(
        `The quantity in line ${line + 1} is above ${largestQuantity}, the most that one person may add. Declare a larger one.`,
      )
    }
    let group = groupOf.get(unit[line])
    if (group === undefined) {
      groupOf.set(unit[line], (group = sizes.length))
      leaves.push(leaf[line])
      sizes.push(0)
    }
    if (leaves[group] !== leaf[line]) {
      throw badInput(
        `Line ${line + 1} puts a unit into a second region. A unit lies in one: give each unit one region, ` +
          'or make the region part of the unit.',
      )
    }
    sizes[group] += adds
  }
  const kept = sizes.map((_, group) => group).filter((group) => sizes[group] > 0)
  return {
    leaf: Int32Array.from(kept, (group) => leaves[group]),
    size: Float64Array.from(kept, (group) => sizes[group]),
  }
}
