/**
 * Values of a column that may stand for a missing one: words for it in the languages of offices, and numbers of nines (or eights, sevens)
 * behind the end of a scale. They are proposed, column by column, and a person decides: `brak` is no data, or no children.
 */
import { unknownLevels } from '../model/index.ts'
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import type { ColumnDescription } from './describe-column.ts'
import { identifier } from './sql.ts'

/** Texts of so many different values are looked through for words. */
const MOST_TEXTS = 5_000
/** A scale has at most so many steps, from 0 or 1 on. */
const MOST_STEPS = 20
/** Beyond a scale lies a number at least so many times as large as all others. */
const BEYOND = 2

/** Undefined where nothing is proposed. */
export async function proposedMissing(
  db: Database,
  table: string,
  column: ColumnDescription,
): Promise<readonly string[] | undefined> {
  const { looksLike, type } = column
  if (looksLike === 'identifier' || looksLike === 'free text' || looksLike === 'empty' || looksLike === 'count')
    return undefined
  if (looksLike === 'sampling weight' || type.startsWith('date') || column.doubt !== null) return undefined
  const values = await valuesOf(db, table, column)
  const words = unknownWords(values)
  // The number of a place may have any digits.
  const codes = looksLike === 'geography' ? [] : unknownCodes(values.filter((value) => !words.includes(value)))
  return words.length + codes.length === 0 ? undefined : [...words, ...codes]
}

/** All values, or of a column of many numbers those at both ends. */
async function valuesOf(
  db: Database,
  table: string,
  { name, levels, distinct, type }: ColumnDescription,
): Promise<readonly string[]> {
  if (levels.length > 0) return levels
  const value = `cast(${identifier(name)} as varchar)`
  const all = `select distinct ${value} as v from ${table} where ${identifier(name)} is not null`
  const ends = (order: string): string => `(select v from (${all}) order by try_cast(v as double) ${order} limit 4)`
  if (type === 'text' && distinct > MOST_TEXTS) return []
  const [found] = await fetchColumns(
    db,
    type === 'text' ? all : `select distinct v from (${ends('asc')} union all ${ends('desc')})`,
    ['text'],
  )
  return found
}

/** Words, and no numbers. */
const unknownWords = (values: readonly string[]): readonly string[] =>
  unknownLevels(values)
    .map((k) => values[k])
    .filter((value) => Number.isNaN(Number(value)))

const CODE = /^-?([789])\1*$/

export function unknownCodes(values: readonly string[]): readonly string[] {
  const numbers = values.map(Number)
  if (numbers.length < 3 || numbers.some((value) => !Number.isFinite(value))) return []
  const nexts = new Set(numbers)
  let end = Math.max(...numbers.filter((_, k) => !CODE.test(values[k].trim())))
  while (end < Number.MAX_SAFE_INTEGER && nexts.has(end + 1)) end++ // a scale up to 9 has its 7, 8 and 9
  const isCode = (k: number): boolean => CODE.test(values[k].trim()) && !(numbers[k] > 0 && numbers[k] <= end)
  const others = numbers.filter((_, k) => !isCode(k))
  if (others.length < 2) return []
  const [least, most] = [Math.min(...others), Math.max(...others)]
  const isScale =
    others.length <= MOST_STEPS &&
    least >= 0 &&
    least <= 1 &&
    others.every(Number.isInteger) &&
    new Set(others).size === most - least + 1
  return values.filter((_, k) => {
    if (!isCode(k)) return false
    if (numbers[k] < 0) return least >= 0
    const behind = numbers[k] > most + 1
    return behind && (isScale || (numbers[k] >= 99 && numbers[k] >= BEYOND * most))
  })
}
