/** What a moved plan changes in its spec: only what was moved, so that a spec without shares stays one until a share is moved. */
import type { SpecChange } from '../data/roles.ts'
import type { Settings } from './plan-types.ts'

interface Written {
  readonly names: readonly string[]
  readonly isRho: boolean
  /** Where the table stands in the spec. */
  readonly within?: readonly string[]
}

export function planChanges(
  saved: Settings | null,
  { total, levels, queries }: Settings,
  { names, isRho, within = [] }: Written,
): readonly SpecChange[] {
  const isMoved = (now: readonly string[] | null, before: readonly string[] | null | undefined): boolean =>
    now?.join() !== before?.join()
  const shares = names.map((name, i) => [name, asNumber(levels[i])] as const).filter(([, share]) => share !== 0)
  return [
    ...(total === saved?.total
      ? []
      : [{ path: [...within, 'privacy', isRho ? 'rho' : 'epsilon'], value: asNumber(total) }]),
    ...(isMoved(levels, saved?.levels)
      ? [{ path: [...within, 'privacy', 'levels'], value: Object.fromEntries(shares) }]
      : []),
    ...(isMoved(queries, saved?.queries)
      ? (queries ?? []).map((share, i) => ({ path: [...within, 'workload', i, 'share'], value: asNumber(share) }))
      : []),
  ]
}

/** As people and the command line write it, where a number says the same as the text. */
const asNumber = (text: string): string | number => (String(Number(text)) === text ? Number(text) : text)
