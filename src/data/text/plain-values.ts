/** The values of a file in one form: no blanks around them, nothing where one is missing, ISO dates, decimal points. */
import { didYouMean } from '../../did-you-mean.ts'
import { badField, clipped } from '../../request-error.ts'
import { MISSING_TEXTS, type Reading } from '../../spec/index.ts'
import type { Relation } from '../relation.ts'
import { identifier, literal } from '../sql.ts'
import { isoDateSql } from './date-format.ts'
import { closedUpSql, decimalPointSql } from './decimal-sign.ts'

/** `texts`: the columns that hold texts, all of them in a text file. */
export function plainRelation(relation: Relation, texts: ReadonlySet<string>, reading: Reading): Relation {
  checkMissingIn(relation, reading)
  const missing = missingTextsOf(relation, reading)
  const plain = (name: string, value: string): string =>
    texts.has(name)
      ? plainSql(trimmed(value), ['', ...missing(name)].map(literal).join(', '), relation)
      : withoutCodes(value, reading.missingIn?.[name] ?? [])
  const selected = relation.columns.map((name) => `${plain(name, identifier(name))} as ${identifier(name)}`)
  return { ...relation, raw: relation.sql, plain, sql: `(select ${selected.join(', ')} from ${relation.sql})` }
}

/** What stands for a missing value in a column, in small letters: texts for all columns, and those of this one, said or declared by the file. */
export function missingTextsOf(
  { declared }: Pick<Relation, 'declared'>,
  { missing, missingIn }: Reading,
): (column: string) => readonly string[] {
  const small = (texts: readonly string[]): readonly string[] => texts.map((text) => text.trim().toLowerCase())
  const everywhere = small(missing ?? MISSING_TEXTS)
  return (column) => [...new Set([...everywhere, ...small(missingIn?.[column] ?? declared?.get(column) ?? [])])]
}

function checkMissingIn({ name, columns, doubtfulHeader }: Relation, { missingIn = {} }: Reading): void {
  const stray = Object.keys(missingIn).find((column) => !columns.includes(column))
  if (stray === undefined) return
  const meant = doubtfulHeader ? '' : didYouMean(stray, columns)
  throw badField('source.read.missingIn', `${name} has no column "${clipped(stray)}".${meant}`)
}

/** Numbers of a Parquet file in which some stand for a missing one. */
function withoutCodes(value: string, codes: readonly string[]): string {
  if (codes.length === 0) return value
  return `case when cast(${value} as varchar) in (${codes.map((code) => literal(code.trim())).join(', ')}) then null else ${value} end`
}

/** Blanks, also those that do not break and tabs. */
function trimmed(column: string): string {
  return `trim(${column}, chr(32) || chr(9) || chr(160))`
}

function plainSql(value: string, missing: string, { read }: Relation): string {
  const number = read === undefined ? value : read.decimal === ',' ? decimalPointSql(value) : closedUpSql(value)
  const plain = (read?.dates ?? []).reduce((sql, format) => isoDateSql(value, format, sql), number)
  return `case when lower(${value}) in (${missing}) then null else ${plain} end`
}
