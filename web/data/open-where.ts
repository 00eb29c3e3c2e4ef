/** A spec opened in the view that it is for. */
import { ask } from '../api.ts'
import { openSpec } from '../audit/opened-audit.ts'
import { openIn } from '../opened.ts'
import { openView, type View } from '../routes.ts'

/** By capability, the first that a spec has a part for. */
const VIEW_OF: readonly (readonly [string, View])[] = [
  ['audit', 'audit'],
  ['topdown', 'plan'],
  ['groups', 'plan'],
  ['anonymize', 'anonymity'],
  ['protect', 'protect'],
  ['decide', 'decisions'],
]

/** One without any part, or with a fault, is tried as an audit: that says what is wrong. */
export async function openWhere(path: string): Promise<void> {
  const { capabilities } = await ask<{ capabilities: readonly string[] }>('runs/offered', { path }).catch(() => ({
    capabilities: [] as readonly string[],
  }))
  const view = VIEW_OF.find(([capability]) => capabilities.includes(capability))?.[1] ?? 'audit'
  if (view !== 'audit') return openIn(view, path)
  await openSpec(path)
  openView('audit')
}
