/**
 * What the rules look at in a cell: how many contribute, the whole, and the largest contributions, by holding where businesses belong together.
 * Values are in whole units of the last decimal; with signs of both kinds, sizes count.
 */
export interface CellContributions {
  readonly contributors: number
  readonly total: number
  /** The largest first; as many as the rules need, the others left out. */
  readonly largest: readonly number[]
  /** The largest contribution of those who asked for protection. */
  readonly asked?: number
}

/** How many of the largest contributions these rules need to know. */
export const mostNeeded = (rules: readonly SensitivityRule[]): number =>
  rules.reduce((most, rule) => Math.max(most, neededBy(rule)), 0)

function neededBy(rule: SensitivityRule): number {
  switch (rule.kind) {
    case 'count':
      return 0
    case 'p':
      return 1 + rule.coalition
    case 'pq':
    case 'request':
      return 2
    case 'dominance':
      return rule.largest
  }
}

/** When a cell tells too much of one who contributes to it. */
export type SensitivityRule =
  /** Fewer than so many contribute. */
  | { readonly kind: 'count'; readonly least: number }
  /** Others, `coalition` of whom share what they know, come within p percent of the largest contribution. */
  | { readonly kind: 'p'; readonly percent: number; readonly coalition: number }
  /** The second largest, who knows everybody within q percent, comes within p percent of the largest. */
  | { readonly kind: 'pq'; readonly percent: number; readonly known: number }
  /** The largest few make more than so many percent of the whole. */
  | { readonly kind: 'dominance'; readonly largest: number; readonly percent: number }
  /** One who asked for protection makes more than so many percent of the whole. */
  | { readonly kind: 'request'; readonly percent: number }
