/** The problem of which cells to withhold, from what is in them and what is asked. */

import type { FoundSensitive } from '../rules/sensitive-cells.ts'
import type { TableContents } from '../rules/table-contents.ts'
import type { SuppressionProblem } from './problem.ts'

export interface TableProblemOptions {
  /** How well a reader knows amounts beforehand, in percent of them. */
  readonly prior: number
  /** By cell, above 0. */
  readonly cost: Float64Array
  /** Published whatever happens, besides empty cells and the total of all. */
  readonly keep: ReadonlySet<number>
}

export function tableProblem(
  contents: TableContents,
  sensitive: readonly FoundSensitive[],
  { prior, cost, keep }: TableProblemOptions,
): SuppressionProblem {
  const { system, value } = contents
  const needUp = new Float64Array(system.cells)
  const needDown = new Float64Array(system.cells)
  for (const { cell, up, down } of sensitive) {
    needUp[cell] = up
    needDown[cell] = down
  }
  const isSensitive = new Set(sensitive.map(({ cell }) => cell))
  const isEmpty = (cell: number): boolean => value[cell] === 0 && contents.of(cell).contributors === 0
  const isTop = (cell: number): boolean => system.variables.every((_, v) => codeOf(contents, cell, v) === 0)
  const cells = Array.from(value.keys())
  const top = value.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  const bounds = cells.map((cell) => priorOf(contents, cell, { percent: prior, top }, needUp[cell], needDown[cell]))
  return {
    value,
    equations: system.equations,
    lower: Float64Array.from(bounds, ([lower]) => lower),
    upper: Float64Array.from(bounds, ([, upper]) => upper),
    sensitive: [...isSensitive],
    needUp,
    needDown,
    cost,
    fixed: Uint8Array.from(cells, (cell) =>
      Number(!isSensitive.has(cell) && (isEmpty(cell) || isTop(cell) || keep.has(cell))),
    ),
  }
}

const codeOf = ({ system }: TableContents, cell: number, v: number): number =>
  system.codes[cell * system.variables.length + v]

/**
 * What a reader is taken to know of a cell before anything is published. Counts: 0 and the number of all. Amounts: within some percent of the
 * value; 0 is known of those that cannot be negative, and where they can, a reader supposes any sign.
 */
function priorOf(
  contents: TableContents,
  cell: number,
  { percent, top }: { readonly percent: number; readonly top: number },
  up: number,
  down: number,
): readonly [lower: number, upper: number] {
  const { value, isCount, hasNegative } = contents
  if (isCount) return [0, Math.max(2 * top, value[cell] + up)]
  const size = Math.abs(value[cell])
  const [first = 0] = contents.of(cell).largest
  const width = Math.floor((percent / 100) * (hasNegative ? Math.max(size, first) : size))
  const lower = value[cell] - Math.max(width, hasNegative ? down : 0)
  // Of an amount of 0 a percentage says nothing: any amount will do.
  const upper = value[cell] + Math.max(width, size === 0 ? Math.max(up, top) : 0)
  return [hasNegative ? lower : Math.max(0, lower), upper]
}
