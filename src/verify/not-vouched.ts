/**
 * What no check can show. A release holds together when its figures, its words and its manifest agree: whoever writes all of them can
 * make that so. Only the ledger, or a signature whose key is known, says that this is what was released; and where the figures were
 * not made again, nobody has recomputed them.
 */
import type { Manifest } from '../release/index.ts'

export interface Vouching {
  readonly manifest: Manifest
  /** Whether the run was looked up in a ledger, and a signature compared with a known key. */
  readonly ledger: boolean
  readonly key: boolean
  /** Why its tables and its report were not made again; undefined when they were. */
  readonly notMadeAgain: string | undefined
}

export function notVouchedFor({ manifest, ledger, key, notMadeAgain }: Vouching): readonly string[] {
  const charged = typeof manifest.privacy.ledger === 'string'
  const all =
    'Nobody has vouched for this release. Whoever could write into the folder could have exchanged, so that all still agrees: ' +
    'the figures, for those of another run or none; the run and its number; the spec, with title, author and contact; the date and the ' +
    'software; the names of regions and columns; the words of the report.'
  const how = charged
    ? 'Look the run up in the ledger (`ledger`), or compare its signature with a key that you have from its keeper (`key`).'
    : 'Nothing was charged for it, so no ledger knows it.'
  return [
    ...(key || (ledger && charged) ? [] : [`${all} ${how}`]),
    ...(key && !ledger && charged
      ? ['The holder of the key vouches for the release. Whether its loss was charged the ledger tells (`ledger`).']
      : []),
    ...(notMadeAgain === undefined ? [] : [`Not made again: ${notMadeAgain}.`]),
  ]
}
