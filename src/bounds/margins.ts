/**
 * Bounds on the cells of a table from margins, in closed form where the margins are decomposable.
 *
 * Dobra and Fienberg, "Bounds for cell entries in contingency tables given marginal totals and decomposable graphs", PNAS
 * 97 (2000), 11885-11892: for cliques C and separators S in running-intersection order the sharp bounds are
 *   max(0, sum_C n_C(i_C) - sum_S n_S(i_S))  <=  n(i)  <=  min_C n_C(i_C),
 * the bounds of Frechet for two margins. The margins are decomposable when the sets of variables reduce to nothing by
 * removing variables that occur once and sets inside other sets (Graham; Yu and Ozsoyoglu).
 */
import { badInput } from '../request-error.ts'
import { infeasible } from './conflict.ts'
import { cellAt, type Space, sideSize } from './space.ts'

export interface Margin {
  /** Variables in the order of the counts, the last fastest. */
  readonly variables: readonly number[]
  readonly counts: Float64Array
  readonly label?: string | undefined
}

/** Sets with, for each but the first, what it shares with the sets before it; undefined when not decomposable. */
export function runningIntersection(sets: readonly (readonly number[])[]): JoinStep[] | undefined {
  const left = sets.map((set, k) => ({ k, set: [...set] }))
  const steps: JoinStep[] = []
  while (left.length > 1) {
    const ear = left.findIndex((candidate) => parentOf(candidate, left) !== undefined)
    if (ear < 0) return undefined
    const parent = parentOf(left[ear], left)!
    steps.unshift({ clique: left[ear].k, separator: left[ear].set.filter((v) => parent.set.includes(v)) })
    left.splice(ear, 1)
  }
  return left.length === 0 ? [] : [{ clique: left[0].k, separator: undefined }, ...steps]
}

export interface JoinStep {
  readonly clique: number
  /** The variables shared with earlier cliques, none perhaps; undefined for the first. */
  readonly separator: readonly number[] | undefined
}

interface Candidate {
  readonly k: number
  readonly set: readonly number[]
}

/** A set that holds everything the candidate shares with any other. */
function parentOf(candidate: Candidate, all: readonly Candidate[]): Candidate | undefined {
  const others = all.filter((other) => other !== candidate)
  const shared = candidate.set.filter((v) => others.some((other) => other.set.includes(v)))
  return others.find((other) => shared.every((v) => other.set.includes(v)))
}

/** Margins, none inside another, and their join order. */
export interface Decomposition {
  readonly space: Space
  readonly margins: readonly Margin[]
  readonly steps: readonly JoinStep[]
}

/** Checks the margins and decomposes them; undefined when they are not decomposable or leave a variable out. */
export function decompose(space: Space, margins: readonly Margin[]): Decomposition | undefined {
  for (const margin of margins) checkMargin(space, margin)
  checkConsistent(space, margins)
  const maximal = margins.filter((margin, k) => !margins.some((other, l) => l !== k && isInside(margin, other, k > l)))
  const covered = new Set(maximal.flatMap((margin) => margin.variables))
  if (space.some((levels, v) => levels > 1 && !covered.has(v))) return undefined
  const steps = runningIntersection(maximal.map((margin) => margin.variables))
  return steps === undefined ? undefined : { space, margins: maximal, steps }
}

/** The sharp bounds on the cell with these levels of all variables. */
export function decomposableBounds(parts: Decomposition, levels: readonly number[]): [number, number] {
  let lower = 0
  let upper = Number.POSITIVE_INFINITY
  for (const { clique, separator } of parts.steps) {
    const margin = parts.margins[clique]
    const count = margin.counts[placeIn(parts.space, margin.variables, levels)]
    lower += count
    upper = Math.min(upper, count)
    if (separator !== undefined) {
      const shared = sumOver(parts.space, margin, separator)
      lower -= shared[placeIn(parts.space, separator, levels)]
    }
  }
  return [Math.max(0, lower), upper]
}

/** The margin of some of a margin's variables. */
export function sumOver(space: Space, margin: Margin, kept: readonly number[]): Float64Array {
  const sums = new Float64Array(kept.reduce((product, v) => product * space[v], 1))
  const levels = new Array<number>(space.length).fill(0)
  for (let c = 0; c < margin.counts.length; c++) {
    let rest = c
    for (let k = margin.variables.length - 1; k >= 0; k--) {
      const size = space[margin.variables[k]]
      levels[margin.variables[k]] = rest % size
      rest = Math.floor(rest / size)
    }
    sums[placeIn(space, kept, levels)] += margin.counts[c]
  }
  return sums
}

function placeIn(space: Space, variables: readonly number[], levels: readonly number[]): number {
  return cellAt(
    space,
    variables.map((variable) => ({ variable })),
    variables.map((variable) => levels[variable]),
  )
}

function isInside(margin: Margin, other: Margin, later: boolean): boolean {
  const inside = margin.variables.every((v) => other.variables.includes(v))
  return inside && (margin.variables.length < other.variables.length || later)
}

function checkMargin(space: Space, margin: Margin): void {
  const expected = sideSize(
    space,
    margin.variables.map((variable) => ({ variable })),
  )
  const name = margin.label ?? `the margin of variables ${margin.variables.map((v) => v + 1).join(', ')}`
  if (margin.counts.length !== expected)
    throw badInput(`${name} has ${margin.counts.length} counts; its variables have ${expected} cells.`)
  if (!margin.counts.every((count) => Number.isSafeInteger(count) && count >= 0))
    throw badInput(`${name} holds something that is not a count. Give whole numbers from 0.`)
}

/** Two margins of one table agree on what they share. */
function checkConsistent(space: Space, margins: readonly Margin[]): void {
  margins.forEach((a, k) => {
    margins.slice(k + 1).forEach((b) => {
      const shared = a.variables.filter((v) => b.variables.includes(v))
      const [fromA, fromB] = [sumOver(space, a, shared), sumOver(space, b, shared)]
      if (fromA.some((sum, c) => sum !== fromB[c])) {
        const names = [a, b].map(
          (margin) => margin.label ?? `variables ${margin.variables.map((v) => v + 1).join(', ')}`,
        )
        throw infeasible(
          `The margins of ${names.join(' and of ')} differ where both count the same people. Correct one of them.`,
          { margins: names },
        )
      }
    })
  })
}
