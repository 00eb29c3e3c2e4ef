/** What is typed over what a file has. When the file changes under it, nothing is lost: the person says which of the two stays. */
import { useState } from 'react'

export interface Draft<T> {
  /** What was typed, else what the file has. */
  readonly value: T
  /** Whether something other than the file's was typed. */
  readonly isTyped: boolean
  /** Whether the file has changed since the typing began. */
  readonly isOutdated: boolean
  set(value: T): void
  /** Goes back to what the file has. */
  drop(): void
  /** Keeps what was typed over what the file has now. */
  keep(): void
  /** It was saved: what the file has once it is read again takes its place, however it is written there. */
  settle(): void
}

interface Typed<T> {
  readonly value: T
  /** What the file had then. */
  readonly over: string
  readonly isSaved: boolean
}

export function useDraft<T>(saved: T): Draft<T> {
  const [typed, setTyped] = useState<Typed<T> | null>(null)
  const now = JSON.stringify(saved)
  const isOver = typed === null || JSON.stringify(typed.value) === now || (typed.isSaved && typed.over !== now)
  const kept = isOver ? null : typed
  return {
    value: kept === null ? saved : kept.value,
    isTyped: kept !== null,
    isOutdated: kept !== null && kept.over !== now,
    set: (value) => setTyped({ value, over: kept?.over ?? now, isSaved: false }),
    drop: () => setTyped(null),
    keep: () => setTyped(kept && { ...kept, over: now }),
    settle: () => setTyped((before) => before && { ...before, isSaved: true }),
  }
}
