import type { Points } from './points.ts'

/** Orders order[left..right] so that the value at `k` is where it would stand if sorted by a column (Hoare's select). */
export function selectInto(
  order: Int32Array,
  { m, x }: Points,
  column: number,
  left: number,
  right: number,
  k: number,
): void {
  while (left < right) {
    const pivot = x[order[(left + right) >> 1] * m + column]
    let i = left
    let j = right
    while (i <= j) {
      while (x[order[i] * m + column] < pivot) i++
      while (x[order[j] * m + column] > pivot) j--
      if (i <= j) {
        const swap = order[i]
        order[i++] = order[j]
        order[j--] = swap
      }
    }
    if (k <= j) right = j
    else if (k >= i) left = i
    else return
  }
}
