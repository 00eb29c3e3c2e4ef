/** Changes to the opened spec, written one after the other: each on the version that the one before it left. */
import { useEffect, useRef } from 'react'
import type { SpecState } from '../answers.ts'
import { ask } from '../api.ts'
import type { SpecChange } from '../data/roles.ts'
import type { Loaded } from '../parts/load.tsx'
import type { OpenedSpec } from './opened-spec.ts'

export type WriteSpec = (changes: readonly SpecChange[]) => Promise<void>

export function useSpecWriter({ value, set }: Loaded<OpenedSpec | null>): WriteSpec {
  const latest = useRef(value)
  const before = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    latest.current = value
  }, [value])
  return (changes) => {
    const written = before.current.then(async () => {
      if (value === null) return
      const { path } = value.state
      const { version } = latest.current?.state.path === path ? latest.current.state : value.state
      const state = await ask<SpecState>('specs/write', { path, version, changes })
      if (latest.current?.state.path !== path || state.spec === null) return
      latest.current = { ...latest.current, state, spec: state.spec }
      set(latest.current)
    })
    before.current = written.catch(() => {})
    return written
  }
}
