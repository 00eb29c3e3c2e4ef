/**
 * The sums that a set of items can reach: an item has a size and may be taken 0, 1, ..., `copies` times.
 *
 * Two forms. `Viability` has a bit a sum up to the target. `Residues` needs an unbounded item of size m and keeps, for
 * each residue modulo m, the least reachable sum: its size does not depend on the target. The cheaper is taken.
 */

import { badInput } from '../request-error.ts'
import type { Reach } from './reach-form.ts'
import { Residues } from './residues.ts'
import { Viability } from './viability.ts'

/** Tables of one solve may take this many bytes together. */
export const MEMORY_LIMIT: number = 2 ** 30

/**
 * A table in which only 0 is reachable or, if `modulus` is given, the multiples of `modulus` (the size of an unbounded
 * item that stays in for good). `copiesAlive` says how many clones will live at once.
 */
export function startReach(target: number, modulus: number | undefined, copiesAlive: number): Reach {
  const bitBytes = 4 * ((target >>> 5) + 1)
  // A pass over the words costs about as much an entry as a pass over the residues.
  const byResidue = modulus !== undefined && modulus <= 64 + bitBytes / 4
  const bytes = (byResidue ? 8 * modulus : bitBytes) * copiesAlive
  if (bytes > MEMORY_LIMIT) throw tooLarge(target, bytes)
  if (byResidue) return new Residues(target, modulus)
  const reach = new Viability(target)
  if (modulus !== undefined) reach.add(modulus, Number.POSITIVE_INFINITY)
  return reach
}

function tooLarge(target: number, bytes: number): Error {
  return badInput(
    `This audit would need ${Math.ceil(bytes / 2 ** 20)} MiB for tables of ${target + 1} sums; ` +
      `${MEMORY_LIMIT / 2 ** 20} MiB is the limit. Leave one row with a small reduced sum free of upper bounds, ` +
      'drop knowledge that does not bind, or audit fewer records.',
    { bytes, limit: MEMORY_LIMIT },
  )
}
