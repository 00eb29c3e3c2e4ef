/** What each column is used for: proposed from a look at the file, corrected in the table of columns. */
import type { ColumnDescription, FileDescription } from '../answers.ts'
import { tableVariables } from './table-variables.ts'

export type Use = 'variable' | 'bins' | 'place' | 'count' | 'unused'

export const USE_WORDS: Readonly<Record<Use, string>> = {
  variable: 'variable',
  bins: 'in bins',
  place: 'place',
  count: 'count',
  unused: 'not used',
}

export interface Uses {
  readonly of: Readonly<Record<string, Use>>
  /** The places, from the largest to the smallest. */
  readonly places: readonly string[]
}

/** A table of more variables is no table. */
const MOST_VARIABLES = 12

export function proposedUses(description: FileDescription, count: string | null): Uses {
  const variables = new Set(tableVariables(description, count).slice(0, MOST_VARIABLES))
  const { places } = description.proposed
  const use = (column: ColumnDescription): Use => {
    if (column.name === count) return 'count'
    if (column.doubt !== null) return 'unused'
    if (places.includes(column.name)) return 'place'
    if (variables.has(column.name)) return 'variable'
    return canBeBinned(column) ? 'bins' : 'unused'
  }
  return { of: Object.fromEntries(description.columns.map((column) => [column.name, use(column)])), places }
}

/** What the person said of columns that are still there and can still be used so; of the others what is proposed. */
export function fittedUses(said: Uses, description: FileDescription, count: string | null): Uses {
  const proposed = proposedUses(description, count)
  const use = (column: ColumnDescription): Use => {
    const before = said.of[column.name]
    return before !== undefined && usesFor(column).includes(before) ? before : proposed.of[column.name]
  }
  const of = Object.fromEntries(description.columns.map((column) => [column.name, use(column)]))
  const places = [...new Set([...said.places, ...proposed.places])].filter((name) => of[name] === 'place')
  return { of, places }
}

const canBeBinned = ({ looksLike, smallest, earliest }: ColumnDescription): boolean =>
  (looksLike === 'quasi-identifier' || looksLike === 'sensitive') && (smallest !== null || earliest !== null)

/** Numbers and dates can be put into bins, whole numbers can be counts; nothing is used before it can be read. */
export function usesFor({ type, smallest, earliest, doubt }: ColumnDescription): readonly Use[] {
  if (doubt !== null) return ['variable', 'unused']
  const bins: readonly Use[] = smallest !== null || earliest !== null ? ['bins'] : []
  return ['variable', ...bins, 'place', ...(type === 'whole number' ? (['count'] as const) : []), 'unused']
}

/** One column counts at most; a new place is the smallest. */
export function withUse({ of, places }: Uses, name: string, use: Use): Uses {
  const others = Object.entries(of).map(([other, its]) => [other, use === 'count' && its === 'count' ? 'unused' : its])
  return {
    of: { ...Object.fromEntries(others), [name]: use },
    places:
      use === 'place' ? [...places.filter((place) => place !== name), name] : places.filter((place) => place !== name),
  }
}

export const countIn = ({ of }: Uses): string | null => Object.keys(of).find((name) => of[name] === 'count') ?? null

/** What an audit crosses: the variables, and places that are few enough. */
export function auditColumns(description: FileDescription, { of }: Uses): readonly string[] {
  const few = new Set(tableVariables(description, null))
  return description.columns
    .map(({ name }) => name)
    .filter((name) => of[name] === 'variable' || (of[name] === 'place' && few.has(name)))
}

/** What a plan counts by. */
export const planColumns = ({ of }: Uses): readonly string[] =>
  Object.keys(of).filter((name) => of[name] === 'variable' || of[name] === 'bins')
