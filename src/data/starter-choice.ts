/** What a starter spec uses: proposed from a look at the file, corrected by the person, checked against the file. */
import { badInput } from '../request-error.ts'
import type { FileDescription } from './describe.ts'
import type { ColumnDescription } from './describe-column.ts'
import { namesGroup, namesPeople } from './role-words.ts'

/** What is left out is proposed. */
export interface StarterChoice {
  /** Columns of the places, from the largest to the smallest. */
  readonly places?: readonly string[] | undefined
  /** Columns that are counted by. */
  readonly attributes?: readonly string[] | undefined
  /** How many people, or groups, a line stands for; null: one. */
  readonly count?: string | null | undefined
  /** Whose lines are protected together; null: every line is another person. */
  readonly person?: string | null | undefined
  /** How groups are written: the column that tells them apart where a line is a person, or the one with the size where a line is a group. */
  readonly group?: { readonly unit: string } | { readonly size: string } | undefined
  /** The largest size of a group, public. */
  readonly largest?: number | undefined
}

/** What a look at the file suggests, for a person to correct. */
export interface StarterProposal {
  readonly places: readonly string[]
  readonly person: string | null
  readonly unit: string | null
  readonly size: string | null
}

export function starterProposal({ columns, rows }: FileDescription): StarterProposal {
  const read = columns.filter(({ doubt }) => doubt === null)
  const names = (found: ColumnDescription | undefined): string | null => found?.name ?? null
  return {
    places: placesOf(read).map(({ name }) => name),
    person: names(personColumn(read)),
    unit: names(unitColumn(read, rows)),
    size: names(read.find((column) => SIZE.test(column.name) && isSize(column))),
  }
}

const MOST_PLACES = 5000

/**
 * From the largest places to the smallest, as far as they are few enough: in the order of the file, which mostly goes that way, unless every
 * column has fewer names than the one before. Numbers of names alone mislead: every district may have its ward 1.
 */
export function placesOf(columns: readonly ColumnDescription[]): readonly ColumnDescription[] {
  const places = columns.filter(({ looksLike, distinct }) => looksLike === 'geography' && distinct <= MOST_PLACES)
  const falls = places.length > 1 && places.every(({ distinct }, i) => i === 0 || distinct < places[i - 1].distinct)
  return falls ? [...places].reverse() : places
}

/** The column that names people, by its name; else the first with several lines for some value, else the first that tells lines apart. */
export function personColumn(columns: readonly ColumnDescription[]): ColumnDescription | undefined {
  const naming = columns.filter(({ looksLike, levels }) => looksLike === 'identifier' && levels.length === 0)
  const most = Math.max(...naming.map(({ distinct }) => distinct))
  return (
    naming.find(({ name }) => namesPeople(name)) ?? naming.find(({ distinct }) => distinct < 0.9 * most) ?? naming[0]
  )
}

const SIZE =
  /(^|[ _-])(size|members|persons|people|personen|employees|occupants|grosse|größe|taille|personnes|tamaño|personas|tamanho|pessoas|componenti|liczba osób|wielkość|personer|antal)([ _-]|$)|人員|世帯人数/i

/** People share it: it stands in several lines, and in every one. */
function unitColumn(columns: readonly ColumnDescription[], rows: number): ColumnDescription | undefined {
  const shared = columns.filter(({ distinct, missing }) => missing === 0 && distinct > 1 && distinct < rows)
  const naming = shared.filter(({ looksLike, name }) => looksLike === 'identifier' && !namesPeople(name))
  return shared.find(({ name }) => namesGroup(name)) ?? naming[0]
}

const isSize = ({ type, smallest }: ColumnDescription): boolean =>
  type === 'whole number' && smallest !== null && smallest >= 1

/** The columns that were chosen, in the order of the choice; a name that the file does not have is refused. */
export function chosenColumns(
  { path, columns }: FileDescription,
  names: readonly string[],
): readonly ColumnDescription[] {
  return names.map((name) => {
    const found = columns.find((column) => column.name === name)
    if (found === undefined)
      throw badInput(
        `${path} has no column "${name}". Choose from what it has: ${columns.map((one) => one.name).join(', ')}.`,
      )
    if (found.doubt !== null)
      throw badInput(`The column "${name}" of ${path} can be read in two ways. Say first how it is written.`)
    return found
  })
}
