/** What a perturbed count says of the true one to a reader who has the perturbation table: the counts that can have become it. */
import type { PerturbationTable } from './perturbation-table.ts'

export function perturbedBounds(
  { rows, most }: PerturbationTable,
  published: Float64Array,
): { readonly lower: Float64Array; readonly upper: Float64Array } {
  const canBe = (count: number, figure: number): boolean => {
    if (count === 0) return figure === 0
    const { noise, keys } = rows[Math.min(count, rows.length) - 1]
    const at = noise.indexOf(figure - count)
    return at >= 0 && keys[at] > 0
  }
  const ends = published.map((figure) => {
    for (let count = Math.max(0, figure - most); count <= figure + most; count++) if (canBe(count, figure)) return count
    return figure
  })
  const upper = published.map((figure) => {
    for (let count = figure + most; count >= 0; count--) if (canBe(count, figure)) return count
    return figure
  })
  return { lower: ends, upper }
}
