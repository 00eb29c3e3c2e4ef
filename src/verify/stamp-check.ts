/** A release that must not be published says so. */
import { isNotPrivate, type Manifest } from '../release/index.ts'
import { type Check, checkOf } from './check.ts'

export interface StampReasons {
  /** Why the release is not private; undefined when it is. */
  readonly notPrivate: string | undefined
  /** Why it shows the truth; undefined when that cannot be told from the manifest. */
  readonly confidential?: string | undefined
  /** A release that this one extends, and that was not looked at, may have been stamped. */
  readonly mayBeNotPrivate?: boolean
  /** It cannot be told whether the truth was looked at. */
  readonly mayBeConfidential?: boolean
}

export function stampCheck({ stamp }: Manifest, reasons: StampReasons): Check {
  const { notPrivate, confidential, mayBeNotPrivate = false, mayBeConfidential = false } = reasons
  const faults = [
    ...faultsOf('NOT PRIVATE', isNotPrivate(stamp), notPrivate, mayBeNotPrivate),
    ...faultsOf('CONFIDENTIAL', stamp?.endsWith('CONFIDENTIAL') ?? false, confidential, mayBeConfidential),
  ]
  return checkOf('stamp', faults, stamp === null ? 'none, and none is due' : `${stamp}: must not be published`)
}

function faultsOf(word: string, stamped: boolean, reason: string | undefined, may: boolean): string[] {
  if (reason !== undefined) return stamped ? [] : [`${word} is missing: ${reason}`]
  return stamped && !may ? [`${word} is stamped on it, and nothing makes it so`] : []
}

/** Only a run from a seed charges no ledger. */
export function simulated(ledger: string | null): string | undefined {
  return ledger === null ? 'a seed decided the noise, and nothing was charged' : undefined
}
