/** The table of the spec that is open, read again when the spec or a file that it names changes. */
import type { SpecState } from '../answers.ts'
import { ask, RefusedError } from '../api.ts'
import { useRound } from '../folder-changes.ts'
import { type Loaded, useLoaded } from '../parts/load.tsx'
import { isFileOf } from '../spec-paths.ts'
import type { ProtectPlan } from './protect-types.ts'

export function useProtectPlan(path: string | null): Loaded<ProtectPlan | null> {
  const own = useRound(isFileOf(path ?? '', null))
  const read = useLoaded(
    () => (path === null ? Promise.resolve(null) : ask<SpecState>('specs/read', { path })),
    [path, own],
  )
  const round = useRound(isFileOf(path ?? '', read.value?.spec))
  return useLoaded(async () => {
    if (path === null || read.value?.path !== path) return null
    if (read.value.version === 'none') throw new RefusedError(422, `${path} is not in the folder any more.`)
    return (await ask<{ plan: ProtectPlan }>('runs/plan', { path, capability: 'protect' })).plan
  }, [path, round, read.value?.version])
}
