/** Views by the fragment of the address: no name of a file and no value of the data is ever in it. */
import { useSyncExternalStore } from 'react'

export const VIEWS = [
  'data',
  'audit',
  'plan',
  'anonymity',
  'protect',
  'decisions',
  'runs',
  'releases',
  'review',
  'ledger',
] as const
export type View = (typeof VIEWS)[number]

export const TITLES: Readonly<Record<View, string>> = {
  data: 'Data',
  audit: 'Audit',
  plan: 'Plan',
  anonymity: 'Anonymise',
  protect: 'Protect',
  decisions: 'Decide',
  runs: 'Runs',
  releases: 'Releases',
  review: 'Review',
  ledger: 'Ledger',
}

const current = (): View => VIEWS.find((view) => location.hash === `#/${view}`) ?? 'audit'

export function useView(): View {
  return useSyncExternalStore((changed) => {
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, current)
}

export function openView(view: View): void {
  location.hash = `#/${view}`
}

export const openDataView = (): void => openView('data')
