/**
 * All smallest changes x (whole numbers of either sign, compared entry by entry and sign by sign) with  sum_j x_j column_j = wanted.
 *
 * Contejean and Devie, "An efficient incremental algorithm for solving systems of linear Diophantine equations", Information and
 * Computation 113 (1994), 143-172: from 0, one entry at a time, and only in a direction that brings the sum nearer to what is wanted.
 * A change that misses what a smaller one missed goes round in a circle: without it, whatever follows would be smaller.
 */

/** Changes looked at, before the list is given up. */
const MOST_LOOKED_AT = 20_000

/** Undefined where there are too many to list. */
export function minimalCompletions(
  columns: readonly (readonly number[])[],
  wanted: readonly number[],
): readonly (readonly number[])[] | undefined {
  const found: number[][] = []
  const missedBy = new Map<string, number[][]>()
  let looked = 0
  let layer = new Map<string, number[]>([['', columns.map(() => 0)]])
  while (layer.size > 0) {
    const next = new Map<string, number[]>()
    for (const x of layer.values()) {
      if (++looked > MOST_LOOKED_AT) return undefined
      const missing = wanted.map((value, row) => x.reduce((left, times, j) => left - times * columns[j][row], value))
      if (missing.every((value) => value === 0)) {
        found.push(x)
        continue
      }
      const key = missing.join()
      const before = missedBy.get(key) ?? []
      if (before.some((other) => isWithin(other, x))) continue
      missedBy.set(key, [...before, x])
      for (const [j, column] of columns.entries()) {
        const towards = Math.sign(column.reduce((sum, value, row) => sum + value * missing[row], 0))
        if (towards === 0 || Math.sign(x[j]) === -towards) continue
        const grown = x.with(j, x[j] + towards)
        if (!found.some((other) => isWithin(other, grown))) next.set(grown.join(), grown)
      }
    }
    layer = next
  }
  return found.filter((x, i) => !found.some((other, j) => j !== i && isWithin(other, x)))
}

/** Whether every entry of a has the sign of that of b, or is 0, and is no larger. */
function isWithin(a: readonly number[], b: readonly number[]): boolean {
  return a.every(
    (value, j) => value === 0 || (Math.sign(value) === Math.sign(b[j]) && Math.abs(value) <= Math.abs(b[j])),
  )
}
