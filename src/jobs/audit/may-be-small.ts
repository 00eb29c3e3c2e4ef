/** Whether tighter bounds than these could pin a count above 0 that is small. */
export function mayBeSmall([lower, upper]: readonly [number, number], small: number): boolean {
  return lower < upper && lower < small
}
