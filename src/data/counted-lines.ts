/**
 * Whether a file is a table of counts, and which column holds them: the other columns are categories whose values come back, no
 * two lines agree in all of them, and the name or the place of a column of whole numbers says that it counts.
 */
import { type KnownOfColumn, type Likeness, namesNoNumberOf, namesSomethingElse } from './column-role.ts'

export interface DescribedLine extends Pick<KnownOfColumn, 'name' | 'type' | 'distinct'> {
  readonly missing: number
  readonly smallest: number | null
  readonly looksLike: Likeness
}

/** Words that say it wherever they stand in a name, and those that do so alone. */
const COUNTED =
  /(^|[ _-])(counts?|freq|frequency|anzahl|fälle|faelle|fallzahl|häufigkeit|haeufigkeit|cases|persons|personen|patients|patienten|einwohner|inhabitants|residents|pop|population|effectifs?|people|households?|haushalte|liczba|osoby|antal|aantal|número|numero|casos|personas|pessoas|人数|件数)([ _-]|$)/iu
const COUNTED_ALONE = /^(n|nr|number|total|summe|sum|people|population|nombre)$/i
/** A last column of such a name is no count, however the lines look. */
const OTHERWISE =
  /(^|[ _-])(age|alter|years?|jahre?|born|month|monat|week|woche|day|tag|date|time|code|key|rate|share|percent|prozent|index|rank|grade|class|group|gruppe)([ _-]|$)/i
/** Values of whole numbers that may be categories: more of them are measured. */
const MOST_CODES = 60
/** By its place alone a column counts where so many of all combinations have a line. */
const MOST_OF_THEM = 1 / 2
const FEWEST_LINES = 6

/** The column that would hold the counts, and the others, which together must tell every line apart; undefined without one. */
export function likelyCount(
  columns: readonly DescribedLine[],
  rows: number,
): { readonly count: string; readonly others: readonly string[] } | undefined {
  const found =
    columns.findLast((column) => mayCount(column) && isCountByName(column)) ??
    columns.slice(-1).find((column) => mayCount(column) && isCountByPlace(column, columns.slice(0, -1), rows))
  const others = columns.filter((column) => column !== found)
  if (found === undefined || others.length < 2 || !others.every((column) => isCategory(column, rows))) return undefined
  return { count: found.name, others: others.map(({ name }) => name) }
}

function isCountByName(column: DescribedLine): boolean {
  return namesCount(column.name)
}

/** A name that says that its column counts. */
export function namesCount(given: string): boolean {
  const name = given.normalize('NFC')
  return COUNTED_ALONE.test(name) || (COUNTED.test(name) && !namesNoNumberOf(name))
}

const named = ({ name }: DescribedLine): string => name.normalize('NFC')

function mayCount({ type, missing, smallest }: DescribedLine): boolean {
  return type === 'whole number' && missing === 0 && smallest !== null && smallest >= 0
}

function isCountByPlace(column: DescribedLine, others: readonly DescribedLine[], rows: number): boolean {
  const combinations = others.reduce((product, { distinct }) => product * Math.max(1, distinct), 1)
  const isOtherwise = OTHERWISE.test(named(column)) || namesSomethingElse(column.name)
  return !isOtherwise && rows >= FEWEST_LINES && rows >= MOST_OF_THEM * combinations
}

/** On average every value stands in two lines or more. */
function isCategory({ type, distinct, looksLike }: DescribedLine, rows: number): boolean {
  if (looksLike === 'free text' || 2 * distinct > rows) return false
  return type === 'text' || type === 'code' || type === 'date' || (type === 'whole number' && distinct <= MOST_CODES)
}
