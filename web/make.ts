/** What the person wants to make from a file, kept while they choose one: views without anything to show lead here. */
import { create } from 'zustand'
import { openView } from './routes.ts'

export type Make = 'plan' | 'groups' | 'anonymize'

export const useMake = create<{ readonly make: Make | null }>()(() => ({ make: null }))

/** To the files, with the form for this open. */
export function makeFromFile(make: Make | null): void {
  useMake.setState({ make })
  openView('data')
}

export const planFromFile = (): void => makeFromFile('plan')
export const groupsFromFile = (): void => makeFromFile('groups')
export const anonymizeFromFile = (): void => makeFromFile('anonymize')
