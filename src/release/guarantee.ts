/** The kinds of guarantee that a release can give, each in the words of its evidence. */
import { badInput } from '../request-error.ts'
import type { ManifestDraft } from './manifest.ts'

/** A capability names the kind that it gives: there is none that is taken for granted. */
export type Guarantee = 'differential privacy' | 'k-anonymity' | 'interval protection' | 'none: an audit'

const BUDGETS: Readonly<Record<string, string>> = {
  pure: 'Pure differential privacy (epsilon).',
  zcdp: 'Zero-concentrated differential privacy (rho), also stated as epsilon at a delta.',
  approximate: 'Approximate differential privacy (epsilon and delta).',
}

const DEFINITIONS: Readonly<Record<Guarantee, (privacy: ManifestDraft['privacy']) => string>> = {
  'differential privacy': (privacy) => {
    const { kind } = (privacy.budget ?? privacy.cost ?? {}) as { readonly kind?: string }
    const definition = BUDGETS[kind ?? '']
    if (definition === undefined)
      throw badInput('it states no budget of a kind that is known: pure, zcdp or approximate')
    return definition
  },
  'k-anonymity': () => 'k-anonymity, by generalisation. It is not differential privacy.',
  'interval protection': () =>
    'Interval protection: no protected cell can be bounded more narrowly than its rule says. It is not differential privacy.',
  'none: an audit': () => 'None: an audit shows what a table discloses. It is not differential privacy.',
}

export function definitionOf(guarantee: Guarantee, privacy: ManifestDraft['privacy']): string {
  return DEFINITIONS[guarantee](privacy)
}
