/**
 * Which cells must be withheld, as a problem on cells and equations: every sensitive cell must be able to be higher and lower than it is by its
 * needs, for a reader who sees all cells that are not withheld and knows the bounds of the others beforehand.
 */
import type { Equations } from '../../model/index.ts'

export interface SuppressionProblem {
  /** Values in whole units of the last decimal. */
  readonly value: Float64Array
  readonly equations: Equations
  /** What a reader is taken to know of each cell before anything is published. */
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly sensitive: readonly number[]
  /** By cell: how far up and down it must be able to be; 0 where nothing is asked. */
  readonly needUp: Float64Array
  readonly needDown: Float64Array
  /** By cell: what withholding it costs; above 0. */
  readonly cost: Float64Array
  /** 1: published whatever happens (empty cells, cells to keep, what is out already). */
  readonly fixed: Uint8Array
  /** Needs against readers who know cells. */
  readonly readerNeeds?: readonly Need[]
}

/** A need: cell `cell` must be able to move up (+1) or down (-1) by `by`. */
export interface Need {
  readonly cell: number
  readonly direction: 1 | -1
  readonly by: number
  /** Cells that this need's reader knows, besides what is published: a contributor who is alone in them. */
  readonly known?: readonly number[]
}

/** The largest first: what protects a large need often protects smaller ones on its way. */
export function needsOf({ sensitive, needUp, needDown, readerNeeds = [] }: SuppressionProblem): readonly Need[] {
  const needs = sensitive.flatMap((cell): Need[] => [
    ...(needUp[cell] > 0 ? [{ cell, direction: 1, by: needUp[cell] } as const] : []),
    ...(needDown[cell] > 0 ? [{ cell, direction: -1, by: needDown[cell] } as const] : []),
  ])
  const size = ({ known = [] }: Need): number => known.length
  return [...needs, ...readerNeeds].sort(
    (a, b) => b.by - a.by || a.cell - b.cell || b.direction - a.direction || size(a) - size(b),
  )
}
