/** Lines that are shown of every release. */
import type { Page } from './page.ts'

export function mustNotBePublished(page: Pick<Page, 'mark'>, stamp: string | null): void {
  if (stamp !== null) page.mark('warning', `${stamp}:`, 'this release must not be published.')
}

const MOST_NAMES = 8

export function wrote(
  page: Pick<Page, 'mark'>,
  out: string,
  { outputs }: { readonly outputs: readonly { readonly name: string }[] },
): void {
  const names = outputs.map(({ name }) => name)
  const rest = names.length - MOST_NAMES
  const list = rest > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${rest} more` : names.join(', ')
  page.mark('ok', 'Wrote', `${out}: ${list}, manifest.json`)
}
