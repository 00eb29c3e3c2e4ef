/** What a moved plan of group sizes changes in its spec: only what was moved. */
import type { SpecChange } from '../data/roles.ts'
import { planChanges } from '../plan/plan-changes.ts'
import type { GroupSettings } from './group-plan-types.ts'

export function groupChanges(
  saved: GroupSettings | null,
  settings: GroupSettings,
  written: { readonly names: readonly string[]; readonly isRho: boolean },
): readonly SpecChange[] {
  const plain = ({ total, levels }: GroupSettings) => ({ total, levels, queries: null })
  return [
    ...planChanges(saved && plain(saved), plain(settings), written),
    ...(settings.mechanism === saved?.mechanism ? [] : [{ path: ['groups', 'mechanism'], value: settings.mechanism }]),
  ]
}
