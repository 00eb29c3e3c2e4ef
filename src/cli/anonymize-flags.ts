/** What the flags of `tacet anonymize` mean, as the fields of its job. */
import { badInput } from '../request-error.ts'

const LEAST_SETTINGS: Readonly<Record<string, number>> = { sets: 2, carry: 1, size: 2, accept: 1 }

/** `sets=3,carry=2`, or `size=12,accept=2` for the bubble carry. */
export function parseSplitCarry(texts: readonly string[]): Readonly<Record<string, number>> {
  const given: Record<string, number> = {}
  for (const text of texts) {
    const match = /^(sets|carry|size|accept)=(\d+)$/.exec(text)
    if (match === null)
      throw badInput(`--split-carry "${text}": write sets=3,carry=2, or size=12,accept=2 for the bubble carry.`)
    const least = LEAST_SETTINGS[match[1]]
    if (!(Number(match[2]) >= least && Number(match[2]) <= 1e9))
      throw badInput(`--split-carry "${text}": ${match[1]} must be at least ${least}, and at most 1000000000.`)
    given[match[1]] = Number(match[2])
  }
  if ((given.size === undefined) !== (given.accept === undefined))
    throw badInput('--split-carry: the bubble carry needs both size and accept.')
  return given
}

/** Beyond this a sum of losses would have no decimals left. */
const LARGEST_WEIGHT = 1e15

/** `a=.8,b=.2` */
export function parseWeights(texts: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    texts.map((text) => {
      const match = /^(.+)=\s*((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i.exec(text)
      if (match === null || Number(match[2]) > LARGEST_WEIGHT) {
        throw badInput(
          `--weights "${text}": write name=number, as in age=.8,zip=.2, with numbers from 0 to ${LARGEST_WEIGHT}.`,
        )
      }
      return [match[1].trim(), Number(match[2])]
    }),
  )
}

/** `disease:distinct=3`, `disease:entropy=2`, `salary:t=0.2` (`salary:t=0.2:ordered`). */
export function parseSensitive(text: string): Readonly<Record<string, unknown>> {
  const match = /^(.+?):(distinct|entropy|t)=([\d.]+)(:ordered)?$/.exec(text)
  if (match === null) {
    throw badInput(
      `--sensitive "${text}": write column:distinct=3, column:entropy=2 or column:t=0.2 (column:t=0.2:ordered).`,
    )
  }
  const kind = match[2] === 't' ? 'closeness' : match[2]
  return { column: match[1].trim(), [kind]: Number(match[3]), ordered: match[4] !== undefined }
}

/** `20`, or `5%`. */
export function parseSuppress(text: string): number | string {
  if (/^\d+(?:\.\d+)?%$/.test(text) && Number(text.slice(0, -1)) <= 100) return text
  if (/^\d{1,12}$/.test(text)) return Number(text)
  throw badInput(`--suppress "${text}": write a number of records, or a share such as 5%.`)
}
