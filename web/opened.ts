/** What each view has open, by its name in the folder: the views choose it, others ask them to, the header shows it. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { openView, type View } from './routes.ts'

type Opened = Readonly<Partial<Record<View, string | null>>>

export const useOpenedFiles = create<Opened>()(() => ({}))

export const useOpened = (view: View): string | null => useOpenedFiles((state) => state[view] ?? null)

export function noteOpened(view: View, path: string | null): void {
  useOpenedFiles.setState({ [view]: path })
}

/** What was chosen, else the first of these. What was chosen and is gone stays chosen: nobody decides on another without knowing it. */
export function useOpenedOf(view: View, paths: readonly string[]): { path: string | null; isGone: boolean } {
  const chosen = useOpened(view)
  const path = chosen ?? paths[0] ?? null
  useEffect(() => noteOpened(view, path), [view, path])
  return { path, isGone: path !== null && !paths.includes(path) }
}

/** Goes to a view with something open in it. */
export function openIn(view: View, path: string): void {
  noteOpened(view, path)
  openView(view)
}
