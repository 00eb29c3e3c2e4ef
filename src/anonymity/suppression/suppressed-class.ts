/**
 * Suppressed records publish the same, nothing, and so are a class to whoever reads the file: one of them alone could be
 * told by who is missing. So there are none, or at least k that meet the rules. Where there are too few, more go with
 * them: single records of classes with more than k, or one whole class, whichever loses less.
 */
import type { ClassRule } from '../problem/sensitive-rules.ts'

export interface Suppression {
  readonly classes: readonly (readonly number[])[]
  readonly suppressed: readonly number[]
}

/** What suppressing gains; below 0 where it costs. */
export interface SuppressionGains {
  /** The best record to take from a class of more than k so that the rest may stay a class; record -1 when there is none. */
  readonly leave: (list: readonly number[]) => Gain
  readonly dissolve: (list: readonly number[]) => number
}

export interface Gain {
  readonly record: number
  readonly gain: number
}

export function mayStand(list: readonly number[], k: number, rule: ClassRule | undefined): boolean {
  return list.length >= k && (rule === undefined || rule.admits(list, 0, list.length))
}

/** Suppresses at most `most` more until those suppressed are a class; undefined when that does not suffice. */
export function fillSuppressed(
  now: Suppression,
  k: number,
  most: number,
  rule: ClassRule | undefined,
  gains: SuppressionGains,
): Suppression | undefined {
  if (now.suppressed.length === 0 || mayStand(now.suppressed, k, rule)) return now
  const records = takeRecords(now, gains, (done, taken) => taken === most || mayStand(done.suppressed, k, rule))
  const found = [
    ...(mayStand(records.suppressed, k, rule) ? [records] : []),
    ...dissolved(now, k, most, rule, gains.dissolve),
  ]
  return found.length === 0 ? undefined : found.reduce((a, b) => (b.gain > a.gain ? b : a))
}

/** Takes the best record of all classes, again and again, until `enough` or until no class has one to give. */
export function takeRecords(
  { classes, suppressed }: Suppression,
  { leave }: SuppressionGains,
  enough: (done: Suppression, taken: number, next: number) => boolean,
): Suppression & { readonly gain: number } {
  const done = { classes: [...classes], suppressed: [...suppressed] }
  const gains = classes.map(leave)
  let gain = 0
  for (let taken = 0; gains.length > 0; taken++) {
    let c = 0
    gains.forEach((one, t) => {
      if (one.gain > gains[c].gain) c = t
    })
    const { record, gain: next } = gains[c]
    if (record < 0 || enough(done, taken, next)) break
    done.suppressed.push(record)
    done.classes[c] = done.classes[c].filter((other) => other !== record)
    gains[c] = leave(done.classes[c])
    gain += next
  }
  return { ...done, gain }
}

/** The class that costs least and makes the suppressed ones a class, unless it is the last. */
function dissolved(
  { classes, suppressed }: Suppression,
  k: number,
  most: number,
  rule: ClassRule | undefined,
  dissolve: SuppressionGains['dissolve'],
): readonly (Suppression & { readonly gain: number })[] {
  const standing = classes.filter((list) => list.length > 0)
  if (standing.length < 2) return []
  const small = standing.filter((list) => list.length <= most).map((list) => ({ list, gain: dissolve(list) }))
  small.sort((a, b) => b.gain - a.gain)
  const chosen = small.find(({ list }) => mayStand([...suppressed, ...list], k, rule))
  if (chosen === undefined) return []
  const { list, gain } = chosen
  return [{ classes: standing.filter((one) => one !== list), suppressed: [...suppressed, ...list], gain }]
}
