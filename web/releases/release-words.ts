import type { FigureChoice } from '../../src/server/answers.ts'
import { number } from '../parts/format.ts'
import { queryErrors, type ReleaseAnswer } from './release-types.ts'

export interface Headline {
  readonly lead?: string
  /** The figure that matters. */
  readonly strong: string
  readonly text: string
}

/** The first sentence on a release, in people. */
export function headline(release: ReleaseAnswer): Headline {
  const { manifest } = release
  const totals = queryErrors(release).filter(({ query }) => query === 'total')
  const finest = totals.at(-1)
  if (finest !== undefined && finest.margin95 > 0)
    return {
      lead: `A ${finest.level}'s total is right to within `,
      strong: `${number(Math.round(finest.margin95))} people`,
      text: ', 19 times out of 20.',
    }
  const cells = manifest.result.cells as { smallDisclosed?: number; disclosed?: number } | undefined
  const exposed = cells?.smallDisclosed
  if (manifest.command === 'audit' && exposed !== undefined)
    return exposed === 0
      ? {
          strong: '',
          text: `The audited table discloses no small count; ${number(cells?.disclosed ?? 0)} larger ones can be worked out.`,
        }
      : { strong: `${number(exposed)} small counts`, text: ' can be worked out from the audited table.' }
  const { k, records, gcp } = manifest.result as { k?: number; records?: number; gcp?: number }
  if (manifest.command === 'anonymize' && k !== undefined && records !== undefined && gcp !== undefined)
    return {
      lead: `Each of ${number(records)} records is alike to at least ${k - 1} others; `,
      strong: `${(100 * gcp).toFixed(1)} % of the detail`,
      text: ' is lost.',
    }
  return { strong: '', text: manifest.title ?? `A release by tacet ${manifest.command}.` }
}

/** A figure as a choice: the answer by its levels, a total by its query. */
export const figureWords = ({ query, answer }: FigureChoice): string => (answer === '' ? query : answer)

export interface ReleaseFiles {
  readonly name: string
  readonly files: number
  readonly size: number
}

/** The files of a release; those of a folder in it, such as its replicates, in one line. */
export function releaseFiles(
  outputs: readonly { readonly name: string; readonly bytes: number }[],
): readonly ReleaseFiles[] {
  const found = new Map<string, ReleaseFiles>()
  for (const { name: path, bytes } of outputs) {
    const at = path.indexOf('/')
    const name = at < 0 ? path : path.slice(0, at + 1)
    const { files, size } = found.get(name) ?? { files: 0, size: 0 }
    found.set(name, { name, files: files + 1, size: size + bytes })
  }
  return [...found.values()]
}
