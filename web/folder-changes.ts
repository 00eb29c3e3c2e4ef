/** What the server reports as changed in the folder, for every view and store that shows it. */
import { useEffect, useRef, useState } from 'react'

/** Names of files; "anything" after the line to the server was lost for a while. */
export type Changed = readonly string[] | 'anything'

const listeners = new Set<(changed: Changed) => void>()

export function onFolderChange(listener: (changed: Changed) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellFolderChange(changed: Changed): void {
  for (const listener of listeners) listener(changed)
}

export const concerns = (changed: Changed, matters: (path: string) => boolean): boolean =>
  changed === 'anything' || changed.some(matters)

/** Grows each time a file that matters is reported: what was read of it is read again. */
export function useRound(matters: (path: string) => boolean): number {
  const [round, setRound] = useState(0)
  const latest = useRef(matters)
  useEffect(() => {
    latest.current = matters
  })
  useEffect(
    () => onFolderChange((changed) => concerns(changed, latest.current) && setRound((before) => before + 1)),
    [],
  )
  return round
}

/** A file, or something in a folder, by its name. */
export const isAt =
  (path: string | null) =>
  (changed: string): boolean =>
    path !== null && (changed === path || changed.startsWith(`${path}/`))
