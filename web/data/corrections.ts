/** What the person corrected about the columns of each file, kept while the page is open: a look at another view loses nothing. */
import { create } from 'zustand'
import type { Roles } from './roles.ts'
import type { Uses } from './uses.ts'

interface Corrections {
  /** Null: as proposed. */
  readonly uses: Uses | null
  readonly roles: Roles
}

const NONE: Corrections = { uses: null, roles: {} }

const useAll = create<Readonly<Record<string, Corrections>>>()(() => ({}))

export function useCorrections(file: string): [Corrections, (change: Partial<Corrections>) => void] {
  const now = useAll((all) => all[file] ?? NONE)
  return [now, (change) => useAll.setState({ [file]: { ...now, ...change } })]
}
