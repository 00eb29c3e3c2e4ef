/** What somebody may have meant by a name that is not there: the nearest of those that are, if one is near. */
import { clipped } from './request-error.ts'

/** " Did you mean education?", or nothing. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const meant = nearest(given, known)
  return meant === undefined ? '' : ` Did you mean ${clipped(meant)}?`
}

/** A third of the letters may be wrong, and of short names one. */
const WRONG = 1 / 3

export function nearest(given: string, known: Iterable<string>): string | undefined {
  const small = given.trim().toLowerCase()
  let [best, least] = [undefined as string | undefined, Math.max(1, Math.floor(WRONG * small.length)) + 1]
  for (const name of known) {
    const steps = name.toLowerCase() === small ? 0 : distance(small, name.toLowerCase())
    if (steps < least && steps < name.length) [best, least] = [name, steps]
  }
  return best
}

/** Letters that are wrong, missing, too many or in each other's place (Damerau's distance, of neighbours only). */
function distance(a: string, b: string): number {
  let [older, old] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = old[j - 1] + Number(a[i - 1] !== b[j - 1])
      row[j] = Math.min(changed, old[j] + 1, row[j - 1] + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], older[j - 2] + 1)
    }
    ;[older, old] = [old, row]
  }
  return old[b.length]
}
