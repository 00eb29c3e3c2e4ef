/**
 * Iterative proportional fitting (Deming, Stephan, Ann. Math. Statist. 11 (1940), 427-444): counts with given sums that keep the odds of those
 * they start from. Where the sums do not agree with each other it goes around among them, and stops after so many rounds.
 */

/** What the counts of some cells should add up to. */
export interface RakedSum {
  readonly cells: ArrayLike<number>
  readonly value: number
}

const SWEEPS = 30

/** In place; requires counts and values of 0 or more. */
export function rakeTo(counts: Float64Array, sums: readonly RakedSum[]): void {
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved = 0
    for (const { cells, value } of sums) {
      let sum = 0
      for (let i = 0; i < cells.length; i++) sum += counts[cells[i]]
      if (sum === 0) continue
      const factor = value / sum
      moved = Math.max(moved, Math.abs(factor - 1))
      for (let i = 0; i < cells.length; i++) counts[cells[i]] *= factor
    }
    if (moved < SETTLED) return
  }
}

/** Factors this near to 1 move nothing to speak of. */
const SETTLED = 1e-6
