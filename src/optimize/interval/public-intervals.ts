/** What anybody can work out of the withheld cells of a table from the published ones, knowing nothing but whether figures can be below 0. */
import type { Equations } from '../../model/index.ts'
import { type IntervalOptions, intervals } from './intervals.ts'
import { readerView } from './reader-equations.ts'

export interface PublicTable {
  readonly equations: Equations
  /** Of published cells; what stands for withheld ones is not looked at. */
  readonly value: ArrayLike<number>
  /** 1: not published. */
  readonly withheld: ArrayLike<number>
  readonly mayBeNegative: boolean
  /** Published figures are multiples of this, each less than it away from the true one; they are then unknown too. */
  readonly base?: number | undefined
}

export interface PublicIntervals {
  /** The withheld cells, with the least and the most that each can be; infinite where no equation holds it. */
  readonly cells: Int32Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Places in `cells` whose program ended without an answer: they are at least as narrow as the bounds of the equations. */
  readonly unsettled: readonly number[]
  readonly largestComponent: number
}

/** So many times the largest published figure stands for no bound. */
const FAR = 64

/** The intervals, or undefined where the published figures contradict each other. */
export async function publicIntervals(
  { equations, value, withheld, mayBeNegative, base }: PublicTable,
  options: IntervalOptions = {},
): Promise<PublicIntervals | undefined> {
  let most = 1
  for (let cell = 0; cell < withheld.length; cell++)
    if (withheld[cell] !== 1) most = Math.max(most, Math.abs(value[cell]))
  const far = FAR * most
  const least = mayBeNegative ? -far : 0
  const isKnownAbout = (cell: number): boolean => base !== undefined && withheld[cell] !== 1
  const about = (cell: number, by: number): number => Math.max(least, value[cell] + by * ((base ?? 1) - 1))
  const cellsOf = <T>(of: (cell: number) => T): T[] => Array.from({ length: withheld.length }, (_, cell) => of(cell))
  const lower = cellsOf((cell) => (isKnownAbout(cell) ? about(cell, -1) : least))
  const upper = cellsOf((cell) => (isKnownAbout(cell) ? about(cell, 1) : far))
  const unknown = base === undefined ? withheld : new Uint8Array(withheld.length).fill(1)
  const { system, cells } = readerView({ equations, value, withheld: unknown, lower, upper })
  const found = await intervals(system, options)
  if ('clash' in found) return undefined
  return {
    cells,
    lower: found.lower.map((end) => (end <= -far / 2 ? Number.NEGATIVE_INFINITY : end)),
    upper: found.upper.map((end) => (end >= far / 2 ? Number.POSITIVE_INFINITY : end)),
    unsettled: found.unsettled,
    largestComponent: found.largestComponent,
  }
}
