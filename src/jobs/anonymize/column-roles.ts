/**
 * What becomes of every column of a file: quasi-identifiers are coarsened, identifiers left out, the others published as they are.
 * A column that nobody gave a role is not published by oversight, and one that seems to name people or to hold sentences only if it is named.
 */
import type { Likeness } from '../../data/index.ts'
import { badField, clipped, listed } from '../../request-error.ts'
import type { AnonymizeTask } from './task.ts'

export interface ColumnRoles {
  /** Published as they are, in the order of the file. */
  readonly untouched: readonly string[]
  readonly leftOut: readonly string[]
}

/** `names`: the columns of the file. Throws when one of them has no role, or two. */
export function columnRoles(
  { roles, others, quasiIdentifiers, sensitive, person }: AnonymizeTask,
  names: readonly string[],
): ColumnRoles {
  const ruled = new Set(sensitive.map(({ column }) => column))
  const coarsened = new Set(quasiIdentifiers)
  const hasRole = (name: string): boolean => coarsened.has(name) || ruled.has(name) || roles.has(name)
  const without = names.filter((name) => !hasRole(name) && name !== person)
  if (without.length > 0 && others === undefined)
    throw badField(
      'others',
      `these columns have no role: ${listed(without)}. Name what may be published as it is (\`plain\`) and what is left out (\`identifiers\`), or say what becomes of all the others: publish or drop.`,
    )
  const isLeftOut = (name: string): boolean =>
    hasRole(name) ? roles.get(name) === 'identifier' : others === 'drop' || name === person
  const kept = names.filter((name) => !coarsened.has(name))
  return { untouched: kept.filter((name) => !isLeftOut(name)), leftOut: kept.filter(isLeftOut) }
}

/** Throws when a column that seems to name people, or to hold sentences, would be published without having been named. */
export function checkOthers({ roles, sensitive }: AnonymizeTask, likeness: ReadonlyMap<string, Likeness>): void {
  const ruled = new Set(sensitive.map(({ column }) => column))
  for (const [name, looksLike] of likeness) {
    if (roles.has(name) || ruled.has(name)) continue
    const why =
      looksLike === 'free text'
        ? 'seems to hold sentences'
        : looksLike === 'identifier'
          ? 'seems to name people'
          : looksLike === 'sampling weight'
            ? 'seems to hold sampling weights, which tell the stratum of a record and are often its own'
            : undefined
    if (why !== undefined)
      throw badField(
        'others',
        `column "${clipped(name)}" ${why}, and is published only if it is named: as one to be left out (\`identifiers\`), or as one that may be published as it is (\`plain\`).`,
      )
  }
}

/** Columns that name people, and were left out, with several lines for some of them. */
export function personWarnings(repeated: readonly string[]): readonly string[] {
  return repeated.map(
    (name) =>
      `"${clipped(name)}" has several lines for one value: records that are alike may be of one person. To count people, not lines, say so: \`person: ${clipped(name)}\`.`,
  )
}

/** What to tell the steward of columns that were named, and look as if they should not be published. */
export function roleWarnings(untouched: readonly string[], likeness: ReadonlyMap<string, Likeness>): readonly string[] {
  return untouched.flatMap((name) => {
    const looksLike = likeness.get(name)
    if (looksLike === 'sampling weight')
      return [
        `"${clipped(name)}" looks like sampling weights, and is published as it is: a weight tells the stratum of a record, and an odd one the record. Round it, or leave it out.`,
      ]
    if (looksLike !== 'free text' && looksLike !== 'identifier') return []
    return [
      `"${clipped(name)}" looks like ${looksLike === 'identifier' ? 'an identifier' : looksLike}, and is published as it is.`,
    ]
  })
}

/** Columns published as they are in which nearly every record has a value of its own: k does not hold against who knows such a value. */
export function tellingWords(telling: readonly string[]): readonly string[] {
  return telling.map(
    (name) =>
      `"${clipped(name)}" is published as it is, and more than half of its values stand in one record alone: whoever knows such a value finds the record, whatever k is.`,
  )
}

export const TELLING_ADVICE = 'Round it, make it a quasi-identifier, or leave it out.'

/** Whole numbers of a few kinds, coarsened as quantities: codes of a race or a county would become ranges of codes. */
export function codeWarnings(few: readonly string[]): readonly string[] {
  return few.map(
    (name) =>
      `"${clipped(name)}" has few whole numbers, and is published in ranges such as 3-4. If they are codes of categories, say so: \`categorical: ${clipped(name)}\`.`,
  )
}
