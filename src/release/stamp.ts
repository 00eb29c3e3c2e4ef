/** The word on a release that must not be published, in its manifest, its report and on the terminal. */

/** A simulation, or noise too small for its claim; the truth was looked at; or both. */
export const STAMPS = ['NOT PRIVATE', 'CONFIDENTIAL', 'NOT PRIVATE, CONFIDENTIAL'] as const

export type Stamp = (typeof STAMPS)[number]

export function stampOf(notPrivate: boolean, evaluated: boolean): Stamp | null {
  if (notPrivate) return evaluated ? 'NOT PRIVATE, CONFIDENTIAL' : 'NOT PRIVATE'
  return evaluated ? 'CONFIDENTIAL' : null
}

export function isConfidential(stamp: Stamp | null): boolean {
  return stamp?.endsWith('CONFIDENTIAL') ?? false
}

export function isNotPrivate(stamp: Stamp | null): boolean {
  return stamp?.startsWith('NOT PRIVATE') ?? false
}
