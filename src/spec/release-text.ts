/** A release in an audit of several, as text. */
import { badField, clipped } from '../request-error.ts'

/** `age,sex`: counts. `marital|education`: shares of marital given education. `marital|education@2`: with 2 decimals. */
export interface ReleaseText {
  readonly text: string
  readonly columns: readonly string[]
  /** Empty for a margin of counts. */
  readonly given: readonly string[]
  readonly decimals: number | undefined
}

export function parseRelease(text: string): ReleaseText {
  const match = /^([^|@]+)(?:\|([^@]+))?(?:@(\d+))?$/.exec(text)
  if (match === null)
    throw badField(
      'releases',
      `"${clipped(text)}": write a,b for counts, or c|a,b for shares of c given a and b, c|a,b@2 if rounded.`,
    )
  const [, columns, given, decimals] = match
  if (given === undefined && decimals !== undefined)
    throw badField('releases', `"${clipped(text)}": only shares are rounded; a margin is counts.`)
  if (Number(decimals ?? 0) > MOST_DECIMALS)
    throw badField('releases', `"${clipped(text)}": shares are rounded to ${MOST_DECIMALS} decimals at most.`)
  const names = (list: string): string[] => list.split(',').map((name) => name.trim())
  const sides = { columns: names(columns), given: given === undefined ? [] : names(given) }
  const all = [...sides.columns, ...sides.given]
  if (all.includes('')) throw badField('releases', `"${clipped(text)}": a name is missing beside a comma or a bar.`)
  refuseRepeats(all, 'releases', `"${clipped(text)}": `)
  return { text, ...sides, decimals: decimals === undefined ? undefined : Number(decimals) }
}

export function refuseRepeats(names: readonly string[], field: string, where = ''): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw badField(field, `${where}"${clipped(twice)}" is named twice. Name it once.`)
}

/** Shares times a power of ten must stay whole in a double. */
const MOST_DECIMALS = 15

/** The text that `parseRelease` reads back. */
export function releaseText(columns: readonly string[], given: readonly string[], decimals?: number): string {
  if (given.length === 0) return columns.join(',')
  return `${columns.join(',')}|${given.join(',')}${decimals === undefined ? '' : `@${decimals}`}`
}
