/** What a rounded figure says of the true one: less than a base away, or less than two where some went a step further. */
export function roundedBounds(
  rounded: Float64Array,
  { base, steps, mayBeNegative }: { readonly base: number; readonly steps: 1 | 2; readonly mayBeNegative: boolean },
): { readonly lower: Float64Array; readonly upper: Float64Array } {
  const reach = steps * base - 1
  return {
    lower: rounded.map((figure) => (mayBeNegative ? figure - reach : Math.max(0, figure - reach))),
    upper: rounded.map((figure) => figure + reach),
  }
}
