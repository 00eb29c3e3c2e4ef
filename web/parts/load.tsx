/** Something asked of the server when a view opens: waiting, there, or refused with words. */
import { useCallback, useEffect, useState } from 'react'
import { wordsOf } from '../api.ts'

export interface Loaded<T> {
  readonly value: T | null
  readonly fault: string | null
  again(): void
  /** What is known to be there now, without asking. */
  set(value: T): void
}

export function useLoaded<T>(load: () => Promise<T>, dependencies: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value: T | null; fault: string | null }>({ value: null, fault: null })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what the load depends on
  useEffect(() => {
    let current = true
    load().then(
      (value) => current && setState({ value, fault: null }),
      (error) => current && setState({ value: null, fault: wordsOf(error) }),
    )
    return () => {
      current = false
    }
  }, [...dependencies, round])
  const again = useCallback(() => setRound((before) => before + 1), [])
  const set = useCallback((value: T) => setState({ value, fault: null }), [])
  return { ...state, again, set }
}
