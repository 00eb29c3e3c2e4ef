import { isNotPrivate, type Stamp, stampOf } from '../../release/index.ts'
import type { EarlierRelease } from './earlier-release.ts'

/** An extension of a simulation discloses the margins of that simulation. */
export function topdownStamp(
  earlier: EarlierRelease | undefined,
  { seed, evaluate }: { readonly seed?: string; readonly evaluate?: boolean },
): Stamp | null {
  return stampOf(seed !== undefined || isNotPrivate(earlier?.manifest.stamp ?? null), evaluate === true)
}
