/** The release that is open, read again when its files change. */
import { ask } from '../api.ts'
import { useRound } from '../folder-changes.ts'
import { useLoaded } from '../parts/load.tsx'
import { isOfRelease, type ReleaseAnswer } from './release-types.ts'

export interface OpenedRelease extends ReleaseAnswer {
  /** How often its files had changed when it was read: its tables and its report are read again with it. */
  readonly round: number
}

interface Opened {
  /** Null while it is read, also where another one was open before. */
  readonly release: OpenedRelease | null
  readonly fault: string | null
}

export function useOpenedRelease({ path, isGone }: { path: string | null; isGone: boolean }): Opened {
  const round = useRound(isOfRelease(path))
  const { value, fault } = useLoaded<OpenedRelease | null>(
    async () => (path === null || isGone ? null : { ...(await ask<ReleaseAnswer>('releases/read', { path })), round }),
    [path, isGone, round],
  )
  return { release: value?.path === path ? value : null, fault }
}
