/**
 * Why a row's counts are pinned, or nearly so: the least that an attacker needs for it.
 *
 * First the shares and the total alone (with the pre-checks of Wright and Smucker (2014), section 3.2, as the words);
 * where these are not enough, an irreducible set of known facts, found by solving the row again without others.
 */
import { irreducible } from './conflict.ts'
import type { KnownBound } from './known.ts'
import type { ConditionalTable } from './reduced.ts'
import { solveRow } from './single-row.ts'
import type { ValueSet } from './value-set.ts'

export type Reason =
  /** The reduced counts already sum to N: every count is its reduced count. */
  | { readonly kind: 'no-slack' }
  /** The slack N - R is smaller than the row's reduced sum, so its reduced counts cannot be repeated. */
  | { readonly kind: 'slack-below-sum'; readonly slack: number; readonly sum: number }
  /** Repeating the row leaves a remainder below every reduced sum, which no row can take up. */
  | { readonly kind: 'remainder-below-sums'; readonly remainder: number; readonly smallest: number }
  /** Of all ways of making up the slack, these are the only values of this row. */
  | { readonly kind: 'combinations' }
  /** The facts, by position, without any one of which the row would have more values. */
  | { readonly kind: 'known'; readonly facts: readonly number[] }
  /** The share is 0. */
  | { readonly kind: 'zero-share' }

/**
 * The reason why `holds` is true of a row's values; it must be true of every subset of a set for which it is true.
 * `unaided` are the row's values without any knowledge, where they are at hand.
 */
export function reasonFor(
  table: ConditionalTable,
  known: readonly KnownBound[],
  row: number,
  holds: (values: ValueSet) => boolean,
  unaided?: ValueSet | undefined,
): Reason {
  if (known.length === 0 || (unaided !== undefined && holds(unaided))) return structuralReason(table, row)
  // Of several sets that would do, one with earlier facts is found: facts on the row itself come first.
  const positions = known.map((_, k) => k).sort((a, b) => Number(known[a].row !== row) - Number(known[b].row !== row))
  const facts = irreducible(positions, (subset) =>
    holds(
      solveRow(
        table,
        subset.map((k) => known[k]),
        row,
      ),
    ),
  )
  return facts.length > 0 ? { kind: 'known', facts: facts.sort((a, b) => a - b) } : structuralReason(table, row)
}

function structuralReason(table: ConditionalTable, row: number): Reason {
  const { slack } = table
  const sum = table.sums[row]
  if (slack === 0) return { kind: 'no-slack' }
  if (sum > slack) return { kind: 'slack-below-sum', slack, sum }
  const remainder = slack - sum
  if (remainder === 0 || table.sums.some((s) => s > 0 && s <= remainder)) return { kind: 'combinations' }
  const smallest = table.sums.reduce((least, s) => (s > 0 && s < least ? s : least), Number.POSITIVE_INFINITY)
  return { kind: 'remainder-below-sums', remainder, smallest }
}

/** A reason in a sentence. `nameFact` tells how facts are called. */
export function wordsFor(reason: Reason, nameFact: (position: number) => string): string {
  switch (reason.kind) {
    case 'no-slack':
      return 'the smallest counts with these shares already sum to the total'
    case 'slack-below-sum':
      return `the row's smallest counts sum to ${reason.sum}, and twice that would not fit: only ${reason.slack} are left to place`
    case 'remainder-below-sums':
      return `twice the row's counts would leave ${reason.remainder} to place, fewer than any row takes (${reason.smallest})`
    case 'combinations':
      return 'only these counts of the rows add up to the total'
    case 'known':
      return `it is known beforehand: ${reason.facts.map(nameFact).join('; ')}`
    case 'zero-share':
      return 'a share of 0 is a count of 0'
  }
}
