/**
 * Geography written into one code: the first 2 characters of a 15-digit block code are the state, the first 5 the
 * county, and so on.
 */
import { badInput } from '../request-error.ts'

export interface PrefixLevel {
  readonly name: string
  /** How many leading characters of the code name a region of this level. */
  readonly length: number
}

/** Throws unless the lengths rise from level to level. */
export function checkPrefixLevels(levels: readonly PrefixLevel[]): void {
  for (let i = 0; i < levels.length; i++) {
    const { name, length } = levels[i]
    if (!Number.isInteger(length) || length < 1) {
      throw badInput(`level "${name}": a prefix has a whole number of characters, at least 1; ${length} is not.`)
    }
    if (i > 0 && length <= levels[i - 1].length) {
      const above = levels[i - 1]
      throw badInput(
        `level "${name}" takes ${length} characters of the code and "${above.name}" above it ${above.length}. ` +
          'Each level needs a longer prefix than the one above.',
      )
    }
  }
}

/** The full prefixes of one code, top first. */
export function splitCode(code: string, levels: readonly PrefixLevel[]): readonly string[] {
  return levels.map((level) => code.slice(0, level.length))
}
