import { number } from '../parts/format.ts'
import { type Manifest, queryErrors } from './release-types.ts'

/** The first sentence on a release, in people. */
export function headline(manifest: Manifest): { strong: string; text: string } {
  const totals = queryErrors(manifest).filter(({ query }) => query === 'total')
  const finest = totals.at(-1)
  if (finest !== undefined && finest.margin95 > 0)
    return {
      strong: `A ${finest.level}'s total is right to within ${number(Math.round(finest.margin95))} people`,
      text: ', 19 times out of 20.',
    }
  const exposed = (manifest.result.cells as { smallDisclosed?: number } | undefined)?.smallDisclosed
  if (manifest.command === 'audit' && exposed !== undefined)
    return exposed === 0
      ? { strong: '', text: 'The audited table discloses no small count.' }
      : { strong: `${number(exposed)} small counts`, text: ' can be worked out from the audited table.' }
  return { strong: '', text: manifest.title ?? `A release by tacet ${manifest.command}.` }
}
